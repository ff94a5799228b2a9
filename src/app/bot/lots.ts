import { findUsualLot } from '../../bot/execution/index.ts';
import type { MarketState } from '../../domain/index.ts';

/** Finds the lot that the market itself states; absent: it states none. */
export function findStatedLot(state: MarketState | null): { readonly lot?: string } {
  if (state?.kind === 'perp') return { lot: toLot(state.ticker.szDecimals) };
  const lot = state?.contractLot;
  return lot === undefined ? {} : { lot: String(lot) };
}

/** Finds the lot of a market: its own, or that of its kind. Absent: no order can be placed for the kind. */
export function findLot(state: MarketState): { readonly lot?: string } {
  const lot = findStatedLot(state).lot ?? findUsualLot(state.ref.kind);
  return lot === null ? {} : { lot };
}

/** Returns the lot with this number of decimals, such as `0.001`. */
function toLot(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}
