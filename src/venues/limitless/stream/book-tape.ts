import {
  type BookBreak,
  buildLimitlessAsset,
  type EpochMs,
  type PriceLevel,
  type Touch,
} from '../../../domain/index.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import type { Refusal } from '../../../upstream/refusal.ts';
import { readTapeSide } from '../../tape-levels.ts';
import { type BookMessageFacts, TapedBook, TapeListeners } from '../../taped-book.ts';
import { toLevel } from '../normalise.ts';
import { type LimitlessBook, orderbookUpdate } from '../wire.ts';

interface KnownBook {
  readonly taped: TapedBook;
  /** Levels of the newest frame. */
  readonly sides: { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] };
  readonly facts: BookMessageFacts;
}

/** Passes the stream's books to the tape, by slug. The venue sends each book whole. */
export class BookTape {
  readonly listeners = new TapeListeners();
  readonly #books = new Map<string, KnownBook>();
  readonly #intake: Intake;

  /**
   * Begins without a book.
   *
   * @param intake Counts books that cannot be recorded.
   */
  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Records a whole book. @param book null: its levels could not be read. */
  add(slug: string, book: LimitlessBook | null, facts: BookMessageFacts): void {
    if (this.listeners.books.size === 0) return;
    const bids = book === null ? null : readTapeSide((book.bids ?? []).map(toLevel), 'bid', 'share');
    const asks = book === null ? null : readTapeSide((book.asks ?? []).map(toLevel), 'ask', 'share');
    if (bids === null || asks === null) {
      // When `book` is null, its malformed levels have been counted already.
      if (book !== null) this.#intake.count(refuseBook(slug, book));
      this.lose(slug, 'refused', null);
      return;
    }
    const { asset } = buildLimitlessAsset(slug);
    const taped = this.#books.get(slug)?.taped ?? new TapedBook(asset, this.listeners);
    this.#books.set(slug, { taped, sides: { bids, asks }, facts });
    taped.sendWhole({ bids, asks }, facts);
  }

  /**
   * Ends the known book of a market.
   *
   * @param at Time by our clock: of the last message, or of the message that reports the end; null when neither is
   * known.
   */
  lose(slug: string, reason: BookBreak, at: EpochMs | null): void {
    this.#books.get(slug)?.taped.sendBreak(reason, at);
  }

  /** Ends and forgets the book of a market that is no longer subscribed. */
  drop(slug: string, reason: BookBreak, at: EpochMs | null): void {
    this.lose(slug, reason, at);
    this.#books.delete(slug);
  }

  /** Whether the stream has stopped sending a market: two lists in a row differ from its touch. */
  isLeftBehind(slug: string, listed: Touch, streamed: Touch, now: EpochMs): boolean {
    const known = this.#books.get(slug);
    return known?.taped.isLeftBehind(listed, streamed, known.facts.receivedAt, now) ?? false;
  }

  repeat(now: EpochMs): void {
    for (const { taped, sides, facts } of this.#books.values())
      if (taped.isKnown) taped.sendWhole(sides, { ...facts, receivedAt: now });
  }

  /** Forgets the books when we stop the stream. Listeners are not told of a break, because they stop as well. */
  clear(): void {
    this.#books.clear();
  }
}

function refuseBook(row: string, value: LimitlessBook): Refusal {
  const { name, endpoint } = orderbookUpdate;
  return refuse(name, 'a price, a size or their number cannot be recorded', { endpoint, row, value });
}
