import type { PackHorizonInputs } from '../../analytics/index.ts';
import type { EpochMs, MarketState } from '../../domain/index.ts';

/** What a listed market reports its end; without it (delisted) neither price nor end is known. */
export function marketEnd(state: MarketState | null, now: EpochMs): PackHorizonInputs {
  if (state === null || state.kind === 'perp') {
    return { price: null, nowMs: now, closeTime: null, endDate: null };
  }
  const { closeTime, endDate } = state.ticker;
  return { price: state.price, nowMs: now, closeTime, endDate };
}
