import type { VenueHttp } from '../calls/venue-http.ts';
import { MarketCache } from '../live/market-cache.ts';
import { readJson, VenueReadError } from '../live/venue-read.ts';
import type { LimitlessMarket, MarketFee } from './build-order.ts';
import { marketAnswer } from './wire.ts';

const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Finds markets by slug. Each market states the contract for which its orders are signed. */
export class LimitlessMarkets {
  readonly #http: VenueHttp;
  readonly #reads = new MarketCache<LimitlessMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /** Finds a market; null when the venue does not list it. @throws {VenueReadError} */
  find(slug: string): Promise<LimitlessMarket | null> {
    return this.#reads.get(slug, (signal) => this.#read(slug, signal));
  }

  /** Forgets a market whose facts are out of date, so that the next order reads it again. */
  forget(slug: string): void {
    this.#reads.forget(slug);
  }

  async #read(slug: string, signal: AbortSignal): Promise<LimitlessMarket | null> {
    try {
      const path = `/markets/${encodeURIComponent(slug)}`;
      const { status, expired, tradeType, tokens, venue, metadata, ...market } = await readJson(
        this.#http,
        { method: 'GET', path, call: OF_MARKETS, signal },
        marketAnswer,
      );
      return {
        slug: market.slug,
        isOpen: status === 'FUNDED' && expired !== true,
        isPool: tradeType === 'amm' || tokens === undefined || !venue,
        yesToken: tokens?.yes ?? '',
        noToken: tokens?.no ?? '',
        exchange: venue?.exchange ?? '',
        fee: readFee(venue ?? null, metadata?.fee ?? null),
      };
    } catch (error) {
      if (error instanceof VenueReadError && error.status === 404) return null;
      throw error;
    }
  }
}

interface VenueMember {
  readonly feeModule?: string | null;
  readonly feeModuleType?: string | null;
}

/** Reads how a market charges its fee. @param isCharged Member `metadata.fee`; null: not stated. */
export function readFee(venue: VenueMember | null, isCharged: boolean | null): MarketFee {
  const { feeModule, feeModuleType } = venue ?? {};
  if (!feeModuleType && !feeModule) return { kind: isCharged === false ? 'none' : 'profile' };
  if (feeModuleType === 'COLLATERAL' && feeModule) return { kind: 'collateral', module: feeModule };
  return { kind: 'unknown', name: feeModuleType || String(feeModule) };
}
