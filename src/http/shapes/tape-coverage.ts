import { BOOK_BREAKS } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

const REASONS = [...BOOK_BREAKS, 'before', 'off', 'pending', 'removed', 'damaged'] as const;

/** Builds the schema of the recorded share and the holes of a window of the tape. */
export const tapeCoverageField = (what: 'books' | 'trades') =>
  s.named(
    'TapeCoverage',
    s.object(`How much of the window is known of ${what}. Times count by our clock, both ends included.`, {
      state: s.choice(
        '`full`: the whole window; `partial`: notRecorded says what is missing; `before`: the window ends before the first record; `never`: nothing was recorded of the asset; `off`: nothing was, and `setting` is why.',
        ['full', 'partial', 'before', 'never', 'off'],
      ),
      recordedFromMs: s.nullable(s.epochMsField('First moment of all that is recorded.'), 'there is none'),
      recordedToMs: s.nullable(
        s.epochMsField('Last moment that is recorded; the last commit while recording goes on.'),
        'there is none',
      ),
      recordedFrac: s.num(
        'Share of the window that is recorded, sampled times too; 1 exactly when all of it is.',
        0.98,
      ),
      notRecorded: s.array(
        'Times of the window that are not recorded, oldest first; at most 1,000.',
        s.named(
          'TapeHole',
          s.object('A time that is not recorded.', {
            fromMs: s.epochMsField('Start.'),
            toMs: s.epochMsField('End.'),
            reason: s.choice('Reason, as docs/errors.md explains it.', REASONS),
          }),
        ),
      ),
      setting: s.nullable(
        s.text(
          'Setting for which the asset is not recorded now; `max_books`: 20,000 larger books take all places.',
          'CROSSTAPE_BOOKS',
        ),
        'neither is why something is missing',
      ),
      sampled: s.array(
        'Times of the window of which a state a minute is kept, oldest first; at most 1,000.',
        s.object('A sampled time.', {
          fromMs: s.epochMsField('Start.'),
          toMs: s.epochMsField('End.'),
          everyMs: s.int('Time between two states in ms.', 60_000),
        }),
      ),
      resyncs: s.array(
        'Times between two whole books of which changes were lost, oldest first; at most 1,000.',
        s.object('A time in which up to so many levels may be wrong.', {
          fromMs: s.epochMsField('Time of the whole book before.'),
          toMs: s.epochMsField('Time of the whole book that differed.'),
          changes: s.int('Levels that differed.', 3),
        }),
      ),
      more: s.bool('Whether a list was cut at 1,000.', false),
    }),
  );
