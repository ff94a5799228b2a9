import type { Recorder } from '../../domain/index.ts';
import type { Forecast } from '../contract/forecasts.ts';
import type { ReferenceMark } from '../contract/reference-marks.ts';
import type { RegisterChanges } from './register-changes.ts';
import type { NamedSeries } from './series-names.ts';

/** A batch of one venue, which one call stores as a whole or not at all. */
export interface VenueBatch {
  readonly venue: Recorder;
  /** Names the batch: one that was stored is not stored again, so that a call whose answer was lost may be repeated. */
  readonly batchKey: string;
  /** Series that have no name yet. */
  readonly names: readonly NamedSeries[];
  readonly changes: RegisterChanges;
  readonly forecasts?: readonly Forecast[];
  readonly marks?: readonly ReferenceMark[];
  /** Records in the coding of a batch; null: the call has no records. */
  readonly records: {
    readonly count: number;
    readonly newestMs: number;
    readonly data: Uint8Array;
  } | null;
}

/** A batch that waits for the table, or was brought there. */
export interface OutboxBatch {
  readonly venue: Recorder;
  readonly b: number;
  readonly data: Uint8Array;
}

/** Batches that go to the table together. */
export interface Shipment {
  readonly id: number;
  readonly token: string;
  readonly batches: readonly number[];
}

/** The size of the outbox. */
export interface OutboxState {
  readonly records: number;
  readonly bytes: number;
  /** Age of the oldest batch that waits, ms; null: none waits. */
  readonly oldestMs: number | null;
}

/** Ends the token of a shipment that is sent again. */
export const REOPENED = 'r';

/** Whether the table may have a part of the shipment under another token. */
export function isReopened({ token }: Shipment): boolean {
  return token.endsWith(REOPENED);
}
