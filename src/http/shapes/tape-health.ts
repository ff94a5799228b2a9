import { BOOK_BREAKS, type BookBreak } from '../../domain/index.ts';
import type { TapeStatus, VenueTapeStatus } from '../../feed/tape-status.ts';
import * as s from '../schemas/schema.ts';

/** Converts the status of the tape to its body in responses. */
export function toTapeBody(status: TapeStatus) {
  const { changes: _changes, anomalies: _anomalies, venues, ...body } = status;
  const bodies = Object.entries(venues).map(([venue, own]) => [venue, toVenueBody(own)] as const);
  return { ...body, venues: Object.fromEntries(bodies) };
}

function toVenueBody({ buys: _buys, sells: _sells, ...body }: VenueTapeStatus) {
  return body;
}

const count = (description: string, example: number) => s.int(description, example);

const breaksField = (description: string) =>
  s.named(
    'TapeBreaks',
    s.object(
      description,
      Object.fromEntries(
        BOOK_BREAKS.map((reason) => [reason, count(`Ends with the reason \`${reason}\`.`, 0)]),
      ) as Record<BookBreak, ReturnType<typeof count>>,
    ),
  );

const changesPerSec = () => s.num('Changes of books a second over the last minute, stored or not.', 812.4);

const trades = {
  trades: count('Trades that were stored.', 51_204),
  unknownSide: count('Of these, those whose side the venue does not state.', 0),
  duplicates: count('Trades that came again.', 12),
  refused: count('Frames and trades that cannot be stored.', 0),
};

const venueTape = s.named(
  'VenueTape',
  s.object('The tape of one venue. Counts are since the start.', {
    books: count('Books that are recorded now, of either class.', 1_998),
    sampled: count('Of these, those that are recorded once a minute.', 0),
    changesPerSec: changesPerSec(),
    ...trades,
    breaks: breaksField('Ends of recorded books, by reason.'),
  }),
);

/** Builds the schema of the status of the tape, on services that record one. */
export const tapeField = () =>
  s.named(
    'TapeHealth',
    s.object('The tape: books as they change, and trades. Counts are since the start.', {
      books: count('Books that are recorded now, of either class.', 2_350),
      sampled: count('Of these, those that are recorded once a minute.', 0),
      notRecorded: count('Listed markets whose book comes and is not recorded.', 0),
      changesPerSec: changesPerSec(),
      bytesToday: count('Bytes that were written today.', 212_004_112),
      budgetBytes: count(
        'Bytes of books a day beyond which markets are recorded once a minute.',
        500_000_000,
      ),
      fullMb: s.nullable(
        count(
          'The least `CROSSTAPE_BOOK_MB_PER_DAY` with which every book is recorded with every change.',
          420,
        ),
        'ten minutes have not been recorded yet',
      ),
      waiting: count('Changes that are not on the disk yet.', 640),
      resyncChanges: count('Levels in which whole books differed from what the changes before had made.', 0),
      breaks: breaksField('Ends of recorded books, by reason.'),
      ...trades,
      timeRefused: count('Trades whose stated time is none, which have ours.', 0),
      tooOld: count('Trades of more than seven days before, which are not stored.', 0),
      unlisted: count('Trades of markets that were never listed, which are not stored.', 310),
      tradesLeft: count('Polls that left pages of trades.', 0),
      unknown: s.array('Ids of `CROSSTAPE_BOOKS` that no venue lists.', s.text('Asset id.', 'pm-will-it')),
      venues: s.perVenue('The tape by venue.', venueTape),
    }),
  );
