import type { BookBreak, VenueId } from '../../../domain/index.ts';
import type { MarketKey } from '../../contract/series.ts';
import type { TapeTrade } from '../coding/trade-block.ts';
import type { TapeFrames } from './tape-frames.ts';

/** Market whose books or trades are recorded. */
export interface TapeMarket extends MarketKey {
  /** Canonical id. */
  readonly asset: string;
  /** Whether the venue sends changes: a whole book that differs from what they made is a resync. */
  readonly sendsChanges: boolean;
  /** Whether prices lie between 0 and 1, both excluded. */
  readonly isBinary: boolean;
}

/** A market, and the number by which its caller names it. The number stays with it. */
export interface NumberedMarket extends TapeMarket {
  readonly number: number;
}

/** Time between two stored states of a book in ms. 0: every change is stored. */
export type TapeClass = 0 | 60_000;

/** A trade on its way into the tape. Price and size are those of the venue, not units. */
export interface TakenTrade extends TapeTrade {
  /** Number of its market. */
  readonly market: number;
}

/** Trades of one market, or of all markets of a venue. */
export interface HeardKey {
  readonly venue: VenueId;
  /** Number of the market; null: every market of the venue. */
  readonly market: number | null;
}

/** Result of a `take`. */
export interface TakenFrames {
  /** Changes that are to be stored. */
  readonly changes: number;
  /** Numbers of the markets whose frame could not be applied: their spans ended (`refused`). */
  readonly refused: readonly number[];
  /** Changes of markets whose book is not known; they were dropped. */
  readonly unknown: number;
  /** Levels in which whole books differed from what their changes had made. */
  readonly resyncChanges: number;
}

export interface TapeState {
  /** Changes that were taken and are not committed. */
  readonly waiting: number;
  /** Spans that last, of either class, and those that are sampled. */
  readonly books: number;
  readonly sampled: number;
  /** Newest moment up to which everything is on the disk, epoch ms; null before the first commit. */
  readonly committedMs: number | null;
  /** Bytes of the blocks and journal rows that were written today. */
  readonly bytesToday: number;
  /** Bytes of a change in the last sealed slice; null before there is one. */
  readonly bytesPerChange: number | null;
  /** Files that this writer left as they are, each with the reason. */
  readonly left: readonly string[];
}

/**
 * Writes the tape: one process, in one thread. Nothing is stored before `flush`, and what `flush` stored survives a crash.
 *
 * Times are epoch ms of our clock unless said otherwise. They never fall: a step back of up to a second repeats the last
 * time, a larger one ends every span (`clock`) and begins a new part of the day.
 */
export interface TapeWriter {
  /** Names markets that frames, trades and heard times refer to. A market that is named again keeps its state. */
  nameMarkets(markets: readonly NumberedMarket[]): void;

  /**
   * Forgets markets, whose numbers may name others from then on. To be called behind a `flush` that stored what was taken
   * about them.
   *
   * @returns Numbers of those whose book is known: they are not forgotten.
   */
  forgetMarkets(numbers: readonly number[]): number[];

  /**
   * Takes frames. The first whole book of a market begins a span; within a span a whole book is a frame of what differs; a
   * break ends the span.
   */
  take(frames: TapeFrames): TakenFrames;

  /** Ends the span of a market at the last moment at which its book was right, which may lie in the day before. */
  breakBook(market: number, end: { readonly toMs: number; readonly reason: BookBreak }): void;

  /** Ends every span. @param toMs Default: the last commit. */
  breakBooks(end: { readonly toMs?: number; readonly reason: BookBreak }): void;

  /** Changes the class of a market. A span that lasts ends (`class`), and the next one begins at once. */
  setClass(market: number, everyMs: TapeClass, atMs: number): void;

  /**
   * Takes trades of any age. Those of another day than today go into the file of the day of their `t`.
   *
   * @returns Number of those that cannot be stored: a price or size that is none, is not above 0 or is too large.
   */
  takeTrades(trades: readonly TakenTrade[]): number;

  /**
   * Begins a time within which trades are known.
   *
   * @param polledToMs Of a venue that is polled: the time up to which the poll came whole. `extendHeard` moves it.
   */
  beginHeard(key: HeardKey, fromMs: number, polledToMs?: number): void;
  extendHeard(key: HeardKey, toMs: number): void;
  endHeard(key: HeardKey, end: { readonly toMs: number; readonly reason: BookBreak }): void;
  /** Trades of an earlier time became known by a back-fill. Both ends are included. */
  fillHeard(key: HeardKey, fromMs: number, toMs: number): void;

  /** A trade never settled. @param t Its time, which says in which day it is. */
  setUnsettled(
    trade: { readonly market: number; readonly id: string; readonly t: number },
    seenMs: number,
  ): void;
  /** A market's trades up to a `t` are compared with the venue's list of settled ones. */
  setChecked(market: number, toMs: number): void;

  /**
   * Commits everything that was taken, and seals, closes and begins files where that is due. Throws what the disk refused;
   * nothing is lost then, and a later call stores it.
   *
   * @param nowMs Moment up to which everything that was received has been taken.
   */
  flush(nowMs: number): void;

  /**
   * Empties the oldest closed day whose books need not be kept; its trades and spans stay.
   *
   * @param keepDays Days before today that keep their books; less than one counts as one.
   * @returns The day; null when none is left.
   */
  removeBooks(keepDays: number): string | null;

  state(): TapeState;

  /** Commits, ends all that lasts (`restart`) and closes the file. */
  stop(nowMs: number): void;
}
