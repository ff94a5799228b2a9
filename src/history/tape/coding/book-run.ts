export const BID = 0;
export const ASK = 1;

/** Version of the layout, which the head of a block states. */
export const LAYOUT = 1;
/** Flags of a run in the head. */
export const HAS_WHOLE = 1;
export const HAS_NO_VENUE_TIME = 2;
/** Columns of a block, in order. */
export const COLUMNS = ['head', 'time', 'count', 'lag', 'place', 'total', 'level', 'levelSize'] as const;

/** Levels of one side, best first: prices and sizes in units. */
export interface BookLevels {
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
}

/** Book with which a run begins. */
export interface WholeBook {
  /** Time from which the whole book is valid, epoch ms. */
  readonly beginMs: number;
  /** Time of the last frame that changed the book, or of the book with which its span began, epoch ms. */
  readonly bookMs: number;
  /** The venue's time of that frame, epoch ms; null when it stated none. */
  readonly venueMs: number | null;
  readonly bids: BookLevels;
  readonly asks: BookLevels;
}

/** Consecutive changes of one market, in columns. A frame has the changes of one message of the venue. */
export interface BookRun {
  readonly market: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** Book before the first frame of the run; null when the run has none. */
  readonly whole: WholeBook | null;
  /** Times of the frames on our clock, epoch ms, ascending. */
  readonly times: Float64Array;
  /** Times of the frames at the venue, epoch ms; null when it states none. */
  readonly venueTimes: Float64Array | null;
  /** Number of changes of each frame, at least 1. */
  readonly counts: Uint32Array;
  /** Side of each change: `BID` or `ASK`. */
  readonly sides: Uint8Array;
  /** Price of each change in units. */
  readonly prices: Float64Array;
  /** New size of each change in units; 0 removes the level. */
  readonly sizes: Float64Array;
}

/** Selection of markets whose runs are read: one, or several. */
export type MarketChoice = number | ReadonlySet<number>;
