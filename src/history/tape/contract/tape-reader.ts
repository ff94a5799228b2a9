import type { PriceLevel } from '../../../domain/index.ts';
import type { MarketKey } from '../../contract/series.ts';
import type { TapeTrade } from '../coding/trade-block.ts';
import type { TapeCoverage } from './tape-coverage.ts';

/** Window of time, epoch ms; both ends are inclusive. */
export interface TapeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One side of a book; the best level has rank 0. */
export interface SideView {
  readonly length: number;
  price(rank: number): number;
  size(rank: number): number;
}

/** A book at a time. Its sides are valid only until the next call, so copy what must be kept. */
export interface BookView {
  readonly t: number;
  readonly bids: SideView;
  readonly asks: SideView;
  /** Time of the last frame that changed the book, our clock; of a sampled book, the full minute at or before `t`. */
  readonly bookTime: number;
  /** The venue's time of that frame; null when it stated none. */
  readonly venueTime: number | null;
  /** Class of the book: 0 when every change is stored, otherwise the time between two samples in ms. */
  readonly everyMs: number;
  /** Maximum number of levels per side that the venue sends; null when it sends all. */
  readonly depth: number | null;
  /** Whether the best bid is above the best ask. */
  readonly crossed: boolean;
  /** Whether the sides are equal to those of the view before. */
  readonly isSame: boolean;
}

/** Book at a time, or a reason of `TapeCoverage` why it is not known. */
export type FoundBook =
  | {
      readonly book: BookView;
      /** Start of the span, of one class, even if it began on an earlier day. */
      readonly spanFromMs: number;
    }
  | { readonly book: null; readonly why: string };

export interface BookSteps extends TapeWindow {
  /** Distance of steps in ms; steps are its multiples since 1970. */
  readonly everyMs: number;
}

/** Converts a side to a list of levels, best first. */
export function toLevels(side: SideView, most = side.length): PriceLevel[] {
  return Array.from({ length: Math.min(most, side.length) }, (_, rank) => ({
    price: side.price(rank),
    size: side.size(rank),
  }));
}

/** Position in a list of rows: a time, and the number of groups (frames, whole books or breaks) of it before. */
export interface TapePosition {
  readonly t: number;
  readonly rank: number;
}

export const CHANGE_KINDS = ['whole', 'change', 'break'] as const;

/** Changes of a book in columns, oldest first. */
export interface ChangeColumns {
  readonly length: number;
  readonly t: Float64Array;
  /** Time of the venue, epoch ms; NaN when it stated none. */
  readonly venueT: Float64Array;
  /** Index of `CHANGE_KINDS`. */
  readonly kind: Uint8Array;
  /** Side of each row: 0 bid, 1 ask, 2 neither, for an empty book or a break. */
  readonly side: Uint8Array;
  /** Price; NaN when the row has no level. */
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** Reason of each break, by the index of its row. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Class of the row's span in ms; NaN for a break. */
  readonly everyMs: Float64Array;
}

export interface ChangePage {
  readonly columns: ChangeColumns;
  /** Position at which the next page begins; null when the window holds no more rows. */
  readonly next: TapePosition | null;
}

/** A trade in an answer. */
export interface ReadTrade extends TapeTrade {
  /** Price of the venue instead of units, as is `size`. */
  readonly price: number;
  readonly size: number;
  /** Whether the trade settled; null when unknown, or when the venue does not say. */
  readonly settled: boolean | null;
}

export interface TradeQuery extends TapeWindow {
  readonly limit: number;
  readonly order: 'newest' | 'oldest';
  /** Position behind which trades are read: `next` of an earlier page. */
  readonly after?: TapePosition;
}

export interface TradePage {
  /** Trades in the order of the query: by `t`, then by arrival. */
  readonly trades: readonly ReadTrade[];
  readonly next: TapePosition | null;
}

/** A market that the tape of a day contains. */
export interface TapeDayMarket extends MarketKey {
  readonly asset: string;
}

/**
 * Reads the tape of a data directory, in any thread or process of its machine, with or without a running writer. Each
 * call reads every file within one transaction, so it sees all acknowledged content. An unknown market has no content.
 */
export interface TapeReader {
  /** Finds the newest time up to which everything is on disk, epoch ms; null without a file. */
  findNewestMs(): Promise<number | null>;

  /** Finds the book after every frame up to `t`, inclusive. */
  findBook(key: MarketKey, t: number): Promise<FoundBook>;

  /**
   * Visits the book at each step of a window, oldest first; steps at which it is not known are left out.
   *
   * @param visit Returns false to stop.
   */
  visitBooks(key: MarketKey, steps: BookSteps, visit: (step: BookView) => boolean): Promise<void>;

  /**
   * Reads the frames of a window: the book at its start, then every change, every whole book with which a span begins,
   * and every break. A page never ends within a frame or whole book.
   *
   * @param options.limit Number of rows, which one group may exceed.
   */
  readChanges(
    key: MarketKey,
    options: TapeWindow & { readonly limit: number; readonly after?: TapePosition },
  ): Promise<ChangePage>;

  readTrades(key: MarketKey, query: TradeQuery): Promise<TradePage>;

  /**
   * Visits all trades of a window, of all markets, in no particular order, except those that never settled.
   *
   * @param visit Called with the canonical id of the market.
   */
  visitTrades(window: TapeWindow, visit: (asset: string, trade: ReadTrade) => void): Promise<void>;

  /** Reads how much of a window is known of a book. @param maxRows Maximum length of each list. */
  readBookCoverage(key: MarketKey, window: TapeWindow, maxRows?: number): Promise<TapeCoverage>;
  /** Reads how much of a window is known of trades. @param maxRows Maximum length of each list. */
  readTradeCoverage(key: MarketKey, window: TapeWindow, maxRows?: number): Promise<TapeCoverage>;

  /** Lists the days that have a file, oldest first, such as `2026-11-28`. */
  listDays(): Promise<readonly string[]>;
  /** Lists the markets of a day, by asset. */
  listMarkets(day: string): Promise<readonly TapeDayMarket[]>;

  close(): Promise<void>;
}
