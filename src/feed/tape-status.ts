import { type Static, Type } from 'typebox';
import { BOOK_BREAKS, VENUES } from '../domain/index.ts';

const Count = Type.Integer({ minimum: 0 });
const Breaks = Type.Object(
  Object.fromEntries(BOOK_BREAKS.map((reason) => [reason, Count])) as Record<
    (typeof BOOK_BREAKS)[number],
    typeof Count
  >,
);

const VenueTape = Type.Object({
  books: Count,
  sampled: Count,
  changesPerSec: Type.Number({ minimum: 0 }),
  trades: Count,
  buys: Count,
  sells: Count,
  unknownSide: Count,
  duplicates: Count,
  refused: Count,
  breaks: Breaks,
});

/** State of the tape, as one process of an installation reports it to others. Counts are since the start. */
export const TapeStatusSchema = Type.Object({
  /** Number of open spans of books in both classes, and in the sampled class. */
  books: Count,
  sampled: Count,
  /** Number of markets with a book that is not recorded. */
  notRecorded: Count,
  changesPerSec: Type.Number({ minimum: 0 }),
  /** Number of changes since the start, stored or not. */
  changes: Count,
  bytesToday: Count,
  budgetBytes: Count,
  /** Smallest daily budget in MB that would thin nothing; null until ten minutes were recorded. */
  fullMb: Type.Union([Count, Type.Null()]),
  /** Number of changes that are not on the disk yet. */
  waiting: Count,
  resyncChanges: Count,
  breaks: Breaks,
  trades: Count,
  unknownSide: Count,
  duplicates: Count,
  refused: Count,
  timeRefused: Count,
  tooOld: Count,
  unlisted: Count,
  tradesLeft: Count,
  /** Chosen assets that no venue lists. */
  unknown: Type.Array(Type.String()),
  venues: Type.Partial(
    Type.Object(
      Object.fromEntries(VENUES.map((venue) => [venue, VenueTape])) as Record<
        (typeof VENUES)[number],
        typeof VenueTape
      >,
    ),
  ),
  anomalies: Type.Array(
    Type.Object({
      severity: Type.Union([Type.Literal('warning'), Type.Literal('critical')]),
      code: Type.Union([
        Type.Literal('book_broken'),
        Type.Literal('book_crossed'),
        Type.Literal('tape_stopped'),
      ]),
      venue: Type.Union([
        Type.Unsafe<(typeof VENUES)[number]>({ type: 'string', enum: [...VENUES] }),
        Type.Null(),
      ]),
      message: Type.String(),
      count: Type.Optional(Count),
    }),
  ),
});

export type TapeStatus = Static<typeof TapeStatusSchema>;
export type VenueTapeStatus = Static<typeof VenueTape>;

/** Reader of the tape's state, in this process or in another one. */
export interface TapeStatusReader {
  /** Reads the state; null: no process records a tape. */
  read(): Promise<TapeStatus | null>;
}
