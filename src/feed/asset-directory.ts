import { parseAssetId, storedAsset, type VenueId } from '../domain/index.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Feed, ResolvedAsset } from './feed.ts';

/** Finds assets by the names that callers use: listed now, or known from the store. */
export class AssetDirectory {
  readonly #feed: Feed;
  readonly #history: HistoryStore;

  constructor(feed: Feed, history: HistoryStore) {
    this.#feed = feed;
    this.#history = history;
  }

  /** By asset id in any letter case. null: neither listed nor ever recorded. */
  async resolve(asset: string): Promise<ResolvedAsset | null> {
    const state = this.#feed.find(asset);
    if (state !== null) return { ref: state.ref, state };

    const ref = parseAssetId(asset);
    if (ref === null) return null;
    // A market may end without ever having had a price: then its end or its question alone is known.
    const known =
      (await this.#history.find(ref)) ??
      (await this.#history.resolution(ref)) ??
      (await this.#history.market(ref));
    return known === null ? null : { ref: { ...ref, asset: known.asset }, state: null };
  }

  isWarmingUp(venue: VenueId): boolean {
    return this.#feed.venues.includes(venue) && this.#feed.snapshot(venue) === null;
  }

  /** By venue and store key, or asset id in its place. */
  async resolveIn(venue: VenueId, key: string): Promise<ResolvedAsset | null> {
    const stored = storedAsset(venue, key.toLowerCase());
    const byKey = stored === null ? null : await this.resolve(stored.asset);
    if (byKey !== null) return byKey;
    const byAsset = await this.resolve(key);
    return byAsset?.ref.venue === venue ? byAsset : null;
  }
}
