import {
  type BinaryState,
  type Clock,
  computeAge,
  type EpochMs,
  type Evidence,
  type MarketState,
  MINUTE_MS,
  type PerpState,
  SECOND_MS,
  UpstreamError,
  type VenuePoll,
  type WithheldPrice,
  withholdPrice,
} from '../../domain/index.ts';
import { Intake, refuse } from '../../upstream/intake.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Concern } from '../concern.ts';
import type { VenueSnapshot } from '../feed.ts';

export interface PriceGuardOptions {
  readonly adapter: VenueAdapter;
  readonly clock: Clock;
}

/** Factor by which the price of a perpetual must change, without its oracle price, to need confirmation. */
const PERP_FACTOR = 3;
const MAX_ORACLE_FRAC = 0.1;
/**
 * Factor that always needs confirmation: no market moves so far between two records. A list in another unit changes
 * both the price and the oracle price by such a factor.
 */
const ANY_FACTOR = 10;
/** Change of a probability between two records above which the price needs confirmation. */
const MAX_MOVE = 0.5;
/** Distances at which a second source agrees: relative for the price of a perpetual, absolute for a probability. */
const NEAR_FRAC = 0.1;
const NEAR = 0.1;
/** Spread above which a book does not show a probability. */
const MAX_SPREAD = 0.4;
/** Tolerance within which two touches that add up to 1 are complements. */
const COMPLEMENT_TOLERANCE = 0.02;
/** Number of consecutive polls after which a stream that differs from its list is disputed. */
const AWAY_POLLS = 3;
/** Maximum number of second sources that one poll requests. Other prices are held until the next poll. */
const MAX_ASKED = 20;
const ANSWER_MS = 3 * SECOND_MS;
/** Time after which a repeated price is trusted when no second source answers. */
const UNDENIED_MS = 10 * MINUTE_MS;
/** Time for which a concern lasts after its last price. */
const KEPT_MS = 10 * MINUTE_MS;

interface BelievedPrice {
  readonly price: number;
  readonly oraclePx: number | null;
}

/**
 * Holds prices that are probably errors until a second source of the venue agrees: moves that no market makes between
 * two records, and streams that contradict their own list. A confirmed price is recorded with its own time. Any other
 * price is dropped and counted, and a gap begins.
 */
export class PriceGuard {
  readonly #options: PriceGuardOptions;
  /** Trusted prices by store key. They are plain numbers, because there is one for each market. */
  readonly #believed = new Map<string, number>();
  /** Oracle prices at the time of the trusted prices of perpetuals. */
  readonly #oracles = new Map<string, number>();
  /** Number of consecutive polls in which the stream differed from the list, by store key. */
  readonly #away = new Map<string, number>();
  /** Held prices by store key, each with the time since which it is stated. */
  readonly #held = new Map<string, { readonly price: number; readonly sinceMs: EpochMs }>();
  readonly #dropped: Intake;

  constructor(options: PriceGuardOptions) {
    this.#options = options;
    this.#dropped = new Intake(options.clock);
  }

  /** Lists the dropped prices by code and member. */
  listRefused() {
    return this.#dropped.listRefused();
  }

  /** Removes the prices that are not trusted from a poll. Requests a limited number of second sources. */
  async review(poll: VenuePoll, last: VenueSnapshot | null, signal: AbortSignal): Promise<VenuePoll> {
    if (this.#believed.size === 0 && last !== null) for (const market of last.markets) this.#believe(market);
    const doubts: { readonly index: number; readonly doubt: WithheldPrice }[] = [];
    for (const [index, market] of poll.markets.entries()) {
      if (market.withheld !== undefined) this.#count(market.withheld);
      if (market.streamDoubt !== undefined) this.#count(market.streamDoubt);
      const doubt = this.#findDoubt(market);
      if (doubt === null) this.#believe(market);
      else doubts.push({ index, doubt });
    }
    this.#forgetLeft(poll);
    if (doubts.length === 0) return poll;

    const markets = [...poll.markets];
    const answers = await Promise.all(
      doubts.map(({ index, doubt }, position) =>
        position < MAX_ASKED ? this.#confirm(markets[index]!, doubt, signal) : null,
      ),
    );
    for (const [position, { index, doubt }] of doubts.entries()) {
      const market = markets[index]!;
      if (answers[position] === true || (answers[position] === null && this.#isUndenied(market, doubt))) {
        this.#believe(market);
        continue;
      }
      this.#count(doubt);
      markets[index] = withholdPrice(market, doubt, last?.byAsset.get(market.ref.asset) ?? null);
    }
    return { ...poll, markets };
  }

  /** Lists concerns about prices that were dropped lately. */
  list(now: EpochMs): Concern[] {
    return this.#dropped
      .listRefused()
      .filter(({ lastMs }) => Math.abs(now - lastMs) <= KEPT_MS)
      .map(({ kind, count, sinceMs, at }) => ({
        code: kind as WithheldPrice['code'],
        message:
          kind === 'price_held'
            ? `prices moved as no market does and no second source agrees, the first of ${at.row}: they are not recorded`
            : `sources of the venue differ on the side or the price, first for ${at.row}: it is not recorded`,
        count,
        sinceMs,
        at,
      }));
  }

  #findDoubt(market: MarketState): WithheldPrice | null {
    if (market.price === null || market.carried === true) return null;
    const before = this.#findBelieved(market.ref.storeKey);
    if (market.kind === 'perp') return before !== null && leaps(market, before) ? hold(market, before) : null;
    const dispute = this.#findDispute(market);
    if (dispute !== null) return dispute;
    return before !== null && Math.abs(market.price - before.price) > MAX_MOVE ? hold(market, before) : null;
  }

  /**
   * Finds a dispute between the stream and its own list: the touch is the complement of the list's, or stays away from
   * it.
   */
  #findDispute(market: BinaryState): WithheldPrice | null {
    const { polled, bid, ask } = market;
    const { storeKey } = market.ref;
    const listed = polled === null ? null : findMid(polled);
    const streamed = findMid(market);
    if (polled === null || listed === null || streamed === null || Math.abs(streamed - listed) <= NEAR) {
      this.#away.delete(storeKey);
      return null;
    }
    const isComplement =
      Math.abs((bid as number) + (polled.ask as number) - 1) <= COMPLEMENT_TOLERANCE &&
      Math.abs((ask as number) + (polled.bid as number) - 1) <= COMPLEMENT_TOLERANCE;
    const polls = (this.#away.get(storeKey) ?? 0) + 1;
    this.#away.set(storeKey, polls);
    if (!isComplement && polls < AWAY_POLLS) return null;
    const member = isComplement ? '/outcomes' : '/bid';
    return { code: 'side_disputed', at: describe(market, member, { bid, ask, listed: polled }) };
  }

  /**
   * Whether a held price has been stated for long enough while no source confirmed or denied it. Pools have no book to
   * read.
   */
  #isUndenied(market: MarketState, { code }: WithheldPrice): boolean {
    const { storeKey } = market.ref;
    const held = this.#held.get(storeKey);
    const now = this.#options.clock();
    if (code !== 'price_held' || market.price === null) return false;
    if (held !== undefined && isNear(market, held.price)) return computeAge(now, held.sinceMs) >= UNDENIED_MS;
    this.#held.set(storeKey, { price: market.price, sinceMs: now });
    return false;
  }

  /** Whether a second source agrees with a price; null: it gave no answer, or does not show a price. */
  async #confirm(market: MarketState, doubt: WithheldPrice, signal: AbortSignal): Promise<boolean | null> {
    // When the sides may be exchanged, the book cannot help, because it agrees with its stream in any case.
    if (doubt.code === 'side_disputed' && doubt.at.member === '/outcomes') return false;
    const { adapter } = this.#options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      if (adapter.confirmPrice !== undefined) return await adapter.confirmPrice(market, limit);
      if (doubt.code === 'price_held' && isStreamed(market) && market.polled?.price !== null) {
        return isNear(market, market.polled?.price as number);
      }
      const { bids, asks } = await adapter.readBook(market.ref, limit);
      return judgeByBook(market, { bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null });
    } catch (error) {
      if (signal.aborted || !(error instanceof UpstreamError || limit.aborted)) throw error;
      return null;
    }
  }

  #believe(market: MarketState): void {
    if (market.price === null || market.withheld !== undefined) return;
    const { storeKey } = market.ref;
    this.#held.delete(storeKey);
    this.#believed.set(storeKey, market.price);
    if (market.kind === 'perp') this.#oracles.set(storeKey, market.ticker.oraclePx);
  }

  #findBelieved(storeKey: string): BelievedPrice | null {
    const price = this.#believed.get(storeKey);
    return price === undefined ? null : { price, oraclePx: this.#oracles.get(storeKey) ?? null };
  }

  /**
   * Forgets markets that left the list when there are too many. The price of a recent one is kept, because the market
   * may return with its sides exchanged.
   */
  #forgetLeft({ markets }: VenuePoll): void {
    if (this.#believed.size <= 2 * markets.length + 1_000) return;
    const listed = new Set(markets.map(({ ref }) => ref.storeKey));
    for (const storeKey of this.#believed.keys()) {
      if (listed.has(storeKey)) continue;
      this.#believed.delete(storeKey);
      this.#oracles.delete(storeKey);
      this.#away.delete(storeKey);
      this.#held.delete(storeKey);
    }
  }

  #count({ code, at }: WithheldPrice): void {
    const reason = code === 'price_held' ? 'no second source agrees' : 'the sources of the venue differ';
    const refusal = refuse(code, reason, { ...at, value: undefined });
    this.#dropped.count({ ...refusal, at }, true);
  }
}

/** Whether a perpetual moved without its oracle price, or further than any perpetual moves. */
function leaps({ price, ticker }: PerpState, before: BelievedPrice): boolean {
  if (price === null || price <= 0 || before.price <= 0) return false;
  const factor = Math.max(price / before.price, before.price / price);
  if (factor >= ANY_FACTOR) return true;
  if (factor < PERP_FACTOR || before.oraclePx === null || before.oraclePx <= 0) return false;
  return Math.abs(ticker.oraclePx / before.oraclePx - 1) <= MAX_ORACLE_FRAC;
}

function hold(market: MarketState, before: BelievedPrice): WithheldPrice {
  return {
    code: 'price_held',
    at: describe(market, '/price', { price: market.price, before: before.price }),
  };
}

function describe({ ref, polled }: MarketState, member: string, value: unknown): Evidence {
  return {
    endpoint: polled === null ? 'stream' : 'list of markets',
    row: ref.asset,
    member,
    value: JSON.stringify(value).slice(0, 80),
  };
}

/** Whether the price of this poll comes from the stream and the list states another price. */
function isStreamed({ price, polled }: MarketState): boolean {
  return polled !== null && polled.price !== null && polled.price !== price;
}

function isNear({ kind, price }: MarketState, other: number): boolean {
  if (price === null) return false;
  return kind === 'perp' ? Math.abs(other / price - 1) <= NEAR_FRAC : Math.abs(other - price) <= NEAR;
}

interface Sides {
  readonly bid: number | null;
  readonly ask: number | null;
}

function findMid({ bid, ask }: Sides): number | null {
  return bid === null || ask === null ? null : (bid + ask) / 2;
}

/**
 * Whether a book agrees with a price; null: the book is empty, or too wide. A probability near 0 or 1 has only one
 * side.
 */
function judgeByBook(market: MarketState, { bid, ask }: Sides): boolean | null {
  const mid = findMid({ bid, ask });
  if (mid !== null) {
    const isWide = market.kind === 'binary' && (ask as number) - (bid as number) > MAX_SPREAD;
    return isWide ? null : isNear(market, mid);
  }
  const side = bid ?? ask;
  return side === null ? null : isNear(market, side);
}
