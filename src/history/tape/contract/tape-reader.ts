import type { PriceLevel } from '../../../domain/index.ts';
import type { MarketKey } from '../../contract/series.ts';
import type { TapeTrade } from '../coding/trade-block.ts';
import type { TapeCoverage } from './tape-coverage.ts';

/** Window of time, epoch ms, both ends included. */
export interface TapeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One side of a book, the best level at rank 0. */
export interface SideView {
  readonly length: number;
  price(rank: number): number;
  size(rank: number): number;
}

/** A book at a moment. Its sides hold until the next call alone: copy what is kept. */
export interface BookView {
  readonly t: number;
  readonly bids: SideView;
  readonly asks: SideView;
  /** Time of the last frame that altered it, our clock; of a sampled book the full minute at or before `t`. */
  readonly bookTime: number;
  /** The venue's time of the frame; null: not stated. */
  readonly venueTime: number | null;
  /** 0: every change is stored; else the time between two samples in ms. */
  readonly everyMs: number;
  /** Most levels of a side that the venue sends; null: all. */
  readonly depth: number | null;
  /** Whether the best bid is above the best ask. */
  readonly crossed: boolean;
  /** Whether the sides are those of the view before. */
  readonly isSame: boolean;
}

/** Book at a moment, or why it is not known: a reason of `TapeCoverage`. */
export type FoundBook =
  | {
      readonly book: BookView;
      /** Begin of the span, over midnights, of one class. */
      readonly spanFromMs: number;
    }
  | { readonly book: null; readonly why: string };

export interface BookSteps extends TapeWindow {
  /** Steps are the multiples of it since 1970. */
  readonly everyMs: number;
}

/** Levels of a side, best first. */
export function toLevels(side: SideView, most = side.length): PriceLevel[] {
  return Array.from({ length: Math.min(most, side.length) }, (_, rank) => ({
    price: side.price(rank),
    size: side.size(rank),
  }));
}

/** Position behind the groups of rows of one moment that a page gave: a frame or whole book is a group. */
export interface TapePosition {
  readonly t: number;
  readonly rank: number;
}

export const CHANGE_KINDS = ['whole', 'change', 'break'] as const;

/** Changes in columns, oldest first. */
export interface ChangeColumns {
  readonly length: number;
  readonly t: Float64Array;
  /** NaN where the venue stated none. */
  readonly venueT: Float64Array;
  /** Index of `CHANGE_KINDS`. */
  readonly kind: Uint8Array;
  /** 0 bid, 1 ask, 2 neither: an empty book, or a break. */
  readonly side: Uint8Array;
  /** NaN where there is no level. */
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** Reason of each break, by its row. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Class of the row's span in ms; NaN of a break. */
  readonly everyMs: Float64Array;
}

export interface ChangePage {
  readonly columns: ChangeColumns;
  /** Position of the next page; null: the window holds no more. */
  readonly next: TapePosition | null;
}

/** Trade as it is answered. */
export interface ReadTrade extends TapeTrade {
  /** Price and size of the venue, not units. */
  readonly price: number;
  readonly size: number;
  /** Whether it settled; null: not known, or not said by the venue. */
  readonly settled: boolean | null;
}

export interface TradeQuery extends TapeWindow {
  readonly limit: number;
  readonly order: 'newest' | 'oldest';
  /** Position of an earlier page's `next`. */
  readonly after?: TapePosition;
}

export interface TradePage {
  /** In the order of the query: by `t`, then by arrival. */
  readonly trades: readonly ReadTrade[];
  readonly next: TapePosition | null;
}

/** A market of a day. */
export interface TapeDayMarket extends MarketKey {
  readonly asset: string;
}

/**
 * Reads the tape of a directory, in any thread or process of its machine, beside its writer or without one. Each call
 * reads every file within one transaction, and so sees all that was acknowledged. A market that is not known reads as
 * empty.
 */
export interface TapeReader {
  /** Newest moment up to which everything is on the disk, epoch ms; null without a file. */
  findNewestMs(): Promise<number | null>;

  /** The book with every frame up to `t`, `t` included. */
  findBook(key: MarketKey, t: number): Promise<FoundBook>;

  /**
   * The book at each step of a window, oldest first; steps without one are left out.
   *
   * @param visit False ends the walk.
   */
  visitBooks(key: MarketKey, steps: BookSteps, visit: (step: BookView) => boolean): Promise<void>;

  /**
   * Frames of a window: the book at its begin, then every change, whole book at the begin of a span, and break. A page
   * never ends within a frame or whole book.
   *
   * @param options.limit Rows, which one group may exceed.
   */
  readChanges(
    key: MarketKey,
    options: TapeWindow & { readonly limit: number; readonly after?: TapePosition },
  ): Promise<ChangePage>;

  readTrades(key: MarketKey, query: TradeQuery): Promise<TradePage>;

  /**
   * Every trade of a window of all markets, in no order, without those that never settled.
   *
   * @param visit Is called with the canonical id of the market.
   */
  visitTrades(window: TapeWindow, visit: (asset: string, trade: ReadTrade) => void): Promise<void>;

  /** How much of a window is known of a book. @param maxRows Most rows of each list. */
  readBookCoverage(key: MarketKey, window: TapeWindow, maxRows?: number): Promise<TapeCoverage>;
  /** The same of trades. */
  readTradeCoverage(key: MarketKey, window: TapeWindow, maxRows?: number): Promise<TapeCoverage>;

  /** Days that have a file, oldest first: `2026-11-28`. */
  listDays(): Promise<readonly string[]>;
  /** Markets of a day, by asset. */
  listMarkets(day: string): Promise<readonly TapeDayMarket[]>;

  close(): Promise<void>;
}
