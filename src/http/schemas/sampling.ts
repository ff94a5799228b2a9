import * as s from './schema.ts';

/** Three answers state figures of the same names. */
export const sampleNoteField = () =>
  s.named(
    'SampleNote',
    s.text(
      'The sample of these figures, and those of the other answers that state figures of the same names.',
      'Log returns of the newest 720 hours; /api/asset/{asset}/stats has log returns of the hours of 30 days.',
    ),
  );

/** Sampling of the records from which annualised figures were computed. */
export const samplingField = (description: string, when: string) =>
  s.nullable(
    s.named(
      'Sampling',
      s.object(description, {
        basis: s.choice('live: records as they were taken; hourly: the last one of each hour.', [
          'live',
          'hourly',
        ]),
        stepMs: s.nullable(s.num('Median distance of the records in ms.', 5_000), 'there are fewer than two'),
        coveredMs: s.int('Time that the returns span together in ms, outages left out.', 21_600_000),
        outagesSkipped: s.int('Distances across which no return is taken: an outage is not a move.', 0),
      }),
    ),
    when,
  );
