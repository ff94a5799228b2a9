import type { EpochMs } from './time.ts';

/** One candle of a venue's own price history. */
export interface Candle {
  /** Start of the candle. */
  readonly t: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Volume in base units or contracts; null when the venue gives none. */
  readonly volume: number | null;
  readonly trades: number | null;
}

/** Whether a candle agrees with itself: open and close lie from low to high, and no volume is below 0. */
export function isConsistent({
  open,
  high,
  low,
  close,
  volume,
}: Pick<Candle, 'open' | 'high' | 'low' | 'close' | 'volume'>): boolean {
  return (
    Number.isFinite(low) &&
    Number.isFinite(high) &&
    [open, close].every((price) => price >= low && price <= high) &&
    (volume === null || (Number.isFinite(volume) && volume >= 0))
  );
}

/** One paid funding rate. `rate` is a fraction of notional for one hour. */
export interface FundingRate {
  readonly t: EpochMs;
  readonly rate: number;
}
