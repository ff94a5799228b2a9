import type { PackHorizonInputs } from '../../analytics/index.ts';
import type { EpochMs, MarketState } from '../../domain/index.ts';

/** Price and end of a listed binary market; null each for a perpetual and for one that has left the list. */
export function findMarketEnd(state: MarketState | null, now: EpochMs): PackHorizonInputs {
  if (state === null || state.kind === 'perp') {
    return { price: null, nowMs: now, closeTime: null, endDate: null };
  }
  const { closeTime, endDate } = state.ticker;
  return { price: state.price, nowMs: now, closeTime, endDate };
}
