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

/** Listeners of the tape. Without one of a kind nothing is computed for it. */
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

/** Facts of a message about a book. */
export interface BookMessageFacts {
  readonly receivedAt: EpochMs;
  readonly venueTime: EpochMs | null;
  readonly seq?: number | null;
}

/** A list that shows another touch counts from this time after the last frame on: it lags the stream by seconds to a minute. */
const LIST_LAG_MS = MINUTE_MS;
const MAX_OTHER_LISTS = 2;

/** State of one book on the tape: whether its listeners have it, and until when it was surely right. */
export class TapedBook {
  readonly #asset: string;
  readonly #tape: TapeListeners;
  /** Most levels of a side that the venue sends; null: all. */
  readonly #depth: number | null;
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

  constructor(asset: string, tape: TapeListeners, depth: number | null = null) {
    this.#asset = asset;
    this.#tape = tape;
    this.#depth = depth;
  }

  /** A whole book arrived, or is repeated. Its levels are sorted, the best first. */
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

  /** Changes arrived. Those of a book that is not known are dropped. */
  sendChanges(changes: readonly BookChange[], { receivedAt, venueTime, seq = null }: BookMessageFacts): void {
    if (!this.isKnown) return;
    this.#appliedAt = receivedAt;
    this.#tape.sendBook({ kind: 'change', asset: this.#asset, receivedAt, venueTime, seq, changes });
  }

  /** Nothing that the venue has stated so far speaks against the book. */
  confirm(receivedAt: EpochMs): void {
    this.#rightUntil = receivedAt;
  }

  /** Ends what listeners know. Nothing is sent when they know nothing. @param at Our clock, of the last message. */
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

  /** Listeners are about to leave: what they know does not end by that. */
  forget(): void {
    this.isKnown = false;
  }

  #findEnd(reason: BookBreak, at: EpochMs | null): EpochMs | null {
    if (reason === 'disagrees') return this.#rightUntil;
    return reason === 'refused' ? this.#appliedAt : (at ?? this.#appliedAt);
  }

  /**
   * Compares the touch of a list with that of a stream which says nothing of the market. A market that is quiet at both
   * agrees.
   *
   * @param heardAt Our clock, of the last frame of the market.
   * @returns Whether the stream has stopped to tell of the market: two lists in a row show another touch.
   */
  isLeftBehind(listed: Touch, streamed: Touch, heardAt: EpochMs | null, now: EpochMs): boolean {
    const isQuiet = heardAt !== null && now - heardAt > LIST_LAG_MS;
    const agrees = listed.bid === streamed.bid && listed.ask === streamed.ask;
    if (!this.isKnown || !isQuiet || agrees) {
      this.#otherLists = 0;
      return false;
    }
    const stated = `${listed.bid} ${listed.ask}`;
    // A list that still shows what a new book has refuted is wrong itself.
    if (++this.#otherLists < MAX_OTHER_LISTS || stated === this.#actedOn) return false;
    this.#otherLists = 0;
    this.#actedOn = stated;
    return true;
  }
}
