import type { Recorder } from '../../../domain/index.ts';
import type { Forecast } from '../../contract/forecasts.ts';
import type { ReferenceMark } from '../../contract/reference-marks.ts';
import type { RegisterChanges } from './register-changes.ts';
import type { NamedSeries } from './series-names.ts';

/** A batch of one venue, which is stored as a whole or not at all. */
export interface VenueBatch {
  readonly venue: Recorder;
  /** Unique id of the batch, so that a call whose answer was lost may be repeated: a batch is stored only once. */
  readonly batchKey: string;
  /** Series of the batch that are not stored yet. */
  readonly names: readonly NamedSeries[];
  readonly changes: RegisterChanges;
  readonly forecasts?: readonly Forecast[];
  readonly marks?: readonly ReferenceMark[];
  /** Records as `encodeBatch` encodes them; null when the batch has none. */
  readonly records: {
    readonly count: number;
    readonly newestMs: number;
    readonly data: Uint8Array;
  } | null;
}

/** A stored batch, shipped or not. */
export interface OutboxBatch {
  readonly venue: Recorder;
  readonly b: number;
  readonly data: Uint8Array;
}

/** Batches that are sent to ClickHouse together. */
export interface Shipment {
  readonly id: number;
  readonly token: string;
  readonly batches: readonly number[];
}

/** Size of the outbox: records and bytes that are not shipped. */
export interface OutboxState {
  readonly records: number;
  readonly bytes: number;
  /** Age of the oldest batch that is not shipped, ms; null when there is none. */
  readonly oldestMs: number | null;
}

/** Suffix of the token of a shipment that is sent again. */
export const REOPENED = 'r';

/** Whether ClickHouse may have a part of the shipment under another token. */
export function isReopened({ token }: Shipment): boolean {
  return token.endsWith(REOPENED);
}
