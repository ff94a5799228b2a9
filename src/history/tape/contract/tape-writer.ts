import type { BookBreak, VenueId } from '../../../domain/index.ts';
import type { MarketKey } from '../../contract/series.ts';
import type { TapeTrade } from '../coding/trade-block.ts';
import type { TapeFrames } from './tape-frames.ts';

/** Market whose books or trades are recorded. */
export interface TapeMarket extends MarketKey {
  /** Canonical asset id. */
  readonly asset: string;
  /** Whether the venue sends changes. If so, a whole book that differs from what they have built is a resync. */
  readonly sendsChanges: boolean;
  /** Whether prices are between 0 and 1, exclusive. */
  readonly isBinary: boolean;
}

/** A market with the number that the caller has assigned to it for good. */
export interface NumberedMarket extends TapeMarket {
  readonly number: number;
}

/** Class of a market: the time between two stored states of its book in ms, or 0 when every change is stored. */
export type TapeClass = 0 | 60_000;

/** A trade that is to be stored, with price and size of the venue instead of units. */
export interface TakenTrade extends TapeTrade {
  /** Number of its market. */
  readonly market: number;
}

/** Key of a span of trades: one market, or all markets of a venue. */
export interface HeardKey {
  readonly venue: VenueId;
  /** Number of the market; null for all markets of the venue. */
  readonly market: number | null;
}

/** Result of `take`. */
export interface TakenFrames {
  /** Number of changes that will be stored. */
  readonly changes: number;
  /** Numbers of the markets whose frame could not be applied, so that their spans ended (`refused`). */
  readonly refused: readonly number[];
  /** Number of changes that were dropped, since the book of their market is not known. */
  readonly unknown: number;
  /** Number of levels in which whole books differed from the books that changes had built. */
  readonly resyncChanges: number;
}

export interface TapeState {
  /** Number of changes that are not committed yet. */
  readonly waiting: number;
  /** Number of open spans of either class; `sampled` of them are of the sampled class. */
  readonly books: number;
  readonly sampled: number;
  /** Newest time up to which everything is on disk, epoch ms; null before the first commit. */
  readonly committedMs: number | null;
  /** Bytes of the blocks and journal rows that were written today. */
  readonly bytesToday: number;
  /** Bytes per change in the last sealed slice; null when none was sealed. */
  readonly bytesPerChange: number | null;
  /** Files that this writer could not use and left unchanged, each with the reason. */
  readonly left: readonly string[];
}

/**
 * Writes the tape, in one thread of one process. Nothing is stored before `flush`, and what `flush` has stored survives
 * a crash. Times are epoch ms of our clock unless stated otherwise. They never fall: a step back of up to a second
 * repeats the last time, and a larger one ends every span (`clock`) and begins a new part of the day.
 */
export interface TapeWriter {
  /** Adds markets, to whose numbers frames, trades and spans refer. A market that is known already keeps its state. */
  nameMarkets(markets: readonly NumberedMarket[]): void;

  /**
   * Forgets markets, whose numbers may then be assigned to others. Must be called after a `flush` has stored everything
   * about them.
   *
   * @returns Numbers of the markets whose book is known, which are not forgotten.
   */
  forgetMarkets(numbers: readonly number[]): number[];

  /**
   * Adds frames. The first whole book of a market begins a span. Within a span, a whole book becomes a frame of its
   * differences. A break ends the span.
   */
  addFrames(frames: TapeFrames): TakenFrames;

  /** Ends the span of a market at the last time at which its book was correct, which may be on the day before. */
  breakBook(market: number, end: { readonly toMs: number; readonly reason: BookBreak }): void;

  /** Ends every span of books. @param toMs Default: the last commit. */
  breakBooks(end: { readonly toMs?: number; readonly reason: BookBreak }): void;

  /** Changes the class of a market. An open span ends (`class`), and the next one begins at once. */
  setClass(market: number, everyMs: TapeClass, atMs: number): void;

  /**
   * Adds trades of any age; each is stored in the file of the day of its `t`.
   *
   * @returns Number of trades that cannot be stored, since price or size is not a number above 0, or is too large.
   */
  addTrades(trades: readonly TakenTrade[]): number;

  /**
   * Begins a span in which all trades are recorded.
   *
   * @param polledToMs For a polled venue: the time up to which the poll was complete. `extendHeard` moves it.
   */
  beginHeard(key: HeardKey, fromMs: number, polledToMs?: number): void;
  extendHeard(key: HeardKey, toMs: number): void;
  endHeard(key: HeardKey, end: { readonly toMs: number; readonly reason: BookBreak }): void;
  /** Adds a span of earlier time whose trades were back-filled. Both ends are inclusive. */
  fillHeard(key: HeardKey, fromMs: number, toMs: number): void;

  /** Notes that a trade never settled. @param t Time of the trade, by which its day is found. */
  setUnsettled(
    trade: { readonly market: number; readonly id: string; readonly t: number },
    seenMs: number,
  ): void;
  /** Notes that the trades of a market up to a `t` were compared with the venue's list of settled ones. */
  setChecked(market: number, toMs: number): void;

  /**
   * Commits everything that was taken, and seals slices, closes files and begins new ones when due. A failure of the
   * disk is thrown: nothing is lost then, and a later call stores it.
   *
   * @param nowMs Time up to which everything received has been taken.
   */
  flush(nowMs: number): void;

  /**
   * Removes the books of the oldest closed day that need not keep them; its trades and spans stay.
   *
   * @param keepDays Number of days before today that keep their books, at least 1.
   * @returns The day; null when there is none.
   */
  removeBooks(keepDays: number): string | null;

  state(): TapeState;

  /** Commits, ends all open spans (`restart`) and closes the file. */
  stop(nowMs: number): void;
}
