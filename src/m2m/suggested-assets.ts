import { LRUCache } from 'lru-cache';
import type { MarketSearch } from '../search/market-search.ts';

/** Suggestions for one unknown name. */
const MAX_SUGGESTED = 3;
/** Names whose suggestions are remembered: a program that asks for a wrong name asks again and again. */
const MAX_REMEMBERED = 500;
const REMEMBERED_MS = 60_000;
/** Searches a second, because a caller can name any number of unknown assets. */
const MAX_SEARCHES_PER_SECOND = 10;
const MAX_NAME_LENGTH = 200;

export interface SuggestedAssetsOptions {
  readonly search: Pick<MarketSearch, 'search'>;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Listed assets that a name which no asset has may mean: `BTCUSDT`, `btc-usd`, the address of a page, a typing error. */
export class SuggestedAssets {
  readonly #options: SuggestedAssetsOptions;
  readonly #remembered: LRUCache<string, Promise<readonly string[]>>;
  #secondBegan = Number.NEGATIVE_INFINITY;
  #searches = 0;

  constructor(options: SuggestedAssetsOptions) {
    this.#options = options;
    this.#remembered = new LRUCache({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
      perf: { now: options.now },
    });
  }

  /**
   * Suggests assets with a name like an unknown one.
   *
   * @returns At most three asset ids, the nearest first; none while too many unknown names are asked for.
   */
  suggest(name: string): Promise<readonly string[]> {
    const text = name.slice(0, MAX_NAME_LENGTH).toLowerCase();
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    if (!this.#mayStart()) return Promise.resolve([]);
    const found = this.#search(text);
    this.#remembered.set(text, found);
    return found;
  }

  async #search(text: string): Promise<readonly string[]> {
    const query = { text, venue: null, classes: [], withEnded: false, order: 'relevance' } as const;
    try {
      const { hits } = await this.#options.search.search({ ...query, limit: MAX_SUGGESTED, after: null });
      return hits.map(({ asset }) => asset);
    } catch {
      // Whatever failed, the caller is told that the name is unknown, without suggestions.
      return [];
    }
  }

  #mayStart(): boolean {
    const now = this.#options.now();
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now;
      this.#searches = 0;
    }
    return this.#searches++ < MAX_SEARCHES_PER_SECOND;
  }
}
