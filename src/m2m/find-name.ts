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

/** Name of the asset for people: the coin, or the question. null when the venue no longer lists a binary. */
export function findName(ref: AssetRef, state: MarketState | null): string | null {
  if (state !== null) return getMarketName(state);
  return isPerpKind(ref.kind) ? getAssetName(ref) : null;
}

/** Names of the sides of a listed market; a perpetual has none. */
function getSides(state: MarketState | null): SideNames {
  return state?.kind === 'binary' ? state.ticker : NO_NAMES;
}

/** Names of the sides of an asset by its id; none of one that is not listed. */
export function findListedSides(feed: Pick<Feed, 'find'>, asset: string): SideNames {
  const { yesMeans, noMeans } = getSides(feed.find(asset));
  return { yesMeans, noMeans };
}

/** Names of the sides of an asset; of one that its venue no longer lists, the last that were recorded. */
export async function findSides(
  history: Pick<HistoryReader, 'findMarket'>,
  { ref, state }: ResolvedAsset,
): Promise<SideNames> {
  if (state !== null) return getSides(state);
  if (isPerpKind(ref.kind)) return NO_NAMES;
  return (await history.findMarket(ref)) ?? NO_NAMES;
}
