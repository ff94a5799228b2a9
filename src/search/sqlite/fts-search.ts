import { DatabaseSync } from 'node:sqlite';
import type {
  ChangeableSearch,
  MarketChanges,
  SearchAnswer,
  SearchHit,
  SearchPosition,
  SearchRequest,
} from '../market-search.ts';
import { listWords, MAX_LISTED_MATCHES } from '../searched-market.ts';
import { explainFound, type Found, Searcher, type SearchOrder, type SearchQuery } from '../searcher.ts';
import { KnownWords } from '../spelling.ts';
import type { EndedFile } from './ended-file.ts';
import { FtsMarketTable } from './fts-market-table.ts';

/** Searches among the listed markets in memory, and among ended ones in their file. */
export class FtsSearch implements ChangeableSearch {
  readonly generation = 0;
  readonly #live = new FtsMarketTable(new DatabaseSync(':memory:'), MAX_LISTED_MATCHES);
  readonly #words = new KnownWords();
  readonly #searcher: Searcher;
  readonly #ended: EndedFile | null;

  /**
   * Begins without a listed market.
   *
   * @param ended File of ended markets; null: only listed markets are found.
   */
  constructor(ended: EndedFile | null = null) {
    this.#ended = ended;
    this.#searcher = new Searcher(
      { table: this.#live, words: () => this.#words },
      () => ended?.open() ?? null,
    );
  }

  async search({ limit, after, ...query }: SearchRequest): Promise<SearchAnswer> {
    const { corrected, terms, found } = this.#find(query);
    const rest = after === null ? found : found.filter((one) => comesAfter(one, after, query.order));
    const shown = rest.slice(0, limit);
    const hits = shown.flatMap((one) => {
      const market = this.#findMarket(one);
      if (market === null) return [];
      const { asset, venue, kind, title, event, eventKey } = market;
      const why = explainFound(market, terms);
      return [{ asset, venue, kind, title, event, eventKey, isEnded: one.isEnded, score: one.score, why }];
    }) satisfies SearchHit[];
    const last = shown.at(-1);
    const next = last === undefined || rest.length <= limit ? null : toPosition(last, query.order);
    return { corrected, count: found.length, hits, next };
  }

  async rank(query: SearchQuery): Promise<readonly string[]> {
    return this.#find(query).found.map(({ asset }) => asset);
  }

  change({ put, figures, gone }: MarketChanges): void {
    const ended = gone.flatMap((asset) => this.#live.find(asset) ?? []);
    this.#live.change(() => {
      for (const market of put) {
        const before = this.#live.find(market.asset);
        if (!this.#live.put(market)) continue;
        if (before !== null) for (const word of listWords(before)) this.#words.remove(word);
        for (const word of listWords(market)) this.#words.add(word);
      }
      for (const one of figures) this.#live.setFigures(one);
      for (const market of ended) {
        this.#live.remove(market.asset);
        for (const word of listWords(market)) this.#words.remove(word);
      }
    });
    this.#ended?.change(
      ended,
      put.map(({ asset }) => asset),
    );
  }

  /** Whether a market is listed. */
  isListed(asset: string): boolean {
    return this.#live.find(asset) !== null;
  }

  /** Searches, and once more without the ended markets when their file turns out to be damaged. */
  #find(query: SearchQuery) {
    if (this.#ended === null || !query.withEnded) return this.#searcher.search(query);
    return this.#ended.guard(
      () => this.#searcher.search(query),
      () => this.#searcher.search({ ...query, withEnded: false }),
    );
  }

  #findMarket({ asset, isEnded }: Found) {
    if (!isEnded) return this.#live.find(asset);
    return (
      this.#ended?.guard(
        () => this.#ended?.open()?.table.find(asset) ?? null,
        () => null,
      ) ?? null
    );
  }
}

function toPosition({ asset, score, volumeUsd }: Found, order: SearchOrder): SearchPosition {
  return { asset, value: order === 'asset' ? 0 : order === 'volume' ? volumeUsd : score };
}

function comesAfter(found: Found, after: SearchPosition, order: SearchOrder): boolean {
  const { value, asset } = toPosition(found, order);
  return value < after.value || (value === after.value && asset > after.asset);
}
