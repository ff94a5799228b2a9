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
  /** A state whose facts are stored. */
  state: MarketState;
  /** Facts of the state as an object, so that equal ones are known without a look at the state. */
  facts: object | undefined;
  listedAt: EpochMs;
  /** Position in the last poll that listed the market. */
  position: number;
  readonly writtenAt: EpochMs;
  /** Time after a change before which the next one is not written. */
  readonly restMs: number;
}

/** A market that has not been listed for this long has left. One poll that lists nothing proves nothing. */
const LEFT_AFTER_MS = HOUR_MS;
/** A market whose facts change again and again is written less and less often. */
const FIRST_REST_MS = MINUTE_MS;
const MAX_REST_MS = HOUR_MS;

/**
 * Compares the markets of each poll of one venue with their states in the register: first sights, and changes
 * of their texts. Prices, volumes and the status of trading are no change.
 */
export class ListedMarkets {
  readonly #known = new Map<string, KnownMarket>();
  #pending = new Map<string, KnownMarket>();
  /** Markets in the order of the last poll, which the next one mostly keeps: equal facts there need no look by key. */
  #order: readonly KnownMarket[] = [];

  get size(): number {
    return this.#known.size;
  }

  /**
   * The markets of a poll that are to be stored. They count as stored once {@link confirm} is called; otherwise the
   * next poll names them again.
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
        // The newest of equal states is kept: the feed keeps that one too, and older ones would take memory of their
        // own.
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

  /** Notes that the last review is stored. */
  confirm(): void {
    for (const [storeKey, known] of this.#pending) this.#known.set(storeKey, known);
    this.#pending = new Map();
  }

  /** Notes that markets were not stored after all: the next poll names them again. */
  forget(markets: readonly Pick<ListedMarket, 'storeKey'>[]): void {
    this.#order = [];
    for (const { storeKey } of markets) {
      this.#known.delete(storeKey);
      this.#pending.delete(storeKey);
    }
  }

  /** Forgets markets that are not listed any more: the register keeps them, and compares one that comes back. */
  #forgetLeft(at: EpochMs): void {
    for (const [storeKey, { listedAt }] of this.#known) {
      if (at - listedAt > LEFT_AFTER_MS) this.#known.delete(storeKey);
    }
  }
}

/** A clock that was set back must not make a market wait for the time that it has lost. */
function isResting({ writtenAt, restMs }: KnownMarket, at: EpochMs): boolean {
  return at >= writtenAt && at - writtenAt < restMs;
}

/** The first change is written at once; each further one soon after it doubles the wait. */
function nextRest(known: KnownMarket | undefined, at: EpochMs): number {
  if (known === undefined) return 0;
  const isQuiet = at - known.writtenAt > known.restMs + HOUR_MS;
  if (isQuiet || known.restMs === 0) return FIRST_REST_MS;
  return Math.min(2 * known.restMs, MAX_REST_MS);
}

/** Databases end a text at a NUL, and UTF-8 has no unpaired surrogates: no key of a request has either. */
function isStorable(storeKey: string): boolean {
  return storeKey.isWellFormed() && !storeKey.includes('\0');
}
