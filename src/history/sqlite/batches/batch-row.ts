import { epochMs } from '../../../domain/index.ts';
import type { BatchOrigin, BatchState, ImportBatch } from '../../contract/import-batches.ts';

/** Stored row of a batch. */
export interface BatchRow extends BatchOrigin {
  readonly id: string;
  /** Number of the only series of the batch; 0 when it has several, or none yet. */
  readonly series: number;
  readonly records: number;
  readonly stored: number;
  readonly skipped: number;
  readonly at: number;
  readonly withdrawnAt: number | null;
}

/** Progress of an import or undo of a batch. */
export interface Progress {
  readonly batch: string;
  readonly doing: 'importing' | 'undoing';
  /** Number of finished parts; `row`: finished rows of the next part, or finished events when no part is left. */
  readonly part: number;
  readonly row: number;
}

/** One part of a batch: a pack of rows. */
export interface BatchPart {
  readonly batch: string;
  readonly n: number;
  readonly pack: number;
}

export interface EventPage {
  readonly events: readonly { readonly n: number; readonly event: unknown }[];
  /** Number of the event at which the next page begins; null on the last page. */
  readonly next: number | null;
}

/** Converts a stored row to a batch of the contract. */
export function toBatch(row: BatchRow, doing: Progress['doing'] | null): ImportBatch {
  const { id, at, fileSha256, asset, records, stored, skipped, withdrawnAt } = row;
  const state: BatchState = doing ?? (withdrawnAt === null ? 'in-force' : 'withdrawn');
  return {
    id,
    state,
    asset,
    at: epochMs(at),
    records,
    stored,
    skipped,
    fileSha256,
    withdrawnAt: withdrawnAt === null ? null : epochMs(withdrawnAt),
  };
}

/** Formats a minute (UTC), such as `20261122-0455`. */
export function formatMinute(at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`;
}
