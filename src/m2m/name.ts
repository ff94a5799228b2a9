import { type AssetRef, assetName, isPerpKind, type MarketState } from '../domain/index.ts';

/** Name of the asset for people: the coin, or the question. null when the venue no longer lists a binary. */
export function getName(ref: AssetRef, state: MarketState): string;
export function getName(ref: AssetRef, state: MarketState | null): string | null;
export function getName(ref: AssetRef, state: MarketState | null): string | null {
  if (state?.kind === 'binary') return state.ticker.title;
  if (state?.kind === 'perp') return state.ticker.coin;
  return isPerpKind(ref.kind) ? assetName(ref) : null;
}
