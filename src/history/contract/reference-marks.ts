import type { EpochMs } from '../../domain/index.ts';

/**
 * Facts about a reference price that its record has no room for: the exact text and the arrival time of a value at a
 * whole minute, where windows begin and end, or the count of an average that stayed incomplete and so has no record.
 */
export interface ReferenceMark {
  /** Key of the series, such as `twap60-btc`. */
  readonly key: string;
  /** Moment of the value on the clock of its source. */
  readonly t: EpochMs;
  /**
   * Position among the marks of the same moment in the order of arrival, from 0 on. Imported marks have places below 0
   * and do not decide any result.
   */
  readonly place: number;
  /** Exact decimal text; null when the publisher sent none, and for an incomplete average. */
  readonly text: string | null;
  /** Time of arrival on our clock. */
  readonly receivedAt: EpochMs;
  /** Relay that brought the value, such as `rtds`. */
  readonly relay: string;
  /** Number of values in the average; null when the publisher does not say. */
  readonly count: number | null;
}

/** Mark that an import stores; the store gives it its place. */
export type ImportedMark = Omit<ReferenceMark, 'place'>;

export interface MarkQuery {
  readonly limit: number;
  /** Cursor of an earlier answer's `nextCursor`. */
  readonly cursor?: string;
}

export interface MarkPage {
  /** Ordered by time, key and place. */
  readonly marks: readonly ReferenceMark[];
  readonly nextCursor: string | null;
}

/** Reader of the marks of reference prices. Marks are written with their records: member `marks` of a listing. */
export interface ReferenceMarks {
  /** Lists the marks of a series between two moments, both inclusive, by time and place. */
  findMarks(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<ReferenceMark[]>;
  /** Lists marks page by page. @throws {CursorError} when the cursor is not one of this list. */
  listMarks(query: MarkQuery): Promise<MarkPage>;
}

/** Writer of marks that come from another store. */
export interface ReferenceMarkWriter {
  /**
   * Stores imported marks in one commit.
   *
   * @returns Number of marks that were stored: a mark that exists already, imported or not, is not stored again.
   */
  putMarks(marks: readonly ImportedMark[]): Promise<number>;
}
