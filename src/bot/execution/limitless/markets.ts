import { LRUCache } from 'lru-cache';
import type { VenueHttp } from '../common/venue-http.ts';
import { ReadFailure, readJson } from '../common/venue-read.ts';
import type { LimitlessMarket } from './build-order.ts';
import { marketAnswer } from './wire.ts';

const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Markets by slug. Each names the contract that its orders are signed for. */
export class LimitlessMarkets {
  readonly #http: VenueHttp;
  readonly #cache = new LRUCache<string, LimitlessMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /** Null when the venue lists no such market. @throws {ReadFailure} */
  async find(slug: string, signal: AbortSignal): Promise<LimitlessMarket | null> {
    const cached = this.#cache.get(slug);
    if (cached !== undefined) return cached;
    try {
      const path = `/markets/${encodeURIComponent(slug)}`;
      const { status, expired, tradeType, tokens, venue, ...market } = await readJson(
        this.#http,
        { method: 'GET', path, call: OF_MARKETS, signal },
        marketAnswer,
      );
      const found: LimitlessMarket = {
        slug: market.slug,
        isOpen: status === 'FUNDED' && expired !== true,
        isPool: tradeType === 'amm' || tokens === undefined || !venue,
        yesToken: tokens?.yes ?? '',
        noToken: tokens?.no ?? '',
        exchange: venue?.exchange ?? '',
      };
      this.#cache.set(slug, found);
      return found;
    } catch (error) {
      if (error instanceof ReadFailure && error.status === 404) return null;
      throw error;
    }
  }
}
