import type { Gap, Recorder } from '../../domain/index.ts';
import type { SeriesEntry, SeriesKey, Window } from './series.ts';

/** Members by which a gap is known. */
export type GapName = Pick<Gap, 'venue' | 'storeKey' | 'fromMs'>;

/** The inputs from which the coverage of a window is computed. */
export interface SeriesSpan {
  /** Series in the catalogue; null without a record. */
  readonly entry: SeriesEntry | null;
  /** Gaps that overlap the window: of the venue as a whole and of the series. */
  readonly gaps: readonly Gap[];
}

/** Reads when recording failed. */
export interface GapReader {
  /** Gaps that overlap the window: of the venue as a whole and, with a storeKey, of that asset. */
  listGaps(venue: Recorder, window: Window, storeKey?: string): Promise<Gap[]>;
  /** The series and the gaps of a window, in one question. */
  findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan>;
  /** Gaps that still last, of the venue and of its assets. */
  listOpenGaps(venue: Recorder): Promise<Gap[]>;
  /**
   * Gaps of venues and of their assets, page by page.
   *
   * @throws {CursorError} on a cursor that no page contained.
   */
  listGapPage(query: GapQuery): Promise<GapPage>;
}

export interface GapQuery extends Window {
  readonly venue?: Recorder;
  /** Store key whose gaps are read, and those of the venue as a whole; only with a venue. */
  readonly storeKey?: string;
  /** Most gaps of a page. Fewer come, with a cursor, when many were looked at that lie outside the window. */
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface GapPage {
  /** The newest gaps that overlap the window (or of those before the cursor), oldest first. */
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
