import {
  type AssetRef,
  getAssetName,
  getMarketName,
  isPerpKind,
  type MarketState,
  NO_NAMES,
  type SideNames,
} from '../domain/index.ts';
import type { Feed, ResolvedAsset } from '../feed/feed.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';

/** Finds the display name of an asset: the coin, or the question. null: the venue no longer lists the binary. */
export function findName(ref: AssetRef, state: MarketState | null): string | null {
  if (state !== null) return getMarketName(state);
  return isPerpKind(ref.kind) ? getAssetName(ref) : null;
}

/** Returns what the sides of a listed market mean; null members for a perpetual. */
function getSides(state: MarketState | null): SideNames {
  return state?.kind === 'binary' ? state.ticker : NO_NAMES;
}

/** Finds what the sides of an asset mean, by its id; null members for an asset that is not listed. */
export function findListedSides(feed: Pick<Feed, 'find'>, asset: string): SideNames {
  const { yesMeans, noMeans } = getSides(feed.find(asset));
  return { yesMeans, noMeans };
}

/** Finds what the sides of an asset mean. If its venue no longer lists it, the last recorded names are used. */
export async function findSides(
  history: Pick<HistoryReader, 'findMarket'>,
  { ref, state }: ResolvedAsset,
): Promise<SideNames> {
  if (state !== null) return getSides(state);
  if (isPerpKind(ref.kind)) return NO_NAMES;
  return (await history.findMarket(ref)) ?? NO_NAMES;
}
