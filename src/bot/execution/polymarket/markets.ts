import { findTextMember } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import { BOTH_VERSIONS, findVersion, toClobConditionId } from '../../../venues/polymarket/protocol.ts';
import { hasForm, readIds, type YesAndNo } from '../../../venues/polymarket/yes-token.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { MarketCache } from '../live/market-cache.ts';
import { readJson, VenueReadError } from '../live/venue-read.ts';
import { type ClobMarket, clobMarket, type GammaMarket, gammaMarket, gammaMarkets } from './wire.ts';

/** Facts about a market that an order needs. */
export interface PolymarketMarket {
  readonly slug: string;
  readonly yesToken: string;
  readonly noToken: string;
  /** Reason for which no order is signed for the market. Absent: none. */
  readonly unsupported?: string;
  readonly isOpen: boolean;
  readonly isNegRisk: boolean;
  readonly tick: number;
  /** Number of shares in the smallest order. */
  readonly minShares: number;
  /** Rate of the fee in dollars: shares x rate x (p x (1 - p)) ^ exponent. */
  readonly feeRate: number;
  readonly feeExponent: number;
}

/** Time for which a market is used again: the tick shrinks near 0 and 1, and markets close. */
const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const MAX_TOKENS = 10_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Finds markets by slug in Gamma, the venue's list of markets, with their trading rules from the exchange. */
export class PolymarketMarkets {
  readonly #gamma: VenueHttp;
  readonly #clob: VenueHttp;
  readonly #reads = new MarketCache<PolymarketMarket>({ max: MAX_CACHED, ttl: CACHE_MS });

  readonly #tokens = createLastUsed<string, Pick<PolymarketMarket, 'yesToken' | 'noToken'>>(MAX_TOKENS);

  constructor(gamma: VenueHttp, clob: VenueHttp) {
    this.#gamma = gamma;
    this.#clob = clob;
  }

  /** Finds a market; null when the venue does not list it. @throws {VenueReadError} */
  find(slug: string): Promise<PolymarketMarket | null> {
    return this.#reads.get(slug, (signal) => this.#read(slug, signal));
  }

  /**
   * Finds the ids of a market's shares, which never change; null when the venue does not list the market, or its
   * sources contradict each other.
   *
   * @throws {VenueReadError}
   */
  async findTokens(slug: string): Promise<Pick<PolymarketMarket, 'yesToken' | 'noToken'> | null> {
    const known = this.#tokens.get(slug);
    if (known !== undefined) return known;
    const market = await this.find(slug);
    if (market === null || market.unsupported !== undefined) return null;
    this.#tokens.set(slug, market);
    return market;
  }

  async #read(slug: string, signal: AbortSignal): Promise<PolymarketMarket | null> {
    const listed = await this.#readListed(slug, false, signal);
    // Gamma hides closed markets unless they are requested.
    const market = listed ?? (await this.#readListed(slug, true, signal));
    if (market === null) return null;
    const ids = readIds(market);
    if ('reason' in ids) return ids.member === '/version' ? toUntradableMarket(slug, ids.value) : null;
    const isOpen = market.closed !== true && market.acceptingOrders !== false;
    const rules = isOpen ? await this.#readRules(market.conditionId, signal) : null;
    const mismatch = findMismatch(ids, rules);
    return {
      slug,
      yesToken: ids.yesToken,
      noToken: ids.noToken,
      ...(mismatch === null ? {} : { unsupported: mismatch }),
      isOpen: rules !== null,
      isNegRisk: rules?.nr ?? false,
      tick: rules?.mts ?? 0.01,
      minShares: rules?.mos ?? 0,
      feeRate: rules?.fd?.r ?? 0,
      feeExponent: rules?.fd?.e ?? 1,
    };
  }

  /**
   * Finds the market of a slug in Gamma's rows; null: there is none.
   *
   * @throws {VenueReadError} when its row cannot be read.
   */
  async #readListed(slug: string, closed: boolean, signal: AbortSignal): Promise<GammaMarket | null> {
    const query = new URLSearchParams([...BOTH_VERSIONS, ['slug', slug], ['closed', String(closed)]]);
    const rows = await readJson(
      this.#gamma,
      { method: 'GET', path: `/markets?${query}`, call: OF_MARKETS, signal },
      gammaMarkets,
    );
    const row = rows.find((one) => findTextMember(one, 'slug')?.toLowerCase() === slug);
    if (row === undefined) return null;
    if (gammaMarket.accepts(row)) return row;
    throw new VenueReadError('venue_unavailable', `unreadable market: ${gammaMarket.findProblem(row)}`);
  }

  /** Reads the trading rules of a market; null when the exchange does not know it. */
  async #readRules(conditionId: string, signal: AbortSignal) {
    const path = `/clob-markets/${encodeURIComponent(toClobConditionId(conditionId))}`;
    try {
      return await readJson(this.#clob, { method: 'GET', path, call: OF_MARKETS, signal }, clobMarket);
    } catch (error) {
      if (error instanceof VenueReadError && error.status === 404) return null;
      throw error;
    }
  }
}

/** Builds a market for which no order is signed, because of its protocol version. */
function toUntradableMarket(slug: string, version: unknown): PolymarketMarket {
  const stated = JSON.stringify(version)?.slice(0, 40);
  return {
    slug,
    yesToken: '',
    noToken: '',
    isOpen: true,
    isNegRisk: false,
    tick: 0.01,
    minShares: 0,
    feeRate: 0,
    feeExponent: 1,
    unsupported: `it trades by protocol version ${stated}, which this version does not sign`,
  };
}

/**
 * Finds why no order may be signed for a market: the venue's sources contradict each other about its contract or its
 * sides. null: they agree.
 */
function findMismatch(ids: YesAndNo, rules: ClobMarket | null): string | null {
  const { version, yesToken, noToken, outcomes } = ids;
  if (!hasForm(version, yesToken) || !hasForm(version, noToken))
    return `its ids have not the form of its protocol version ${version}`;
  if (rules === null) return null;
  const stated = findVersion(rules.v);
  if (rules.v != null && stated !== version)
    return `Gamma states protocol version ${version}, the exchange ${JSON.stringify(rules.v).slice(0, 40)}`;
  const names = new Map(rules.t?.map(({ t, o }) => [t, o.trim().toLowerCase()]));
  const isNamed = [yesToken, noToken].every(
    (token, index) => names.get(token) === outcomes[index]?.trim().toLowerCase(),
  );
  return names.size > 0 && !isNamed ? 'Gamma and the exchange name its tokens differently' : null;
}
