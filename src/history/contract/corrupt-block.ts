import type { EpochMs, Recorder } from '../../domain/index.ts';
import type { SeriesKey } from './series.ts';

/** Part of the history that could not be read; everything else stays readable. Members that are not known are null. */
export type CorruptBlock = CorruptRecords | CorruptPage | CorruptRow;

/** Damaged records of a series, or of a whole venue where the store key is empty. */
export interface CorruptRecords extends SeriesKey {
  readonly kind: 'records';
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  readonly records: number;
  readonly reason: string;
}

/** Damaged page of the catalogue or of the register: `venue` and `storeKey` are its first key, the only one known. */
export interface CorruptPage extends SeriesKey {
  readonly kind: 'page';
  readonly fromMs: null;
  readonly toMs: null;
  readonly records: null;
  readonly reason: string;
}

/** Damaged row of another table than the records. The store key is empty where the row belongs to no series. */
export interface CorruptRow {
  readonly kind: 'row';
  readonly venue: Recorder | null;
  readonly storeKey: string;
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly records: 0;
  readonly reason: string;
}
