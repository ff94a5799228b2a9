import {
  type AssetRef,
  getAssetName,
  getMarketName,
  isPerpKind,
  type MarketNames,
  type MarketState,
  NO_NAMES,
  type SideNames,
  toMarketNames,
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

/** Reads the names of an asset. If its venue no longer lists it, they are the last recorded ones. */
export async function readNames(
  history: Pick<HistoryReader, 'findMarket'>,
  { ref, state }: ResolvedAsset,
): Promise<MarketNames> {
  if (state !== null || isPerpKind(ref.kind)) {
    const { yesMeans, noMeans } = getSides(state);
    return { name: findName(ref, state), yesMeans, noMeans };
  }
  return toMarketNames(await history.findMarket(ref));
}
