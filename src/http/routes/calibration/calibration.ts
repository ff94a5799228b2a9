import { Type } from 'typebox';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { cellNameFields, cellSchema, leftOutSchema } from './shapes/cell.ts';

const DEFAULT_DAYS = 365;
const MAX_DAYS = 3_650;
const DEFAULT_CELLS = 200;
const MAX_CELLS = 1_000;

/** GET /api/calibration: how often the prices of markets came true. */
export const registerCalibration: Registration<object> = (app) => {
  const { venue, kind, category, horizon } = cellNameFields();
  app.get(
    '/api/calibration',
    {
      config: { access: 'free', cacheSeconds: 3_600 },
      schema: {
        operationId: 'getCalibration',
        summary: 'How often markets priced at p came true',
        description:
          'Prices of resolved markets at times before the end that the venue stated at the time, by venue, kind, category and horizon, the largest cells first. Venues are never added up: their markets differ. docs/calibration.md tells how to read it.',
        tags: ['calibration'],
        querystring: s.queryParams({
          venue: Type.Optional(venue),
          kind: Type.Optional(kind),
          category: Type.Optional(category),
          horizon: Type.Optional(horizon),
          days: s.int(
            'The last closed days, by the time at which a resolution was first recorded.',
            DEFAULT_DAYS,
            {
              default: DEFAULT_DAYS,
              minimum: 1,
              maximum: MAX_DAYS,
            },
          ),
          bands: s.bool('Adds the 14 bands of price of each cell.', false, { default: false }),
          limit: s.int('Maximum number of cells.', DEFAULT_CELLS, {
            default: DEFAULT_CELLS,
            minimum: 1,
            'x-cap': MAX_CELLS,
          }),
        }),
        response: { 200: rawAnswer(calibrationSchema), ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { venue, kind, category, horizon, days, bands, limit } }) =>
      new HeavyAnswer({
        kind: 'calibration',
        input: { filter: { venue, kind, category, horizon }, days, withBands: bands, limit },
      }),
  );
};

const calibrationSchema = s.object('Calibration of cells.', {
  ok: s.okTrue(),
  definitions: s.int('Version of the definitions that the figures follow.', 21),
  days: s.int('The days that were asked for.', DEFAULT_DAYS),
  throughDay: s.nullable(s.text('The last closed day, UTC.', '2026-11-28'), 'no day is closed'),
  count: s.int('Cells in this answer.', 1),
  cells: s.array('Cells, the largest first.', cellSchema()),
  leftOut: leftOutSchema('Markets without a sample at a horizon, by reason, of the chosen cells.'),
});
