/** Kinds of frames, as numbers of a column. */
export const WHOLE = 0;
export const CHANGE = 1;
export const BREAK = 2;

/** Detail of a whole book when the venue sends all levels. */
export const ALL_LEVELS = -1;

/**
 * Events of books in columns, in the order of arrival, as one thread passes them to another. Prices and sizes are those
 * of the venue, in Yes terms for binaries.
 */
export interface TapeFrames {
  /** Number of each frame's market, assigned by the caller. */
  readonly markets: Uint32Array;
  /** Kind of each frame: `WHOLE`, `CHANGE` or `BREAK`. */
  readonly kinds: Uint8Array;
  /** Time of each frame on our clock, epoch ms; of a break, the last time at which the book was correct. */
  readonly times: Float64Array;
  /** The venue's time of each frame, epoch ms; NaN where it stated none. */
  readonly venueTimes: Float64Array;
  /**
   * Detail of each frame: of a whole book, the maximum number of levels per side that the venue sends (`ALL_LEVELS`:
   * all); of a break, an index of `BOOK_BREAKS`.
   */
  readonly details: Int32Array;
  /** Number of levels of a whole book, bids and asks together, or of changes; 0 for a break. */
  readonly counts: Uint32Array;
  /** Side of each level or change: 0 bid, 1 ask. */
  readonly sides: Uint8Array;
  readonly prices: Float64Array;
  /** Size of each level, or new size after each change; 0 removes the level. */
  readonly sizes: Float64Array;
}
