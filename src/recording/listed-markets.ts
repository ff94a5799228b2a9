import {
  type EpochMs,
  FACTS,
  HOUR_MS,
  haveSameFacts,
  isLessRead,
  type MarketState,
  MINUTE_MS,
  readFacts,
  type VenuePoll,
} from '../domain/index.ts';
import type { ListedMarket, Listing } from '../history/contract/market-register.ts';

interface KnownMarket {
  /** Newest state whose facts are stored. */
  state: MarketState;
  /** Facts of the state as an object, so that equal facts are recognised by identity. */
  facts: object | undefined;
  listedAt: EpochMs;
  /** Position in the last poll that listed the market. */
  position: number;
  readonly writtenAt: EpochMs;
  /** Minimum time between two writes of the market's facts. */
  readonly restMs: number;
}

/** Time without a listing after which a market counts as gone. A single poll without it proves nothing. */
const LEFT_AFTER_MS = HOUR_MS;
/** First minimum time between two writes. It doubles for a market whose facts keep changing. */
const FIRST_REST_MS = MINUTE_MS;
const MAX_REST_MS = HOUR_MS;

/**
 * Compares the markets of each poll of one venue with their states in the register, and finds new markets and changed
 * texts. Prices, volumes and the trading status do not count.
 */
export class ListedMarkets {
  readonly #known = new Map<string, KnownMarket>();
  #pending = new Map<string, KnownMarket>();
  /**
   * Markets in the order of the last poll, which the next one mostly repeats. With equal facts they need no look-up by
   * key.
   */
  #order: readonly KnownMarket[] = [];

  get size(): number {
    return this.#known.size;
  }

  /**
   * Finds the markets of a poll that must be stored. They count as stored after {@link confirm}. Otherwise the next
   * poll lists them again.
   */
  review({ venue, receivedAt: at, markets }: VenuePoll): Listing {
    this.#pending = new Map();
    const changed: ListedMarket[] = [];
    const order: KnownMarket[] = [];
    let next = 0;
    for (const market of markets) {
      const { storeKey } = market.ref;
      const facts = market[FACTS];
      const expected = this.#order[next];
      const isExpected = facts !== undefined && expected?.facts === facts;
      const known = isExpected ? expected : this.#known.get(storeKey);
      if (known !== undefined) {
        next = known.position + 1;
        known.position = order.length;
        known.listedAt = at;
        order.push(known);
        // The newer of two equal states is kept, because the feed holds it too and an older one would take more memory.
        if (facts !== undefined && facts === known.facts) {
          known.state = market;
          continue;
        }
        if (haveSameFacts(known.state, market)) {
          known.state = market;
          known.facts = facts;
          continue;
        }
        if (isResting(known, at) || isLessRead(readFacts(market), readFacts(known.state))) continue;
      } else if (!isStorable(storeKey)) continue;
      if (this.#pending.has(storeKey)) continue;
      const rules = market.kind === 'binary' ? market.rules : null;
      changed.push({ ...readFacts(market), rules });
      this.#pending.set(storeKey, {
        state: market,
        facts,
        listedAt: at,
        position: 0,
        writtenAt: at,
        restMs: nextRest(known, at),
      });
    }
    this.#order = order;
    if (this.#known.size > markets.length) this.#forgetLeft(at);
    return { venue, at, changed };
  }

  /** Confirms that the result of the last review was stored. */
  confirm(): void {
    for (const [storeKey, known] of this.#pending) this.#known.set(storeKey, known);
    this.#pending = new Map();
  }

  /** Notes that markets were not stored, so that the next poll lists them again. */
  forget(markets: readonly Pick<ListedMarket, 'storeKey'>[]): void {
    this.#order = [];
    for (const { storeKey } of markets) {
      this.#known.delete(storeKey);
      this.#pending.delete(storeKey);
    }
  }

  /** Forgets markets that are no longer listed. The register keeps them, and compares one that returns. */
  #forgetLeft(at: EpochMs): void {
    for (const [storeKey, { listedAt }] of this.#known) {
      if (at - listedAt > LEFT_AFTER_MS) this.#known.delete(storeKey);
    }
  }
}

/** Whether the minimum time between writes has not passed. A clock that was set back does not extend it. */
function isResting({ writtenAt, restMs }: KnownMarket, at: EpochMs): boolean {
  return at >= writtenAt && at - writtenAt < restMs;
}

/**
 * Computes the next minimum time. The first change is written at once, and each further one soon after it doubles the
 * time.
 */
function nextRest(known: KnownMarket | undefined, at: EpochMs): number {
  if (known === undefined) return 0;
  const isQuiet = at - known.writtenAt > known.restMs + HOUR_MS;
  if (isQuiet || known.restMs === 0) return FIRST_REST_MS;
  return Math.min(2 * known.restMs, MAX_REST_MS);
}

/**
 * Whether a key can be stored: databases end texts at a NUL, and UTF-8 has no unpaired surrogates. Keys of requests
 * have neither.
 */
function isStorable(storeKey: string): boolean {
  return storeKey.isWellFormed() && !storeKey.includes('\0');
}
