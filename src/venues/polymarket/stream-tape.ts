import {
  type BookBreak,
  type BookEvent,
  type EpochMs,
  MINUTE_MS,
  type PriceLevel,
  type TradesHeard,
  type VenueTrade,
} from '../../domain/index.ts';
import { readTapeChanges } from '../tape-levels.ts';
import { findVenueMillis } from '../times.ts';
import type { TokenOutcome } from './prints.ts';
import type { PolymarketQuote } from './quote.ts';
import type { StreamBook } from './stream-book.ts';
import type { PriceChange } from './wire.ts';

/** Listeners of the tape. Without one of a kind nothing is computed for it. */
export class StreamTape {
  readonly books = new Set<(event: BookEvent) => void>();
  readonly trades = new Set<(trade: VenueTrade) => void>();
  readonly heard = new Set<(heard: TradesHeard) => void>();

  sendBook(event: BookEvent): void {
    for (const listener of this.books) listener(event);
  }

  sendTrade(trade: VenueTrade): void {
    for (const listener of this.trades) listener(trade);
  }

  sendHeard(heard: TradesHeard): void {
    for (const listener of this.heard) listener(heard);
  }
}

/** A list that shows another touch counts from this time after the last frame on: it lags the stream by seconds to a minute. */
const LIST_LAG_MS = MINUTE_MS;
const MAX_OTHER_LISTS = 2;

/** What the tape knows of one book: whether its listeners have it, and until when it was surely right. */
export class TapedBook {
  readonly #asset: string;
  readonly #book: StreamBook;
  readonly #tape: StreamTape;
  /** Listeners have the whole book and every change since. */
  isKnown = false;
  /** A frame was refused, and no whole book came since. */
  isDoubted = false;
  /** Our clock, of the last frame that was applied. */
  #appliedAt: EpochMs | null = null;
  /** Our clock, of the last frame after which nothing spoke against the book. */
  #rightUntil: EpochMs | null = null;
  /** Lists in a row that showed another touch while the stream was quiet, and the one that was acted on. */
  #otherLists = 0;
  #actedOn = '';

  constructor(asset: string, book: StreamBook, tape: StreamTape) {
    this.#asset = asset;
    this.#book = book;
    this.#tape = tape;
  }

  /** A whole book arrived, or is repeated. */
  sendWhole(
    sides: { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] },
    receivedAt: EpochMs,
    venueTime: EpochMs | null,
  ): void {
    this.isKnown = true;
    this.isDoubted = false;
    this.#appliedAt = receivedAt;
    this.#rightUntil = receivedAt;
    this.#tape.sendBook({
      kind: 'whole',
      asset: this.#asset,
      receivedAt,
      venueTime,
      seq: null,
      bids: sides.bids,
      asks: sides.asks,
      depth: null,
    });
  }

  /** @returns Whether the changes can be recorded, or are of a book that is not known yet. */
  sendChanges(
    rows: readonly PriceChange[],
    receivedAt: EpochMs,
    timestamp: string | null | undefined,
  ): boolean {
    if (!this.isKnown) return true;
    const changes = readTapeChanges(rows.map(toStated), 'share');
    if (changes === null) return false;
    this.#appliedAt = receivedAt;
    this.#tape.sendBook({
      kind: 'change',
      asset: this.#asset,
      receivedAt,
      venueTime: findVenueMillis(timestamp),
      seq: null,
      changes,
    });
    return true;
  }

  /** The venue has just stated a touch, or none: as long as it is ours the book is right. */
  confirm(receivedAt: EpochMs): void {
    if (this.#book.disagreements === 0) this.#rightUntil = receivedAt;
  }

  /** Ends what listeners know. Nothing is sent when they know nothing. @param at Our clock, of the last message. */
  sendBreak(reason: BookBreak, at: EpochMs | null): void {
    if (reason === 'refused') this.isDoubted = true;
    if (!this.isKnown) return;
    this.isKnown = false;
    const until = this.#findEnd(reason, at);
    if (until === null) return;
    this.#tape.sendBook({
      kind: 'break',
      asset: this.#asset,
      receivedAt: until,
      venueTime: null,
      seq: null,
      reason,
    });
  }

  #findEnd(reason: BookBreak, at: EpochMs | null): EpochMs | null {
    if (reason === 'disagrees') return this.#rightUntil;
    return reason === 'refused' ? this.#appliedAt : (at ?? this.#appliedAt);
  }

  /**
   * Compares the touch of a list with that of a stream which says nothing of the market. A market that is quiet at both
   * agrees.
   *
   * @returns Whether the stream has stopped to tell of the market: two lists in a row show another touch.
   */
  isLeftBehind({ bid, ask }: PolymarketQuote, now: EpochMs): boolean {
    const ours = this.#book.quote();
    const { updatedAt } = this.#book;
    const isQuiet = updatedAt !== null && now - updatedAt > LIST_LAG_MS;
    if (!this.isKnown || !isQuiet || (bid === ours.bid && ask === ours.ask)) {
      this.#otherLists = 0;
      return false;
    }
    const stated = `${bid} ${ask}`;
    // A list that still shows what a new book has refuted is wrong itself.
    if (++this.#otherLists < MAX_OTHER_LISTS || stated === this.#actedOn) return false;
    this.#otherLists = 0;
    this.#actedOn = stated;
    return true;
  }
}

function toStated({ side, price, size }: PriceChange) {
  return { side: side === 'BUY' ? ('bid' as const) : ('ask' as const), price, size };
}

/**
 * Whether trades of a market are heard: from the first books of both tokens on a connection, from its first print, or from
 * the moment by which both subscriptions have surely been taken.
 */
export class HeardTrades {
  readonly #asset: string;
  readonly #tape: StreamTape;
  #hasYes = false;
  #hasNo = false;
  #isHeard = false;

  constructor(asset: string, tape: StreamTape) {
    this.#asset = asset;
    this.#tape = tape;
  }

  addBook(outcome: TokenOutcome, at: EpochMs): void {
    if (outcome === 'yes') this.#hasYes = true;
    else this.#hasNo = true;
    if (this.#hasYes && this.#hasNo) this.begin(at);
  }

  begin(at: EpochMs): void {
    if (this.#isHeard) return;
    this.#isHeard = true;
    this.#tape.sendHeard({ kind: 'begin', asset: this.#asset, at });
  }

  /** @param at Our clock, of the last message of the connection. */
  lose(reason: BookBreak, at: EpochMs | null): void {
    const wasHeard = this.#isHeard;
    this.#hasYes = false;
    this.#hasNo = false;
    this.#isHeard = false;
    if (wasHeard && at !== null) this.#tape.sendHeard({ kind: 'end', asset: this.#asset, at, reason });
  }
}
