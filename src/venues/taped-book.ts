import {
  type BookBreak,
  type BookChange,
  type BookEvent,
  type EpochMs,
  MINUTE_MS,
  type PriceLevel,
  type Touch,
  type TradesHeard,
  type VenueTrade,
} from '../domain/index.ts';

/** Listeners of the tape. Messages are not prepared for a kind of listener that has none. */
export class TapeListeners {
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

/** Times and sequence number of a message about a book. */
export interface BookMessageFacts {
  readonly receivedAt: EpochMs;
  readonly venueTime: EpochMs | null;
  readonly seq?: number | null;
}

/** Silence of the stream after which a list with another touch counts. Lists lag the stream by seconds to a minute. */
const LIST_LAG_MS = MINUTE_MS;
const MAX_OTHER_LISTS = 2;

/** State of one book on the tape: whether its listeners have it, and until when it was certainly right. */
export class TapedBook {
  readonly #asset: string;
  readonly #tape: TapeListeners;
  /** Maximum number of levels per side that the venue sends; null: all levels. */
  readonly #depth: number | null;
  /** Whether listeners have the whole book and every change since. */
  isKnown = false;
  /** Whether a frame was refused and no whole book has arrived since. */
  isDoubted = false;
  /** Time of the last applied frame, by our clock. */
  #appliedAt: EpochMs | null = null;
  /** Time by our clock of the last frame that did not contradict the book. */
  #rightUntil: EpochMs | null = null;
  /**
   * Number of consecutive lists with another touch while the stream was silent, and the touch that last had an effect.
   */
  #otherLists = 0;
  #actedOn = '';

  constructor(asset: string, tape: TapeListeners, depth: number | null = null) {
    this.#asset = asset;
    this.#tape = tape;
    this.#depth = depth;
  }

  /** Sends a new or repeated whole book to the tape. Its levels are sorted, best first. */
  sendWhole(
    { bids, asks }: { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] },
    { receivedAt, venueTime, seq = null }: BookMessageFacts,
  ): void {
    this.isKnown = true;
    this.isDoubted = false;
    this.#appliedAt = receivedAt;
    this.#rightUntil = receivedAt;
    const facts = { asset: this.#asset, receivedAt, venueTime, seq };
    this.#tape.sendBook({ kind: 'whole', ...facts, bids, asks, depth: this.#depth });
  }

  /** Sends changes to the tape. Changes of an unknown book are dropped. */
  sendChanges(changes: readonly BookChange[], { receivedAt, venueTime, seq = null }: BookMessageFacts): void {
    if (!this.isKnown) return;
    this.#appliedAt = receivedAt;
    this.#tape.sendBook({ kind: 'change', asset: this.#asset, receivedAt, venueTime, seq, changes });
  }

  /** Notes that the venue's statements so far agree with the book. */
  confirm(receivedAt: EpochMs): void {
    this.#rightUntil = receivedAt;
  }

  /**
   * Ends the known book of listeners; sends nothing when it is unknown.
   *
   * @param at Time of the last message, by our clock.
   */
  sendBreak(reason: BookBreak, at: EpochMs | null): void {
    if (reason === 'refused') this.isDoubted = true;
    if (!this.isKnown) return;
    this.isKnown = false;
    const receivedAt = this.#findEnd(reason, at);
    if (receivedAt === null) return;
    this.#tape.sendBook({
      kind: 'break',
      asset: this.#asset,
      receivedAt,
      venueTime: null,
      seq: null,
      reason,
    });
  }

  /** Marks the book as unknown without a break, because the listeners are about to leave. */
  forget(): void {
    this.isKnown = false;
  }

  #findEnd(reason: BookBreak, at: EpochMs | null): EpochMs | null {
    if (reason === 'disagrees') return this.#rightUntil;
    return reason === 'refused' ? this.#appliedAt : (at ?? this.#appliedAt);
  }

  /**
   * Compares the touch of a list with that of a silent stream. A market without trading agrees in both.
   *
   * @param heardAt Time of the market's last frame, by our clock.
   * @returns Whether the stream has stopped sending the market: two lists in a row show another touch.
   */
  isLeftBehind(listed: Touch, streamed: Touch, heardAt: EpochMs | null, now: EpochMs): boolean {
    const isQuiet = heardAt !== null && now - heardAt > LIST_LAG_MS;
    const agrees = listed.bid === streamed.bid && listed.ask === streamed.ask;
    if (!this.isKnown || !isQuiet || agrees) {
      this.#otherLists = 0;
      return false;
    }
    const stated = `${listed.bid} ${listed.ask}`;
    // A list that repeats a touch after a new book has refuted it is wrong itself.
    if (++this.#otherLists < MAX_OTHER_LISTS || stated === this.#actedOn) return false;
    this.#otherLists = 0;
    this.#actedOn = stated;
    return true;
  }
}
