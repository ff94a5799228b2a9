import type { EpochMs, VenueId } from '../../domain/index.ts';

/** One recorded series: a venue and the asset's key within it. */
export interface SeriesKey {
  readonly venue: VenueId;
  readonly storeKey: string;
}

/** Span of time, both ends inclusive; absent ends are open. */
export interface Window {
  readonly fromMs?: EpochMs;
  readonly toMs?: EpochMs;
}

export interface SeriesEntry extends SeriesKey {
  readonly asset: string;
  readonly bytes: number;
  /** Exact time of the first record. */
  readonly firstMs: EpochMs;
  /** Exact time of the last record. */
  readonly lastMs: EpochMs;
  readonly count: number;
  /** Whether `count` is derived from bytes. */
  readonly countIsEstimate: boolean;
}
