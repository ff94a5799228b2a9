import { type AssetRef, getAssetName, KIND_TRAITS, type MarketState } from '../domain/index.ts';

/**
 * Finds the URL of the page at the venue where the asset is traded.
 *
 * @returns null for a delisted market whose URL only its venue can state.
 */
export function findVenueUrl(ref: AssetRef, state: MarketState | null): string | null {
  if (state?.kind === 'binary') return state.ticker.venueNativeUrl;
  const { tradePage } = KIND_TRAITS[ref.kind];
  if (tradePage === undefined) return null;
  return `${tradePage}${state?.kind === 'perp' ? state.ticker.coin : getAssetName(ref)}`;
}
