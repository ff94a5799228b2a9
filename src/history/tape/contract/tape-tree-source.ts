import type { VenueId } from '../../../domain/index.ts';
import type { TapeContent } from '../../tree/tables.ts';
import type { DamagedSpan, TreeWindow } from '../../tree/tree-source.ts';
import type { ReadTrade } from './tape-reader.ts';

/** A day on which the tape has books or trades. */
export interface TapeDay {
  /** Day as the number of days since 1970. */
  readonly day: number;
  /** Number that changes with the content of the day; null when its file cannot be read. */
  readonly seq: number | null;
}

/** Selects the content of one day of a venue within a window; both ends are inclusive. */
export interface TapeDayQuery {
  readonly venue: VenueId;
  /** Day as the number of days since 1970. */
  readonly day: number;
  /** Canonical asset ids; null for all assets of the venue. */
  readonly assets: readonly string[] | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** Approximate number of rows of one group: a group ends between two times of an asset. */
  readonly rows: number;
}

/** Consecutive rows of several assets, ordered by the UTF-8 bytes of the asset, then by time, then by arrival. */
interface AssetRuns {
  /** Asset of each run of rows. The first run may continue the last one of the rows before. */
  readonly assets: readonly string[];
  /** End of each run of rows, exclusive. */
  readonly ends: readonly number[];
}

/** Rows of books in columns. */
export interface BookRows extends AssetRuns {
  readonly length: number;
  readonly t: Float64Array;
  /** Time of the venue, epoch ms; NaN when the venue stated none. */
  readonly venueT: Float64Array;
  /** Kind of each row: 1 for a level of a whole book, 0 for a change. */
  readonly isSnapshot: Float64Array;
  /** Side of each row: 0 for a bid, 1 for an ask, 2 for neither, when the book is empty. */
  readonly side: Uint8Array;
  /** Price; NaN when the book is empty. */
  readonly price: Float64Array;
  readonly size: Float64Array;
}

export interface TradeRows extends AssetRuns {
  readonly trades: readonly ReadTrade[];
}

/** Span in which the rows of a book are complete; both ends are inclusive. */
export interface BookSpanRow {
  readonly asset: string;
  readonly fromMs: number;
  /** End of the span, epoch ms; null while it lasts. */
  readonly toMs: number | null;
  /** Newest time in the span that is on disk, epoch ms. */
  readonly knownToMs: number;
  readonly everyMs: number;
  readonly depth: number | null;
  /** Reason why the span began; null when the window begins within it. */
  readonly opened: string | null;
  /** Reason why the span ended; null while it lasts, and when the window ends within it. */
  readonly ended: string | null;
  /** Number of whole books in the span that differed from the book that the changes had built. */
  readonly resyncs: number;
}

/** Facts that are known when a day has been read. */
export interface TapeDayRead {
  /** Number as in {@link TapeDay}, of the content that was read. */
  readonly seq: number;
  readonly damage: readonly DamagedSpan[];
}

/** Facts that are known when the books of a day have been read. */
export interface TapeBooksRead extends TapeDayRead {
  /** Spans ordered by the UTF-8 bytes of the asset, then by time. */
  readonly spans: readonly BookSpanRow[];
}

/** Error: the day has changed since its reading began; it must be read again from its start. */
export class TapeDayChangedError extends Error {
  override readonly name = 'TapeDayChangedError';
}

/** Source of the tables of books and trades of a tree: the tape as it is when a day is read. */
export interface TapeTreeSource {
  /** Lists the days on which the tape of a venue has something in a window, in ascending order. */
  listDays(
    content: TapeContent,
    selection: Pick<TapeDayQuery, 'venue' | 'assets'>,
    window: TreeWindow,
  ): readonly TapeDay[];
  /** Reads the books of a day. @throws {TapeDayChangedError} when the day changes while it is read. */
  readBooks(query: TapeDayQuery): Generator<BookRows, TapeBooksRead>;
  /** Reads the trades of a day. @throws {TapeDayChangedError} when the day changes while it is read. */
  readTrades(query: TapeDayQuery): Generator<TradeRows, TapeDayRead>;
  /** Closes the open files. The source may be used again. */
  close(): void;
}
