import type { EpochMs } from './time.ts';

/** One bar of a venue's own price history. */
export interface Candle {
  /** Start of the bar. */
  readonly t: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Base units or contracts; null where the venue gives none. */
  readonly volume: number | null;
  readonly trades: number | null;
}

/** One settled funding payment. `rate` is a fraction of notional for one hour. */
export interface FundingRate {
  readonly t: EpochMs;
  readonly rate: number;
}
