import { LRUCache } from 'lru-cache';
import { VENUE_LIST } from '../domain/index.ts';
import { type SearchedRow, searchRows } from './index-search.ts';

/** Suggestions for one unknown name. */
const MAX_SUGGESTED = 3;
/** Names whose suggestions are remembered: a program that asks for a wrong name asks again and again. */
const MAX_REMEMBERED = 500;
const REMEMBERED_MS = 60_000;
/** Searches a second. Each looks at every listed market, and a caller can name any number of unknown assets. */
const MAX_SEARCHES_PER_SECOND = 10;
const MAX_NAME_LENGTH = 200;
/** Words that stand for the currency or the kind of a market, not for its asset, as other venues spell pairs. */
const PAIR_ENDS = /[-_/:]?(?:usdt|usdc|usd|perp|swap)$/i;

export interface SuggestedAssetsOptions {
  /** The listed markets. */
  readonly rows: () => readonly (SearchedRow & { readonly entry: { readonly asset: string } })[];
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Listed assets that a name which no asset has may mean: `BTCUSDT`, `btc-usd`, the address of a page, a typing error. */
export class SuggestedAssets {
  readonly #options: SuggestedAssetsOptions;
  readonly #remembered: LRUCache<string, readonly string[]>;
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

  /** @returns At most three asset ids, the nearest first; none while too many unknown names are asked for. */
  suggest(name: string): readonly string[] {
    const asked = name.slice(0, MAX_NAME_LENGTH).toLowerCase();
    const known = this.#remembered.get(asked);
    if (known !== undefined) return known;
    if (!this.#mayStart()) return [];
    const found = this.#search(asked);
    this.#remembered.set(asked, found);
    return found;
  }

  #search(asked: string): readonly string[] {
    const rows = this.#options.rows();
    for (const query of listQueries(asked)) {
      const found = searchRows(rows, query);
      if (found.length > 0) return found.slice(0, MAX_SUGGESTED).map(({ entry }) => entry.asset);
    }
    return [];
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

/**
 * Lists searches for an unknown name, the most exact first: its last part, that part without prefix or pair, and the
 * whole.
 */
function listQueries(name: string): readonly string[] {
  const path = URL.canParse(name) ? new URL(name).pathname : name;
  const last = path.split('/').findLast((part) => part !== '') ?? name;
  const bare = stripPrefix(last);
  const coin = bare.replace(PAIR_ENDS, '');
  const queries = [last, bare, coin, path.replace(PAIR_ENDS, '')];
  return [...new Set(queries.filter((query) => query !== ''))];
}

const ID_PREFIXES = Object.values(VENUE_LIST).flatMap(({ kinds }) =>
  Object.values<{ readonly idPrefix: string }>(kinds).map(({ idPrefix }) => idPrefix),
);

/** Removes the prefix of a kind of asset from a name: `hl-bitcoin` means `bitcoin`. */
function stripPrefix(name: string): string {
  const prefix = ID_PREFIXES.find((each) => name.startsWith(each));
  return prefix === undefined ? name : name.slice(prefix.length);
}
