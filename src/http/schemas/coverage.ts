import * as s from './schema.ts';

/** Recorded share and gaps of an answer's window. */
export const coverageField = () =>
  s.named(
    'Coverage',
    s.object('How much of the window is recorded: an empty answer with full coverage means a quiet market.', {
      state: s.choice(
        'never: the series has no record; before: the window ends before the first; partial: see notRecorded.',
        ['full', 'partial', 'before', 'never'],
      ),
      recordedFromMs: s.nullable(s.epochMsField('First record of the series.'), 'there is none'),
      recordedToMs: s.nullable(s.epochMsField('Newest record of the series.'), 'there is none'),
      recordedFrac: s.num('Share of the window, up to now, without a hole, filled in or not.', 0.98),
      notRecorded: s.array(
        'Stretches of the window without recording, oldest first.',
        s.named(
          'NotRecorded',
          s.object('One stretch.', {
            fromMs: s.epochMsField('First time of it.'),
            toMs: s.epochMsField('Last time of it.'),
            reason: s.text('Why.', 'before recording began'),
          }),
        ),
      ),
    }),
  );

/** Spans that could not be recorded. */
export const gapsField = () =>
  s.named(
    'Gaps',
    s.array(
      'Spans that could not be recorded and overlap the window.',
      s.named(
        'Gap',
        s.object('One gap.', {
          venue: s.venueField('Venue.'),
          storeKey: s.nullable(
            s.text('The series, by its key.', 'perp-btc'),
            'all of the venue is concerned',
          ),
          fromMs: s.epochMsField('Last time before the gap.'),
          toMs: s.nullable(s.epochMsField('End of the gap.'), 'it lasts'),
          reason: s.text('What could not be recorded, and why.', 'polls failed: timeout'),
        }),
      ),
    ),
  );
