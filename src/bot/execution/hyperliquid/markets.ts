import { type AssetRef, findTextMember } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';
import { findYesSide } from '../../../venues/hyperliquid/normalise-outcomes.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { type BigDecimal, max, min, toDecimal } from '../live/decimal.ts';
import { MarketCache } from '../live/market-cache.ts';
import { queryInfo } from './info-query.ts';
import {
  metaAnswer,
  outcomeMetaAnswer,
  outcomeRow,
  perpDexsAnswer,
  perpRow,
  settledOutcomeAnswer,
} from './wire.ts';

/** Facts about a coin that an order needs. */
export type HyperliquidMarket =
  | {
      readonly kind: 'perp';
      /** Coin, for example `BTC` or `xyz:NVDA`. */
      readonly coin: string;
      /** Number by which actions name the coin. */
      readonly assetId: number;
      readonly szDecimals: number;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'outcome';
      readonly outcome: number;
      /** Position of Yes among the two sides, found by the same function as in the feed. */
      readonly yesSide: 0 | 1;
      readonly isOpen: boolean;
    };

/** Time for which a list of coins is used again: listings change within minutes, and a coin's number never changes. */
const CACHE_MS = 60_000;
const MAX_DEXES = 50;
const MAX_OUTCOMES = 10_000;
const OUTCOME_BASE = 100_000_000;
const OF_MARKETS = { purpose: 'prepare', account: null } as const;

/** Price step of outcomes according to the best sources; not confirmed by the venue. */
export const OUTCOME_TICK = toDecimal('0.00001');

/** Finds the coins of the network on which orders trade; test networks have other numbers. */
export class HyperliquidMarkets {
  readonly #http: VenueHttp;
  readonly #perps = new MarketCache<ReadonlyMap<string, HyperliquidMarket>>({
    max: MAX_DEXES,
    ttl: CACHE_MS,
  });
  /** Position of Yes by outcome. It never changes, and the venue does not state it for settled outcomes. */
  readonly #yesSides = createLastUsed<number, 0 | 1>(MAX_OUTCOMES);
  readonly #outcomes = new MarketCache<ReadonlyMap<number, HyperliquidMarket>>({ max: 1, ttl: CACHE_MS });

  constructor(http: VenueHttp) {
    this.#http = http;
  }

  /** Finds a coin; null when the venue does not list it. @throws {VenueReadError} when the venue cannot be asked. */
  async find(ref: AssetRef, signal: AbortSignal): Promise<HyperliquidMarket | null> {
    if (ref.kind === 'hl-perp') return this.#findPerp(ref.storeKey.slice('perp-'.length));
    const outcome = Number(ref.storeKey.split('-').at(-1));
    if (!Number.isSafeInteger(outcome)) return null;
    const open = await this.#outcomes.get('open', (shared) => this.#readOutcomes(shared));
    const listed = open?.get(outcome);
    if (listed !== undefined) return listed;
    const settled = await queryInfo(
      this.#http,
      OF_MARKETS,
      { type: 'settledOutcome', outcome },
      settledOutcomeAnswer,
      signal,
    );
    return settled === null ? null : { kind: 'outcome', outcome, yesSide: 0, isOpen: false };
  }

  /**
   * Finds the sides of an outcome, also after it has settled; null where they were never seen.
   *
   * @throws {VenueReadError}
   */
  async findOutcomeSides(ref: AssetRef): Promise<OutcomeMarket | null> {
    const outcome = Number(ref.storeKey.split('-').at(-1));
    if (!Number.isSafeInteger(outcome)) return null;
    if (!this.#yesSides.has(outcome))
      await this.#outcomes.get('open', (shared) => this.#readOutcomes(shared));
    const yesSide = this.#yesSides.get(outcome);
    return yesSide === undefined ? null : { outcome, yesSide };
  }

  async #readOutcomes(signal: AbortSignal): Promise<ReadonlyMap<number, HyperliquidMarket>> {
    const { outcomes } = await queryInfo(
      this.#http,
      OF_MARKETS,
      { type: 'outcomeMeta' },
      outcomeMetaAnswer,
      signal,
    );
    return new Map(
      outcomes.flatMap((one) => {
        if (!outcomeRow.accepts(one)) return [];
        const yesSide = findYesSide(one);
        // An outcome without exactly two sides has no Yes to trade, and the feed does not list it.
        if (yesSide === null) return [];
        this.#yesSides.set(one.outcome, yesSide);
        return [[one.outcome, { kind: 'outcome', outcome: one.outcome, yesSide, isOpen: true }] as const];
      }),
    );
  }

  /**
   * Finds a perpetual; null when the venue does not list it.
   *
   * @param name Coin in lower case, with the dex before a colon.
   */
  async #findPerp(name: string): Promise<HyperliquidMarket | null> {
    const dex = name.includes(':') ? name.split(':')[0]! : '';
    const perps = await this.#perps.get(dex, (signal) => this.#readPerps(dex, signal));
    return perps?.get(name) ?? null;
  }

  /** Reads the perpetuals of a dex; null when there is no such dex. */
  async #readPerps(dex: string, signal: AbortSignal): Promise<ReadonlyMap<string, HyperliquidMarket> | null> {
    const dexIndex = dex === '' ? 0 : await this.#findDexIndex(dex, signal);
    if (dexIndex === null) return null;
    const { universe } = await queryInfo(this.#http, OF_MARKETS, { type: 'meta', dex }, metaAnswer, signal);
    const base = dexIndex === 0 ? 0 : 100_000 + 10_000 * dexIndex;
    return new Map(
      universe.flatMap((row, index) => {
        if (!perpRow.accepts(row)) return [];
        const { name: coin, szDecimals, isDelisted } = row;
        const isOpen = isDelisted !== true;
        return [
          [coin.toLowerCase(), { kind: 'perp', coin, assetId: base + index, szDecimals, isOpen }] as const,
        ];
      }),
    );
  }

  async #findDexIndex(dex: string, signal: AbortSignal): Promise<number | null> {
    const dexes = await queryInfo(this.#http, OF_MARKETS, { type: 'perpDexs' }, perpDexsAnswer, signal);
    const index = dexes.findIndex((one) => findTextMember(one, 'name') === dex);
    return index < 1 ? null : index;
  }
}

type OutcomeMarket = Pick<Extract<HyperliquidMarket, { kind: 'outcome' }>, 'outcome' | 'yesSide'>;

/** Computes the number by which actions name one side of an outcome. */
export function toOutcomeAssetId(market: OutcomeMarket, leg: 'yes' | 'no'): number {
  return OUTCOME_BASE + toOutcomeCode(market, leg);
}

/** Builds the coin of one side of an outcome, for example `#3780`. */
export function toOutcomeCoin(market: OutcomeMarket, leg: 'yes' | 'no'): string {
  return `#${toOutcomeCode(market, leg)}`;
}

/** Computes the code of one side of an outcome: ten times the outcome's number, plus the position of the side. */
export function toOutcomeCode({ outcome, yesSide }: OutcomeMarket, leg: 'yes' | 'no'): number {
  return 10 * outcome + (leg === 'yes' ? yesSide : 1 - yesSide);
}

/**
 * Computes the price step of a perpetual: prices have at most five significant figures and 6 - szDecimals decimals;
 * whole numbers are always allowed.
 */
export function getPerpTick(price: BigDecimal, szDecimals: number): BigDecimal {
  const bySignificance = toDecimal(10).pow(price.e - 4);
  const byDecimals = toDecimal(10).pow(-(6 - szDecimals));
  return min(max(bySignificance, byDecimals), toDecimal(1));
}

/** Computes the smallest step of a size. */
export function getLot(market: HyperliquidMarket): BigDecimal {
  return market.kind === 'perp' ? toDecimal(10).pow(-market.szDecimals) : toDecimal(1);
}
