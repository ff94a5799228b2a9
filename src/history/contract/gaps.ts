import type { Gap, Recorder } from '../../domain/index.ts';
import type { SeriesEntry, SeriesKey, Window } from './series.ts';

/** Members that identify a gap. */
export type GapName = Pick<Gap, 'venue' | 'storeKey' | 'fromMs'>;

/** The inputs from which the coverage of a window is computed. */
export interface SeriesSpan {
  /** Entry of the series in the catalogue; null when the series has no record. */
  readonly entry: SeriesEntry | null;
  /** Gaps that overlap the window: of the venue as a whole and of the series. */
  readonly gaps: readonly Gap[];
}

/** Reader of gaps: the spans in which recording failed. */
export interface GapReader {
  /** Lists the gaps that overlap the window: those of the venue as a whole and, with a storeKey, of that asset. */
  listGaps(venue: Recorder, window: Window, storeKey?: string): Promise<Gap[]>;
  /** Reads the series and its gaps in a window with one query. */
  findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan>;
  /** Lists the gaps that have not ended, of the venue and of its assets. */
  listOpenGaps(venue: Recorder): Promise<Gap[]>;
  /**
   * Lists the gaps of venues and of their assets, page by page.
   *
   * @throws {CursorError} when the cursor is not one of this list.
   */
  listGapPage(query: GapQuery): Promise<GapPage>;
}

export interface GapQuery extends Window {
  readonly venue?: Recorder;
  /** Store key of an asset; the gaps of the venue as a whole are listed too. Only with a venue. */
  readonly storeKey?: string;
  /** Maximum number of gaps of a page. A page has fewer, and a cursor, when many gaps are outside the window. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface GapPage {
  /** The newest gaps that overlap the window, oldest first. With a cursor, the newest of those before it. */
  readonly gaps: readonly Gap[];
  /** Cursor of the page before. Opaque; null on the oldest page. */
  readonly nextCursor: string | null;
}

export interface GapWriter {
  /** Stores a gap, or replaces the one with the same venue, storeKey and fromMs (to close it). */
  putGap(gap: Gap): Promise<void>;
  /** Removes the gap with this venue, storeKey and fromMs: it turned out to be none. */
  removeGap(gap: GapName): Promise<void>;
}
