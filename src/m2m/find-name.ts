import { type AssetRef, getAssetName, getMarketName, isPerpKind, type MarketState } from '../domain/index.ts';

/** Name of the asset for people: the coin, or the question. null when the venue no longer lists a binary. */
export function findName(ref: AssetRef, state: MarketState | null): string | null {
  if (state !== null) return getMarketName(state);
  return isPerpKind(ref.kind) ? getAssetName(ref) : null;
}
