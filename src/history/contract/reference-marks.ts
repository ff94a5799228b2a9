import type { EpochMs } from '../../domain/index.ts';

/**
 * Facts of a reference price beside its record: text and arrival of a value at a whole minute, where windows begin
 * and end, or the count of an average that stayed incomplete, which has no record.
 */
export interface ReferenceMark {
  /** Key of the series, such as `twap60-btc`. */
  readonly key: string;
  /** Moment of the value on the clock of its source. */
  readonly t: EpochMs;
  /**
   * Place among the marks of the moment in the order of arrival, from 0 on. Marks that an import brought have places below
   * 0 and decide nothing.
   */
  readonly place: number;
  /** Exact decimal text; null where the publisher sent none, and of an incomplete average. */
  readonly text: string | null;
  /** Arrival on our clock. */
  readonly receivedAt: EpochMs;
  /** Relay that brought the value, such as `rtds`. */
  readonly relay: string;
  /** Number of values that an average stands on; null where its publisher does not say. */
  readonly count: number | null;
}

/** Mark on its way into the store by an import, which gives it its place. */
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

/** Marks of reference prices. They are written with the records that they are of: member `marks` of a listing. */
export interface ReferenceMarks {
  /** Marks of a series between two moments, both ends inclusive, by time and place. */
  findMarks(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<ReferenceMark[]>;
  /** @throws {CursorError} on a cursor that no page contained. */
  listMarks(query: MarkQuery): Promise<MarkPage>;
}

/** Writer of marks that come from another store. */
export interface ReferenceMarkWriter {
  /**
   * Stores imported marks in one commit.
   *
   * @returns Number of marks that were stored: one that is there already, imported or not, is not stored again.
   */
  putMarks(marks: readonly ImportedMark[]): Promise<number>;
}
