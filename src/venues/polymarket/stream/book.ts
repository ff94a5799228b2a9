import { type EpochMs, MINUTE_MS, type PriceLevel, sortLevels } from '../../../domain/index.ts';
import { findNumber } from '../../numbers.ts';
import { findVenueMillis } from '../../times.ts';
import { findInnerPrice } from '../fields.ts';
import type { PolymarketQuote } from '../quote.ts';
import type { BookEvent, WireLevel } from '../wire.ts';
import { RecentChanges } from './recent-changes.ts';

/** Time by which the venue's clock may be ahead of ours. */
const MAX_AHEAD_MS = MINUTE_MS;
/**
 * Longest delay with which one message may overtake another. A larger difference means that the venue's clock has
 * changed.
 */
const MAX_LATE_MS = MINUTE_MS;

/** Size of a level as a frame states it; null when its text is not such a number. */
export interface StatedLevel {
  readonly side: 'bid' | 'ask';
  /** Price strictly between 0 and 1. */
  readonly price: number | null;
  readonly size: number | null;
}

/**
 * The book of one Yes token, kept up to date from the stream.
 *
 * The book of the No token is its mirror image. Only the Yes token's part of a frame is applied, so that nothing counts
 * twice, even when the two parts are of different times.
 */
export class StreamBook {
  /** Sizes by the key of their price. */
  readonly #bids = new Map<number, number>();
  readonly #asks = new Map<number, number>();
  #bestBid: number | null = null;
  #bestAsk: number | null = null;
  lastTrade: number | null;
  listed: number | null;
  tick: number;
  /** Whether the first whole book has arrived on this connection. */
  isComplete = false;
  /** Time of the last event of this token, by our clock. */
  updatedAt: EpochMs | null = null;
  venueTime: EpochMs | null = null;
  /** Venue time of the last whole book. */
  #bookTime: EpochMs | null = null;
  readonly #recent = new RecentChanges();
  /** Number of consecutive frames that stated another touch than the computed one. */
  disagreements = 0;

  constructor(quote: PolymarketQuote) {
    this.lastTrade = quote.lastTrade;
    this.listed = quote.listed;
    this.tick = quote.tick;
  }

  /** Returns the touch, the last trade and the tick, as the stream states them. */
  quote(): PolymarketQuote {
    return {
      bid: this.#bestBid,
      ask: this.#bestAsk,
      lastTrade: this.lastTrade,
      listed: this.listed,
      tick: this.tick,
    };
  }

  /** Lists all levels, best first. */
  levels(): { bids: PriceLevel[]; asks: PriceLevel[] } {
    const list = (side: ReadonlyMap<number, number>) =>
      Array.from(side, ([key, size]) => ({ price: toPrice(key), size }));
    return { bids: sortLevels(list(this.#bids), 'bid'), asks: sortLevels(list(this.#asks), 'ask') };
  }

  /**
   * Replaces the book by a whole one, unless that is older than the known one.
   *
   * @returns Whether the book was replaced.
   */
  replace(event: BookEvent, receivedAt: EpochMs): boolean {
    const statedAt = findVenueMillis(event.timestamp);
    if (this.#isLate(statedAt)) return false;
    // A time ahead of our clock is not remembered, because later books would look older.
    if (statedAt !== null && statedAt <= receivedAt + MAX_AHEAD_MS) this.#bookTime = statedAt;
    this.#bids.clear();
    this.#asks.clear();
    this.#recent.clear();
    for (const level of event.bids) setLevel(this.#bids, level);
    for (const level of event.asks) setLevel(this.#asks, level);
    this.#bestBid = findHighest(this.#bids);
    this.#bestAsk = findLowest(this.#asks);
    this.tick = findInnerPrice(event.tick_size) ?? this.tick;
    this.lastTrade = findInnerPrice(event.last_trade_price) ?? this.lastTrade;
    this.isComplete = true;
    this.disagreements = 0;
    return true;
  }

  /** Whether a frame with this venue time is older than the newest change. */
  isBehind(statedAt: EpochMs | null): boolean {
    const { newest } = this.#recent;
    return newest !== null && statedAt !== null && statedAt < newest;
  }

  /**
   * Whether changes with this venue time are so old that their order is uncertain: they are far behind, or later changes
   * are no longer remembered.
   */
  isOutOfOrder(statedAt: EpochMs | null): boolean {
    const newest = this.#recent.newest ?? this.#bookTime;
    if (!this.isComplete || newest === null || statedAt === null) return false;
    if (statedAt < newest - MAX_LATE_MS) return true;
    return !this.#isLate(statedAt) && !this.#recent.coversAfter(statedAt);
  }

  /**
   * Sets the size at one price; size 0 removes the level. Ignores changes before the first book, changes older than the
   * known book, which contains them already, and changes that a later one of the same level has overtaken.
   *
   * @param statedAt Venue time of the change.
   * @returns Whether the change counts.
   */
  apply({ side, price, size }: StatedLevel, statedAt: EpochMs | null): boolean {
    if (!this.isComplete || this.#isLate(statedAt)) return false;
    if (price === null) return true;
    if (statedAt !== null && this.#isOvertaken(side === 'bid' ? price : -price, statedAt)) return false;
    if (size !== null) this.#setLevel(side, price, size);
    return true;
  }

  /** Whether a venue time is older than the last whole book. */
  #isLate(statedAt: EpochMs | null): boolean {
    return this.isComplete && statedAt !== null && this.#bookTime !== null && statedAt < this.#bookTime;
  }

  /** Whether a later change of the same level was applied before this one. If not, the change is remembered. */
  #isOvertaken(level: number, statedAt: EpochMs): boolean {
    const { newest } = this.#recent;
    if (newest !== null && statedAt < newest && this.#recent.hasLater(level, statedAt)) return true;
    this.#recent.add(level, statedAt);
    return false;
  }

  #setLevel(side: 'bid' | 'ask', price: number, size: number): void {
    if (side === 'bid') {
      setTotal(this.#bids, price, size);
      // Most changes are behind the touch and need no search for the best price.
      if (this.#bestBid === null || price >= this.#bestBid) this.#bestBid = findHighest(this.#bids);
    } else {
      setTotal(this.#asks, price, size);
      if (this.#bestAsk === null || price <= this.#bestAsk) this.#bestAsk = findLowest(this.#asks);
    }
  }

  /** Compares the stated touch with the computed one. A stated 0 or 1 stands for an empty side. */
  compareTouch(stated: { best_bid?: string | null; best_ask?: string | null }): void {
    if (!this.isComplete || (!stated.best_bid && !stated.best_ask)) return;
    const agrees =
      (!stated.best_bid || findInnerPrice(stated.best_bid) === this.#bestBid) &&
      (!stated.best_ask || findInnerPrice(stated.best_ask) === this.#bestAsk);
    this.disagreements = agrees ? 0 : this.disagreements + 1;
  }

  touch(statedAt: EpochMs | null, receivedAt: EpochMs): void {
    this.updatedAt = receivedAt;
    // Messages may overtake each other, so the newest time is kept.
    if (statedAt !== null && (this.venueTime === null || statedAt > this.venueTime))
      this.venueTime = statedAt;
  }

  /** Accepts the next whole book whatever its time, because the present book is wrong and a new one was requested. */
  expectWhole(): void {
    this.#bookTime = null;
  }

  /** Clears the book when its connection is gone. */
  forget(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#bestBid = null;
    this.#bestAsk = null;
    this.#bookTime = null;
    this.#recent.clear();
    this.isComplete = false;
    this.disagreements = 0;
  }
}

/**
 * Prices are stored as multiples of 10^-9, because a map finds integers faster than fractions. Prices with more
 * decimals remain fractions.
 */
const KEY_UNITS = 1e9;

function toKey(price: number): number {
  const units = Math.round(price * KEY_UNITS);
  return units / KEY_UNITS === price ? units : price;
}

/** Returns the price of a key. Keys below 1 are prices themselves. */
function toPrice(key: number): number {
  return key >= 1 ? key / KEY_UNITS : key;
}

function setLevel(side: Map<number, number>, { price, size }: WireLevel): void {
  const at = findInnerPrice(price);
  const total = findNumber(size);
  if (at !== null && total !== null) setTotal(side, at, total);
}

function setTotal(side: Map<number, number>, at: number, total: number): void {
  if (total > 0) side.set(toKey(at), total);
  else side.delete(toKey(at));
}

function findHighest(side: ReadonlyMap<number, number>): number | null {
  let best: number | null = null;
  for (const key of side.keys()) {
    const price = toPrice(key);
    if (best === null || price > best) best = price;
  }
  return best;
}

function findLowest(side: ReadonlyMap<number, number>): number | null {
  let best: number | null = null;
  for (const key of side.keys()) {
    const price = toPrice(key);
    if (best === null || price < best) best = price;
  }
  return best;
}
