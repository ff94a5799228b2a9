import type { EpochMs, Recorder } from '../../domain/index.ts';
import type { SeriesKey } from './series.ts';

/** Something that could not be read. The rest stays readable; what is not known of it is null. */
export type CorruptBlock = CorruptRecords | CorruptPage | CorruptRow;

/** Records of a series, or of a venue where the store key is empty. */
export interface CorruptRecords extends SeriesKey {
  readonly kind: 'records';
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly records: number;
  readonly reason: string;
}

/** A page of many series, or of many markets, of which the first key alone is known. */
export interface CorruptPage extends SeriesKey {
  readonly kind: 'page';
  readonly fromMs: null;
  readonly toMs: null;
  readonly records: null;
  readonly reason: string;
}

/** A row beside the records. The store key is empty where it is of no series. */
export interface CorruptRow {
  readonly kind: 'row';
  readonly venue: Recorder | null;
  readonly storeKey: string;
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly records: 0;
  readonly reason: string;
}
