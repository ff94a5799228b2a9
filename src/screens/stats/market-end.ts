import type { PackHorizonInputs } from '../../analytics/index.ts';
import type { EpochMs, MarketState } from '../../domain/index.ts';

/**
 * Finds the price and the end of a listed binary market. Every field is null for a perpetual and for a market that is
 * no longer listed.
 */
export function findMarketEnd(state: MarketState | null, now: EpochMs): PackHorizonInputs {
  if (state === null || state.kind === 'perp') {
    return { price: null, nowMs: now, closeTime: null, endDate: null };
  }
  const { closeTime, endDate } = state.ticker;
  return { price: state.price, nowMs: now, closeTime, endDate };
}
