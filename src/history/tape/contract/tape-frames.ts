/** Kinds of frames; their index is the number in a column. */
export const FRAME_KINDS = ['whole', 'change', 'break'] as const;
export const WHOLE = 0;
export const CHANGE = 1;
export const BREAK = 2;

/** Detail of a whole book whose venue sends all levels. */
export const ALL_LEVELS = -1;

/**
 * Events of books in columns, in the order of arrival, as one thread hands them to another. Prices and sizes are those of
 * the venue, in Yes terms for binaries.
 */
export interface TapeFrames {
  /** Number that the caller gave each frame's market. */
  readonly markets: Uint32Array;
  /** Kind of each frame: `WHOLE`, `CHANGE` or `BREAK`. */
  readonly kinds: Uint8Array;
  /** Time of each frame on our clock, epoch ms; of a break the last moment at which the book was right. */
  readonly times: Float64Array;
  /** The venue's time of each frame, epoch ms; NaN where it stated none. */
  readonly venueTimes: Float64Array;
  /** Of a whole book the most levels of a side that the venue sends (`ALL_LEVELS`: all); of a break an index of `BOOK_BREAKS`. */
  readonly details: Int32Array;
  /** Levels of each whole book, bids and asks together; changes of each change; 0 of a break. */
  readonly counts: Uint32Array;
  /** Side of each level or change: 0 bid, 1 ask. */
  readonly sides: Uint8Array;
  readonly prices: Float64Array;
  /** Size of each level; new total of each change, 0 removes the level. */
  readonly sizes: Float64Array;
}
