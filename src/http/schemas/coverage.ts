import { array, choice, epochMsField, named, nullable, num, object, text, venueField } from './schema.ts';

/** How much of the window of an answer is recorded. */
export const coverageField = () =>
  named(
    'Coverage',
    object('How much of the window is recorded: an empty answer with full coverage means a quiet market.', {
      state: choice(
        'never: the series has no record; before: the window ends before the first; partial: see notRecorded.',
        ['full', 'partial', 'before', 'never'],
      ),
      recordedFromMs: nullable(epochMsField('First record of the series.'), 'there is none'),
      recordedToMs: nullable(epochMsField('Newest record of the series.'), 'there is none'),
      recordedFrac: num('Share of the window, up to now, without a hole, filled in or not.', 0.98),
      notRecorded: array(
        'Stretches of the window without recording, oldest first.',
        named(
          'NotRecorded',
          object('One stretch.', {
            fromMs: epochMsField('First time of it.'),
            toMs: epochMsField('Last time of it.'),
            reason: text('Why.', 'before recording began'),
          }),
        ),
      ),
    }),
  );

/** Spans that could not be recorded. */
export const gapsField = () =>
  named(
    'Gaps',
    array(
      'Spans that could not be recorded and overlap the window.',
      named(
        'Gap',
        object('One gap.', {
          venue: venueField('Venue.'),
          storeKey: nullable(text('The series, by its key.', 'perp-btc'), 'all of the venue is concerned'),
          fromMs: epochMsField('Last time before the gap.'),
          toMs: nullable(epochMsField('End of the gap.'), 'it lasts'),
          reason: text('What could not be read, and why.', 'polls failed: timeout'),
        }),
      ),
    ),
  );
