import { epochMs } from '../../../domain/index.ts';
import type { BatchOrigin, BatchState, ImportBatch } from '../../contract/import-batches.ts';

/** A batch as its row says. */
export interface BatchRow extends BatchOrigin {
  readonly id: string;
  /** Number of the only series of the batch; 0: several, or none yet. */
  readonly series: number;
  readonly records: number;
  readonly stored: number;
  readonly skipped: number;
  readonly at: number;
  readonly withdrawnAt: number | null;
}

/** Progress of the work on a batch. */
export interface Progress {
  readonly batch: string;
  readonly doing: 'importing' | 'undoing';
  /** Number of parts that are done, and of rows of the next one. */
  readonly part: number;
  readonly row: number;
}

/** A pack of rows of a batch. */
export interface BatchPart {
  readonly batch: string;
  readonly n: number;
  readonly pack: number;
}

export interface EventPage {
  readonly events: readonly { readonly n: number; readonly event: unknown }[];
  /** Position at which the next page begins; null: this is the last one. */
  readonly next: number | null;
}

/** A batch as callers see it. */
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

/** `20261122-0455` */
export function formatMinute(at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}`;
}
