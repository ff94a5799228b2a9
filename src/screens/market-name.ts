import type { MarketState } from '../domain/index.ts';

/** How lists call a market: the coin of a perpetual, the question of a binary market. */
export function marketName(state: MarketState): string {
  return state.kind === 'perp' ? state.ticker.coin : state.ticker.title;
}
