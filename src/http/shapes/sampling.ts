import * as s from '../schemas/schema.ts';

/** Builds the schema of a note about the sample, because three responses contain figures of the same names. */
export const sampleNoteField = () =>
  s.named(
    'SampleNote',
    s.text(
      'Sample of these figures, and those that other endpoints use for figures of the same name.',
      'Log returns of the newest 720 hours; /api/asset/{asset}/stats has log returns of the hours of 30 days.',
    ),
  );

/** Builds the schema of the sampling of the records from which annualised figures were computed. */
export const samplingField = (description: string, when: string) =>
  s.nullable(
    s.named(
      'Sampling',
      s.object(description, {
        basis: s.choice('`live`: every live record; `hourly`: the last record of each hour.', [
          'live',
          'hourly',
        ]),
        stepMs: s.nullable(
          s.num(
            'Median time between two records in ms. Decides what an outage is; figures of a year go by covered time.',
            5_000,
          ),
          'there are fewer than two records',
        ),
        coveredMs: s.int('Total time that the returns cover in ms, without outages.', 21_600_000),
        outagesSkipped: s.int('Outages in the sample. No return is computed across an outage.', 0),
      }),
    ),
    when,
  );
