import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import { toDecimal } from '../live/decimal.ts';
import { MarketCache } from '../live/market-cache.ts';
import { VenueReadError } from '../live/venue-read.ts';
import type { KalshiMarket } from './build-order.ts';
import { marketAnswer } from './wire.ts';

const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;

/** Reader of the venue on behalf of an account. */
interface Reader {
  readonly account: string;
  /** Reads one path. @throws {VenueReadError} */
  read<Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    signal: AbortSignal,
  ): Promise<Static<Schema>>;
}

/**
 * Finds markets by ticker. They are read with the key of the account that orders: calls without a key are few, counted
 * by address, and reserved for the feed.
 */
export class KalshiMarkets {
  readonly #reads = new MarketCache<KalshiMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  /**
   * Finds a market; null when the venue does not list it.
   *
   * @param storeKey Ticker in any letter case.
   * @throws {VenueReadError}
   */
  find(storeKey: string, reader: Reader): Promise<KalshiMarket | null> {
    const ticker = storeKey.toUpperCase();
    return this.#reads.get(ticker, (signal) => this.#read(ticker, reader, signal), reader.account);
  }

  async #read(ticker: string, reader: Reader, signal: AbortSignal): Promise<KalshiMarket | null> {
    try {
      const path = `/markets/${encodeURIComponent(ticker)}`;
      const { market } = await reader.read(path, marketAnswer, signal);
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
      if (error instanceof VenueReadError && error.status === 404) return null;
      throw error;
    }
  }
}
