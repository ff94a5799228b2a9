import type { AssetRef, MarketState } from '../domain/index.ts';

const HYPERLIQUID_TRADE = 'https://app.hyperliquid.xyz/trade';

/**
 * The page on the venue's web site where the asset is traded.
 *
 * @returns null for a binary that its venue no longer lists: its address was the venue's to give.
 */
export function venueNativeUrl(ref: AssetRef, state: MarketState | null): string | null {
  if (state?.kind === 'binary') return state.ticker.venueNativeUrl;
  if (ref.kind !== 'hl-perp') return null;
  const coin = state?.kind === 'perp' ? state.ticker.coin : ref.asset.slice('hl-'.length);
  return `${HYPERLIQUID_TRADE}/${coin}`;
}
