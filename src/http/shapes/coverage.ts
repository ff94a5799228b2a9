import * as s from '../schemas/schema.ts';

/** Builds the schema of the recorded share and the gaps of a window. */
export const coverageField = () =>
  s.named(
    'Coverage',
    s.object(
      'Recorded share of the window. An empty answer with full coverage means that the market was quiet.',
      {
        state: s.choice(
          '`full`: the whole window is recorded; `partial`: notRecorded lists what is missing; `before`: the window ends before the first record; `never`: the series has no record.',
          ['full', 'partial', 'before', 'never'],
        ),
        recordedFromMs: s.nullable(
          s.epochMsField('Time of the first record of the series.'),
          'the series has no record',
        ),
        recordedToMs: s.nullable(
          s.epochMsField('Time of the newest record of the series.'),
          'the series has no record',
        ),
        recordedFrac: s.num(
          'Share of the window, up to now, that has records, 0 to 1. Filled-in hours and imports count as recorded.',
          0.98,
        ),
        notRecorded: s.array(
          'Spans of the window without records, oldest first.',
          s.named(
            'NotRecorded',
            s.object('One span without records; both ends are inclusive.', {
              fromMs: s.epochMsField('Start of the span.'),
              toMs: s.epochMsField('End of the span.'),
              reason: s.text('Reason why nothing was recorded.', 'before recording began'),
            }),
          ),
        ),
      },
    ),
  );

/** Builds the schema of the gaps: spans that could not be recorded. */
export const gapsField = () =>
  s.named(
    'Gaps',
    s.array(
      'Spans that could not be recorded and overlap the window.',
      s.named(
        'Gap',
        s.object('One span that could not be recorded.', {
          venue: s.recorderField('Venue of the gap, or ref of a reference price.'),
          storeKey: s.nullable(s.text('Key of the series.', 'perp-btc'), 'the whole venue was not recorded'),
          fromMs: s.epochMsField('Last recorded time before the gap.'),
          toMs: s.nullable(s.epochMsField('End of the gap.'), 'the gap is still open'),
          reason: s.text('Reason why recording failed.', 'polls failed: timeout'),
        }),
      ),
    ),
  );
