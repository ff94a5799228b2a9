import { countTradedSince, type MarketState } from '../../domain/index.ts';

/** State of counting traded volume from pulse to pulse. */
export interface TradedCount {
  /** State whose running total the newest pulse has counted. */
  counted: MarketState | null;
}

/** Computes the rise of the venue's running total since the last counted state; null when it is not known. */
export function countTraded(channel: TradedCount, state: MarketState | null): number | null {
  const before = channel.counted;
  if (state === before) return null;
  channel.counted = state;
  return countTradedSince(before?.volumeCounter, state?.volumeCounter);
}
