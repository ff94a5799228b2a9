import {
  type AssetRef,
  findAssetRef,
  findStoredAsset,
  getAssetName,
  getMarketName,
  isPerpKind,
  type MarketFacts,
  type MarketNames,
  type MarketState,
  NO_NAMES,
  toMarketNames,
  UNKNOWN_MARKET,
  type VenueId,
} from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { HistoryUnavailableError } from '../history/contract/unavailable.ts';
import type { Feed, ResolvedAsset } from './feed.ts';
import type { AssetFinder } from './readers.ts';

/** Finds assets by the names that callers use, among listed markets and those known from the store. */
export class AssetDirectory implements AssetFinder {
  readonly #feed: Feed;
  readonly #history: HistoryReader;
  readonly #suggest: (name: string) => Promise<readonly string[]>;

  /**
   * Finds names in a feed first, then in the store.
   *
   * @param suggest Lists assets with names similar to an unknown one. Default: none.
   */
  constructor(
    feed: Feed,
    history: HistoryReader,
    suggest: (name: string) => Promise<readonly string[]> = async () => [],
  ) {
    this.#feed = feed;
    this.#history = history;
    this.#suggest = suggest;
  }

  suggest(name: string): Promise<readonly string[]> {
    return this.#suggest(name);
  }

  /** Resolves an asset id in any letter case; null: the asset is neither listed nor was ever recorded. */
  async resolve(asset: string): Promise<ResolvedAsset | null> {
    const [found] = await this.resolveMany([asset]);
    return found ?? null;
  }

  async resolveMany(assets: readonly string[]): Promise<(ResolvedAsset | null)[]> {
    const listed = assets.map((asset) => this.#feed.find(asset));
    const unlisted = assets.map((asset, i) => (listed[i] === null ? findAssetRef(asset) : null));
    const recorded = await this.#findRecorded(unlisted.filter((ref) => ref !== null));
    return assets.map((_, i) => {
      const state = listed[i];
      if (state != null) return { ref: state.ref, state };
      const ref = unlisted[i] ?? null;
      const known = ref === null ? undefined : recorded.get(ref.asset);
      if (ref === null || known === undefined) return null;
      const isBeyondLimit = this.#feed.snapshot(ref.venue)?.beyondLimit.has(ref.storeKey) === true;
      return { ref: { ...ref, asset: known }, state: null, isBeyondLimit };
    });
  }

  /**
   * Finds recorded assets in the store. A market may have ended without ever having had a price. Then only its
   * resolution or its registered question is known.
   *
   * @param refs Assets as callers spell them.
   * @returns Canonical ids by the requested ids.
   */
  async #findRecorded(refs: readonly AssetRef[]): Promise<Map<string, string>> {
    const canonical = new Map<string, string>();
    const take = (asked: readonly AssetRef[], known: readonly ({ readonly asset: string } | null)[]) => {
      for (const [i, one] of known.entries()) if (one !== null) canonical.set(asked[i]!.asset, one.asset);
      return asked.filter((_, i) => known[i] === null);
    };
    if (refs.length === 0) return canonical;
    const withoutRecord = take(refs, await this.#history.findMany(refs));
    if (withoutRecord.length === 0) return canonical;
    const withoutEnd = take(withoutRecord, await this.#history.findResolutionMany(withoutRecord));
    take(withoutEnd, await Promise.all(withoutEnd.map((ref) => this.#history.findMarket(ref))));
    return canonical;
  }

  async readNames(assets: readonly string[]): Promise<ReadonlyMap<string, MarketNames>> {
    const wanted = [...new Set(assets)];
    const unlisted = wanted.filter((asset) => this.#feed.find(asset) === null);
    const refs = unlisted.map(findAssetRef).filter((ref) => ref !== null);
    const registered = await this.#findRegistered(refs.filter(({ kind }) => !isPerpKind(kind)));
    return new Map(
      wanted.map((asset) => {
        const state = this.#feed.find(asset);
        if (state !== null) return [asset, readStateNames(state)];
        const ref = findAssetRef(asset);
        if (ref === null) return [asset, UNKNOWN_MARKET];
        if (isPerpKind(ref.kind)) return [asset, { name: getAssetName(ref), ...NO_NAMES }];
        return [asset, toMarketNames(registered.get(ref.asset) ?? null)];
      }),
    );
  }

  /**
   * Reads registered markets by asset id. Returns none while the store is unavailable, because names are not worth a
   * failure.
   */
  async #findRegistered(refs: readonly AssetRef[]): Promise<ReadonlyMap<string, MarketFacts>> {
    try {
      const markets = refs.length === 0 ? [] : await this.#history.findMarketMany(refs);
      return new Map(refs.flatMap(({ asset }, i) => (markets[i] == null ? [] : [[asset, markets[i]]])));
    } catch (error) {
      if (error instanceof HistoryUnavailableError) return new Map();
      throw error;
    }
  }

  isWarmingUp(venue: VenueId): boolean {
    return this.#feed.venues.includes(venue) && this.#feed.snapshot(venue) === null;
  }

  /** Resolves an asset by venue and store key, or by an asset id in place of the key. */
  async resolveIn(venue: VenueId, key: string): Promise<ResolvedAsset | null> {
    const stored = findStoredAsset(venue, key.toLowerCase());
    const byKey = stored === null ? null : await this.resolve(stored.asset);
    if (byKey !== null) return byKey;
    const byAsset = await this.resolve(key);
    return byAsset?.ref.venue === venue ? byAsset : null;
  }
}

function readStateNames(state: MarketState): MarketNames {
  const { yesMeans, noMeans } = state.kind === 'binary' ? state.ticker : NO_NAMES;
  return { name: getMarketName(state), yesMeans, noMeans };
}
