import { countTradedSince, type MarketState } from '../../domain/index.ts';

/** Something that counts traded volume from pulse to pulse. */
export interface TradedCount {
  /** The state whose running total the newest pulse counted up to. */
  counted: MarketState | null;
}

/** The rise of the venue's running total since the pulse before, counted up to `state`; not known between polls. */
export function countTraded(channel: TradedCount, state: MarketState | null): number | null {
  const before = channel.counted;
  if (state === before) return null;
  channel.counted = state;
  return countTradedSince(before?.volumeCounter, state?.volumeCounter);
}
