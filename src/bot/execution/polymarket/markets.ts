import { readYesAndNo } from '../../../venues/polymarket/yes-token.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { MarketCache } from '../live/market-cache.ts';
import { ReadFailure, readJson } from '../live/venue-read.ts';
import { clobMarket, gammaMarkets } from './wire.ts';

/** Facts about a market that an order needs. */
export interface PolymarketMarket {
  readonly slug: string;
  readonly yesToken: string;
  readonly noToken: string;
  readonly isOpen: boolean;
  readonly isNegRisk: boolean;
  readonly tick: number;
  /** In shares. */
  readonly minShares: number;
  /** Fee = shares x rate x (p x (1 - p)) ^ exponent, in dollars. */
  readonly feeRate: number;
  readonly feeExponent: number;
}

/** The tick shrinks near 0 and 1, and markets close: kept briefly. */
const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Markets by slug: named by Gamma, with their rules of trading from the exchange itself. */
export class PolymarketMarkets {
  readonly #gamma: VenueHttp;
  readonly #clob: VenueHttp;
  readonly #reads = new MarketCache<PolymarketMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(gamma: VenueHttp, clob: VenueHttp) {
    this.#gamma = gamma;
    this.#clob = clob;
  }

  /** Null when the venue lists no such market. @throws {ReadFailure} */
  find(slug: string): Promise<PolymarketMarket | null> {
    return this.#reads.get(slug, (signal) => this.#read(slug, signal));
  }

  async #read(slug: string, signal: AbortSignal): Promise<PolymarketMarket | null> {
    const listed = await this.#readListed(slug, false, signal);
    // Gamma hides closed markets unless they are requested.
    const market = listed ?? (await this.#readListed(slug, true, signal));
    const tokens = market === undefined ? null : readYesAndNo(market);
    if (market === undefined || tokens === null) return null;
    const isOpen = market.closed !== true && market.acceptingOrders !== false;
    const rules = isOpen ? await this.#readRules(market.conditionId, signal) : null;
    return {
      slug,
      yesToken: tokens.yesToken,
      noToken: tokens.noToken,
      isOpen: rules !== null,
      isNegRisk: rules?.nr ?? false,
      tick: rules?.mts ?? 0.01,
      minShares: rules?.mos ?? 0,
      feeRate: rules?.fd?.r ?? 0,
      feeExponent: rules?.fd?.e ?? 1,
    };
  }

  async #readListed(slug: string, closed: boolean, signal: AbortSignal) {
    const query = new URLSearchParams({ slug, closed: String(closed) });
    const rows = await readJson(
      this.#gamma,
      { method: 'GET', path: `/markets?${query}`, call: OF_MARKETS, signal },
      gammaMarkets,
    );
    return rows.find((row) => row.slug.toLowerCase() === slug);
  }

  /** Null when the exchange has no such market. */
  async #readRules(conditionId: string, signal: AbortSignal) {
    const path = `/clob-markets/${encodeURIComponent(conditionId)}`;
    try {
      return await readJson(this.#clob, { method: 'GET', path, call: OF_MARKETS, signal }, clobMarket);
    } catch (error) {
      if (error instanceof ReadFailure && error.status === 404) return null;
      throw error;
    }
  }
}
