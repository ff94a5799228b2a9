import { findUsualLot } from '../../bot/execution/index.ts';
import type { MarketState } from '../../domain/index.ts';

/** The step of a size, where the market states its own. */
export function findStatedLot(state: MarketState | null): { readonly lot?: string } {
  if (state?.kind === 'perp') return { lot: toLot(state.ticker.szDecimals) };
  const lot = state?.contractLot;
  return lot === undefined ? {} : { lot: String(lot) };
}

/** The step of a size: the market's own, or that of its kind; absent: no order can be placed for the kind. */
export function findLot(state: MarketState): { readonly lot?: string } {
  const lot = findStatedLot(state).lot ?? findUsualLot(state.ref.kind);
  return lot === null ? {} : { lot };
}

/** The step of a size that has so many decimals. */
function toLot(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}
