import type { VenueHttp } from '../calls/venue-http.ts';
import { toDecimal } from '../live/decimal.ts';
import { MarketCache } from '../live/market-cache.ts';
import { ReadFailure, readJson } from '../live/venue-read.ts';
import type { KalshiMarket } from './build-order.ts';
import { marketAnswer } from './wire.ts';

const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Markets by ticker. */
export class KalshiMarkets {
  readonly #http: VenueHttp;
  readonly #reads = new MarketCache<KalshiMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /** @param storeKey The ticker in any letter case. Null when the venue lists no such market. @throws {ReadFailure} */
  find(storeKey: string): Promise<KalshiMarket | null> {
    const ticker = storeKey.toUpperCase();
    return this.#reads.get(ticker, (signal) => this.#read(ticker, signal));
  }

  async #read(ticker: string, signal: AbortSignal): Promise<KalshiMarket | null> {
    try {
      const path = `/markets/${encodeURIComponent(ticker)}`;
      const { market } = await readJson(
        this.#http,
        { method: 'GET', path, call: OF_MARKETS, signal },
        marketAnswer,
      );
      return {
        ticker: market.ticker,
        isOpen: market.status === 'active',
        isFractional: market.fractional_trading_enabled !== false,
        ranges: (market.price_ranges ?? []).map(({ start, end, step }) => ({
          start: toDecimal(start),
          end: toDecimal(end),
          step: toDecimal(step),
        })),
      };
    } catch (error) {
      if (error instanceof ReadFailure && error.status === 404) return null;
      throw error;
    }
  }
}
