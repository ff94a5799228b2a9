import type { PendingWhole } from '../coding/frame-log.ts';
import { Scale } from '../coding/units.ts';
import type { NumberedMarket, TapeClass } from '../contract/tape-writer.ts';
import { LiveBook } from './live-book.ts';

/** Span that lasts. */
export interface LiveSpan {
  readonly fromMs: number;
  readonly depth: number | null;
}

/** A market's book as it stands, and what the tape has of it. */
export class LiveMarket {
  readonly market: NumberedMarket;
  everyMs: TapeClass = 0;
  /** Book as it stands; null: not known. */
  book: LiveBook | null = null;
  span: LiveSpan | null = null;
  /** Time of the last frame that altered the book; the venue's time of it, NaN where it stated none. */
  bookMs = 0;
  venueMs = Number.NaN;
  /** Time of the last frame that was applied. */
  frameMs = 0;
  /** Time of the venue's last whole book, or of the begin of the span. */
  wholeMs = 0;
  /** Changes that were stored since the last whole book that was. */
  sinceWhole = 0;
  /** Units that prices and sizes of the book and its changes share. */
  prices = new Scale();
  sizes = new Scale();
  /** Book as it was sampled last, with its times; null where every change is stored. */
  sample: { readonly book: LiveBook; bookMs: number; venueMs: number } | null = null;
  /** Whether the book was altered since it was sampled. */
  isAltered = false;

  constructor(market: NumberedMarket) {
    this.market = market;
  }

  /** Book that the stored frames give. */
  toWhole(beginMs: number): PendingWhole {
    const { book, bookMs, venueMs } = this.sample ?? this;
    if (book === null) throw new Error(`the book of ${this.market.asset} is not known`);
    return {
      beginMs,
      bookMs,
      venueMs: Number.isNaN(venueMs) ? null : venueMs,
      bids: book.bids.toPairs(),
      asks: book.asks.toPairs(),
    };
  }

  /** Begins a span with the book as it stands. */
  begin(fromMs: number, depth: number | null): void {
    this.span = { fromMs, depth };
    this.sinceWhole = 0;
    this.wholeMs = fromMs;
    this.takeSample(this.bookMs);
  }

  /** Makes the book the sampled one, of a market that is sampled. */
  takeSample(bookMs: number): void {
    this.isAltered = false;
    if (this.everyMs === 0 || this.book === null) {
      this.sample = null;
      return;
    }
    const book = this.sample?.book ?? new LiveBook();
    book.copyFrom(this.book);
    this.sample = { book, bookMs, venueMs: this.venueMs };
  }

  forget(): void {
    this.book = null;
    this.span = null;
    this.sample = null;
    this.isAltered = false;
  }
}
