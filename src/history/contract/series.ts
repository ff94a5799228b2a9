import type { EpochMs, Recorder, VenueId } from '../../domain/index.ts';

/** Key of a recorded series: its recorder, which is a venue or `ref`, and its key there. */
export interface SeriesKey {
  readonly venue: Recorder;
  readonly storeKey: string;
}

/** Key of the series of a market, which a venue lists. */
export interface MarketKey extends SeriesKey {
  readonly venue: VenueId;
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
  /** Whether `count` is estimated from `bytes`. */
  readonly countIsEstimate: boolean;
}
