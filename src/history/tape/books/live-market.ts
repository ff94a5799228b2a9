import type { PendingWhole } from '../coding/frame-log.ts';
import { Scale } from '../coding/units.ts';
import type { NumberedMarket, TapeClass } from '../contract/tape-writer.ts';
import { LiveBook } from './live-book.ts';

/** Span that has not ended. */
export interface LiveSpan {
  readonly fromMs: number;
  readonly depth: number | null;
}

/** Current book of a market, and what the tape has stored of it. */
export class LiveMarket {
  readonly market: NumberedMarket;
  everyMs: TapeClass = 0;
  /** Current book; null when it is not known. */
  book: LiveBook | null = null;
  span: LiveSpan | null = null;
  /** Time of the last frame that changed the book; `venueMs` is the venue's time of it, NaN when it stated none. */
  bookMs = 0;
  venueMs = Number.NaN;
  /** Time of the last applied frame. */
  frameMs = 0;
  /** Time of the venue's last whole book, or of the start of the span. */
  wholeMs = 0;
  /** Number of changes stored since the last stored whole book. */
  sinceWhole = 0;
  /** Units of the prices of the book and its changes; `sizes` are those of the sizes. */
  prices = new Scale();
  sizes = new Scale();
  /** Last sample of the book, with its times; null when every change is stored. */
  sample: { readonly book: LiveBook; bookMs: number; venueMs: number } | null = null;
  /** Whether the book has changed since the last sample. */
  isAltered = false;

  constructor(market: NumberedMarket) {
    this.market = market;
  }

  /** Returns the book as the stored frames describe it: the last sample, or the current book. */
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

  /** Begins a span with the current book. */
  begin(fromMs: number, depth: number | null): void {
    this.span = { fromMs, depth };
    this.sinceWhole = 0;
    this.wholeMs = fromMs;
    this.copySample(this.bookMs);
  }

  /** Copies the current book as the last sample, if the market is sampled. */
  copySample(bookMs: number): void {
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
