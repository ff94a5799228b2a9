import type { VenueId } from '../../domain/index.ts';
import type { ReadTrade } from '../tape/contract/tape-reader.ts';
import type { TapeContent } from './tables.ts';
import type { DamagedSpan, TreeWindow } from './tree-source.ts';

/** A day of which something is there. */
export interface TapeDay {
  /** Days since 1970. */
  readonly day: number;
  /** Number that is another one when the day holds something else; null: its file cannot be read. */
  readonly seq: number | null;
}

/** Content of one day of a venue within a window, both ends inclusive. */
export interface TapeDayQuery {
  readonly venue: VenueId;
  /** Days since 1970. */
  readonly day: number;
  /** Canonical ids; null: all assets of the venue. */
  readonly assets: readonly string[] | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** Rows of one answer, about: one ends between two moments of an asset. */
  readonly rows: number;
}

/** Consecutive rows of several assets, by the bytes of the asset, then time, then arrival. */
interface AssetRuns {
  /** Asset of each run of rows. A run may continue that of the rows before. */
  readonly assets: readonly string[];
  /** Position behind the last row of each run. */
  readonly ends: readonly number[];
}

/** Rows of books in columns. */
export interface BookRows extends AssetRuns {
  readonly length: number;
  readonly t: Float64Array;
  /** NaN where the venue stated none. */
  readonly venueT: Float64Array;
  /** 1: a level of a whole book; 0: a change. */
  readonly isSnapshot: Float64Array;
  /** 0 bid, 1 ask, 2 neither: the book is empty. */
  readonly side: Uint8Array;
  /** NaN where the book is empty. */
  readonly price: Float64Array;
  readonly size: Float64Array;
}

export interface TradeRows extends AssetRuns {
  readonly trades: readonly ReadTrade[];
}

/** Time within which the rows of a book are whole, both ends inclusive. */
export interface BookSpanRow {
  readonly asset: string;
  readonly fromMs: number;
  /** null: it lasts. */
  readonly toMs: number | null;
  /** Newest time that is on the disk within it, epoch ms. */
  readonly knownToMs: number;
  readonly everyMs: number;
  readonly depth: number | null;
  /** null: the window begins within it. */
  readonly opened: string | null;
  /** null: it lasts, or the window ends within it. */
  readonly ended: string | null;
  /** Whole books in it that were not the one that the changes had made. */
  readonly resyncs: number;
}

/** What was found out while a day was read. */
export interface TapeDayRead {
  /** As in {@link TapeDay}, of what was read. */
  readonly seq: number;
  readonly damage: readonly DamagedSpan[];
}

/** Books of a day were read. */
export interface TapeBooksRead extends TapeDayRead {
  /** By the bytes of the asset, then time. */
  readonly spans: readonly BookSpanRow[];
}

/** The day is not as it was when its reading began: it is read again from its start. */
export class TapeDayChangedError extends Error {
  override readonly name = 'TapeDayChangedError';
}

/** The source of the tables of books and trades of a tree: the tape as it is when a day is read. */
export interface TapeTreeSource {
  /** Days of a venue that have something within a window, rising. */
  listDays(
    content: TapeContent,
    selection: Pick<TapeDayQuery, 'venue' | 'assets'>,
    window: TreeWindow,
  ): readonly TapeDay[];
  /** @throws {TapeDayChangedError} */
  readBooks(query: TapeDayQuery): Generator<BookRows, TapeBooksRead>;
  /** @throws {TapeDayChangedError} */
  readTrades(query: TapeDayQuery): Generator<TradeRows, TapeDayRead>;
  /** Closes the files that are open. The source may be used again. */
  close(): void;
}
