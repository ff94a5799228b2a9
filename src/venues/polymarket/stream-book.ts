import { type EpochMs, MINUTE_MS, type PriceLevel, sortLevels } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis } from '../times.ts';
import { findInnerPrice } from './fields.ts';
import type { PolymarketQuote } from './quote.ts';
import { RecentChanges } from './recent-changes.ts';
import type { BookEvent, WireLevel } from './wire.ts';

/** How far the venue's clock may be ahead of ours. */
const MAX_AHEAD_MS = MINUTE_MS;
/** Messages may overtake each other. By more than this none does: the venue's clock has another time. */
const MAX_LATE_MS = MINUTE_MS;

/** A total as a frame states it; null where its text is no such number. */
export interface StatedLevel {
  readonly side: 'bid' | 'ask';
  /** Strictly between 0 and 1. */
  readonly price: number | null;
  readonly size: number | null;
}

/**
 * The book of one Yes token, kept up to date from the stream.
 *
 * The No token's book is the same one mirrored. Only the Yes token's part of a frame is applied, so
 * nothing is counted twice, also where the two parts come from different moments.
 */
export class StreamBook {
  /** Totals by the key of their price. */
  readonly #bids = new Map<number, number>();
  readonly #asks = new Map<number, number>();
  #bestBid: number | null = null;
  #bestAsk: number | null = null;
  lastTrade: number | null;
  listed: number | null;
  tick: number;
  /** Whether the first whole book has arrived on this connection. */
  isComplete = false;
  /** Our clock, of any event of this token. */
  updatedAt: EpochMs | null = null;
  venueTime: EpochMs | null = null;
  /** The venue's time of the whole book that is known. */
  #bookTime: EpochMs | null = null;
  readonly #recent = new RecentChanges();
  /** Times in a row that the venue stated another touch than the one computed here. */
  disagreements = 0;

  constructor(quote: PolymarketQuote) {
    this.lastTrade = quote.lastTrade;
    this.listed = quote.listed;
    this.tick = quote.tick;
  }

  /** The touch as the stream has it. */
  quote(): PolymarketQuote {
    return {
      bid: this.#bestBid,
      ask: this.#bestAsk,
      lastTrade: this.lastTrade,
      listed: this.listed,
      tick: this.tick,
    };
  }

  /** All levels, best first. */
  levels(): { bids: PriceLevel[]; asks: PriceLevel[] } {
    const list = (side: ReadonlyMap<number, number>) =>
      Array.from(side, ([key, size]) => ({ price: toPrice(key), size }));
    return { bids: sortLevels(list(this.#bids), 'bid'), asks: sortLevels(list(this.#asks), 'ask') };
  }

  /**
   * Replaces the known book by a whole one. An older book than the known one is left out: it came late.
   *
   * @returns Whether it was replaced.
   */
  replace(event: BookEvent, receivedAt: EpochMs): boolean {
    const statedAt = findVenueMillis(event.timestamp);
    if (this.#isLate(statedAt)) return false;
    // A time ahead of ours would refuse every book after it.
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

  /** Whether a frame of this time of the venue comes behind later ones. */
  isBehind(statedAt: EpochMs | null): boolean {
    const { newest } = this.#recent;
    return newest !== null && statedAt !== null && statedAt < newest;
  }

  /** Whether changes of this time of the venue lie so far before what is known that their order cannot be told. */
  isOutOfOrder(statedAt: EpochMs | null): boolean {
    const newest = this.#recent.newest ?? this.#bookTime;
    if (!this.isComplete || newest === null) return false;
    return statedAt !== null && statedAt < newest - MAX_LATE_MS;
  }

  /**
   * Sets the total at one price; size 0 removes the level. Changes before the first book are dropped, those older than
   * the known book, which holds them already, and those that a later one of the same level has overtaken.
   *
   * @param statedAt The venue's time.
   * @returns Whether the change counts.
   */
  apply({ side, price, size }: StatedLevel, statedAt: EpochMs | null): boolean {
    if (!this.isComplete || this.#isLate(statedAt)) return false;
    if (price === null) return true;
    if (statedAt !== null && this.#isOvertaken(side === 'bid' ? price : -price, statedAt)) return false;
    if (size !== null) this.#setLevel(side, price, size);
    return true;
  }

  /** Whether something stated at a time is older than the whole book that is known. */
  #isLate(statedAt: EpochMs | null): boolean {
    return this.isComplete && statedAt !== null && this.#bookTime !== null && statedAt < this.#bookTime;
  }

  /** Whether a change came behind a later one of its level. One that did not is noted. */
  #isOvertaken(level: number, statedAt: EpochMs): boolean {
    const { newest } = this.#recent;
    if (newest !== null && statedAt < newest && this.#recent.hasLater(level, statedAt)) return true;
    this.#recent.add(level, statedAt);
    return false;
  }

  #setLevel(side: 'bid' | 'ask', price: number, size: number): void {
    if (side === 'bid') {
      setTotal(this.#bids, price, size);
      // A change behind the touch, by far the most common one, needs no search.
      if (this.#bestBid === null || price >= this.#bestBid) this.#bestBid = findHighest(this.#bids);
    } else {
      setTotal(this.#asks, price, size);
      if (this.#bestAsk === null || price <= this.#bestAsk) this.#bestAsk = findLowest(this.#asks);
    }
  }

  /** Compares the touch that the venue states with the computed one. Its 0 and 1 stand for an empty side. */
  compareTouch(stated: { best_bid?: string | null; best_ask?: string | null }): void {
    if (!this.isComplete || (!stated.best_bid && !stated.best_ask)) return;
    const agrees =
      (!stated.best_bid || findInnerPrice(stated.best_bid) === this.#bestBid) &&
      (!stated.best_ask || findInnerPrice(stated.best_ask) === this.#bestAsk);
    this.disagreements = agrees ? 0 : this.disagreements + 1;
  }

  touch(statedAt: EpochMs | null, receivedAt: EpochMs): void {
    this.updatedAt = receivedAt;
    // Messages may overtake each other; the newest time holds.
    if (statedAt !== null && (this.venueTime === null || statedAt > this.venueTime))
      this.venueTime = statedAt;
  }

  /** Accepts the next whole book with any time, because the present book is wrong and a new one was requested. */
  expectWhole(): void {
    this.#bookTime = null;
  }

  /** Drops the book: it belongs to a connection that is gone. */
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

/** A map finds whole numbers faster than fractions: prices are kept as multiples of 10^-9, and what is none as it is. */
const KEY_UNITS = 1e9;

function toKey(price: number): number {
  const units = Math.round(price * KEY_UNITS);
  return units / KEY_UNITS === price ? units : price;
}

/** Price of a key; one below 1 is the price itself. */
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
