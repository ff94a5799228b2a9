import { Type } from 'typebox';
import { FORECAST_HORIZONS, LEFT_OUT_REASONS } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';
import { whyNullField } from '../../../shapes/why-null.ts';

const TOO_FEW = 'there are too few samples';
const HORIZONS = FORECAST_HORIZONS.map(({ id }) => id) as [string, ...string[]];

const figure = (description: string, example: number) => s.nullable(s.num(description, example), TOO_FEW);

/** Builds the schema of the query parameters that select a cell. */
export const cellNameFields = () => ({
  venue: s.venueField('Venue of the markets.'),
  kind: s.kindField(),
  category: s.text('Category of the markets; `all`: every one but `window`.', 'crypto', {
    minLength: 1,
    maxLength: 256,
  }),
  horizon: s.choice('Time before the stated end.', HORIZONS),
});

/** Builds the schema of the numbers of markets without a sample, by reason. */
export const leftOutSchema = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    description: `${description} ${[...LEFT_OUT_REASONS, 'never_resolved'].join(', ')}.`,
    additionalProperties: { type: 'integer', minimum: 0 },
    examples: [{ gap: 2 }],
  });

/** Builds the schema of a cell: the calibration of one venue, kind and category at one horizon. */
export const cellSchema = () =>
  s.named(
    'CalibrationCell',
    s.object('One cell.', {
      venue: s.venueField('Venue of the markets.'),
      kind: s.kindField(),
      category: s.text('Category of the markets; `all`: every one but `window`.', 'crypto'),
      horizon: s.choice('Time before the stated end.', HORIZONS),
      isFinal: s.bool('Whether many results are known in all but name by then.', false),
      n: s.int('Samples.', 1_200),
      yes: s.int('Samples that came true.', 610),
      clusters: s.int('Events among the samples.', 300),
      enough: s.bool('Whether there are at least 100 samples of 30 events.', true),
      meanPrice: figure('Mean price of Yes.', 0.5),
      share: figure('Part of the samples that came true.', 0.51),
      brier: figure('Brier score: 0 is perfect.', 0.18),
      brierSe: figure('Standard error of the Brier score, by events.', 0.004),
      reliability: figure('Part of the Brier score due to wrong prices.', 0.001),
      resolution: figure('Part by which telling bands apart lowers it.', 0.07),
      uncertainty: figure('Brier score of the share, said of every market.', 0.25),
      withinBand: figure('Part that banding loses.', -0.001),
      reliabilityByChance: figure('Reliability that perfect prices would show.', 0.001),
      skill: s.nullable(
        s.num('1 is perfect, 0 no better than the share.', 0.28),
        `${TOO_FEW}, or all came out alike`,
      ),
      logLoss: figure('Mean surprise in nats.', 0.54),
      clipped: s.int('Samples priced beyond 0.001 or 0.999.', 3),
      leftOut: leftOutSchema('Markets without a sample, by reason:'),
      bands: Type.Optional(s.array('All bands of price, with `bands=true`.', bandSchema())),
      whyNull: whyNullField('`cell`: the whole cell, `bands.3`: one band'),
    }),
  );

const bandSchema = () =>
  s.named(
    'CalibrationBand',
    s.object('One band of price.', {
      index: s.int('0 to 13.', 3),
      low: s.num('Lowest price of the band.', 0.1),
      high: s.num('Price that it ends below; 1 belongs to the last.', 0.2),
      n: s.int('Samples.', 80),
      yes: s.int('Samples that came true.', 12),
      clusters: s.int('Events among the samples.', 40),
      enough: s.bool('Whether there are at least 20 samples of 10 events.', true),
      meanPrice: figure('Mean price of Yes.', 0.15),
      share: figure('Part that came true.', 0.15),
      effective: figure('Independent samples that the share is worth.', 66.2),
      shareLow: figure('Lower end of the interval of 95 %.', 0.08),
      shareHigh: figure('Upper end.', 0.25),
      holds: s.nullable(s.bool('Whether the mean price lies within the interval.', true), TOO_FEW),
    }),
  );
