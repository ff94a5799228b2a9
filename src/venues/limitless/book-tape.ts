import {
  type BookBreak,
  buildLimitlessAsset,
  type EpochMs,
  type PriceLevel,
  type Touch,
} from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import type { Refusal } from '../../upstream/refusal.ts';
import { readTapeSide } from '../tape-levels.ts';
import { type BookMessageFacts, TapedBook, TapeListeners } from '../taped-book.ts';
import { toLevel } from './normalise.ts';
import { type LimitlessBook, orderbookUpdate } from './wire.ts';

interface KnownBook {
  readonly taped: TapedBook;
  /** Levels of the newest frame. */
  readonly sides: { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] };
  readonly facts: BookMessageFacts;
}

/** Books of the stream for the tape, by slug: the venue sends each of them whole. */
export class BookTape {
  readonly listeners = new TapeListeners();
  readonly #books = new Map<string, KnownBook>();
  readonly #intake: Intake;

  /** @param intake Counts books that cannot be recorded. */
  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** A whole book arrived. @param book null: levels that cannot be read. */
  add(slug: string, book: LimitlessBook | null, facts: BookMessageFacts): void {
    if (this.listeners.books.size === 0) return;
    const bids = book === null ? null : readTapeSide((book.bids ?? []).map(toLevel), 'bid', 'share');
    const asks = book === null ? null : readTapeSide((book.asks ?? []).map(toLevel), 'ask', 'share');
    if (bids === null || asks === null) {
      // Levels of another form were counted where they were read.
      if (book !== null) this.#intake.count(refuseBook(slug, book));
      this.lose(slug, 'refused', null);
      return;
    }
    const { asset } = buildLimitlessAsset(slug);
    const taped = this.#books.get(slug)?.taped ?? new TapedBook(asset, this.listeners);
    this.#books.set(slug, { taped, sides: { bids, asks }, facts });
    taped.sendWhole({ bids, asks }, facts);
  }

  /** @param at Our clock, of the last message of the connection, or the one that says so. */
  lose(slug: string, reason: BookBreak, at: EpochMs | null): void {
    this.#books.get(slug)?.taped.sendBreak(reason, at);
  }

  /** The market is not carried any more. */
  drop(slug: string, reason: BookBreak, at: EpochMs | null): void {
    this.lose(slug, reason, at);
    this.#books.delete(slug);
  }

  /** Whether the stream has stopped to tell of a market: two lists in a row show another touch. */
  isLeftBehind(slug: string, listed: Touch, streamed: Touch, now: EpochMs): boolean {
    const known = this.#books.get(slug);
    return known?.taped.isLeftBehind(listed, streamed, known.facts.receivedAt, now) ?? false;
  }

  repeat(now: EpochMs): void {
    for (const { taped, sides, facts } of this.#books.values())
      if (taped.isKnown) taped.sendWhole(sides, { ...facts, receivedAt: now });
  }

  /** The stream is stopped by us: what listeners know ends by that, not by the venue. */
  clear(): void {
    this.#books.clear();
  }
}

function refuseBook(row: string, value: LimitlessBook): Refusal {
  const { name, endpoint } = orderbookUpdate;
  return refuse(name, 'a price, a size or their number cannot be recorded', { endpoint, row, value });
}
