import { BOOK_BREAKS, type BookBreak } from '../../src/domain/index.ts';
import type { TapeStatus } from '../../src/feed/tape-status.ts';

const breaks = (counts: Partial<Record<BookBreak, number>>) => ({
  ...(Object.fromEntries(BOOK_BREAKS.map((reason) => [reason, 0])) as Record<BookBreak, number>),
  ...counts,
});

/** A tape of one venue, one of whose books is sampled. */
export const TAPE_STATUS: TapeStatus = {
  books: 3,
  sampled: 1,
  notRecorded: 2,
  changesPerSec: 12.5,
  changes: 1_000,
  bytesToday: 4_000,
  budgetBytes: 500_000_000,
  fullMb: 7,
  waiting: 9,
  resyncChanges: 4,
  breaks: breaks({ connection: 2 }),
  trades: 11,
  unknownSide: 1,
  duplicates: 5,
  refused: 0,
  timeRefused: 0,
  tooOld: 0,
  unlisted: 6,
  tradesLeft: 0,
  unknown: ['pm-nobody'],
  venues: {
    polymarket: {
      books: 3,
      sampled: 1,
      changesPerSec: 12.5,
      trades: 11,
      buys: 7,
      sells: 3,
      unknownSide: 1,
      duplicates: 5,
      refused: 0,
      breaks: breaks({ connection: 2 }),
    },
  },
  anomalies: [
    { severity: 'warning', code: 'book_broken', venue: 'polymarket', message: 'books that broke', count: 1 },
  ],
};
