import { Type } from 'typebox';
import { decodeCursor } from '../../../domain/index.ts';
import { CursorError } from '../../../history/contract/cursor.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { readPage } from '../../parameters/cursors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { cellNameFields } from './shapes/cell.ts';

const DEFAULT_SAMPLES = 500;
const MAX_SAMPLES = 5_000;
const LAST_BAND = 13;
const CURSOR = 'WyJzYW1wbGUiLDE3NjM3MDAwMDAwMDAsInBtLXdpbGwtaXQtcmFpbiJd';

/** GET /api/calibration/samples: the markets from which one cell was computed. */
export const registerCalibrationSamples: Registration<object> = (app) => {
  app.get(
    '/api/calibration/samples',
    {
      config: { access: 'pro', feature: 'history', cacheSeconds: 3_600 },
      schema: {
        operationId: 'getCalibrationSamples',
        summary: 'The samples of one cell of the calibration',
        description:
          'Every market of the cell with its price at the horizon and how it came out, by stated end, of all closed days. nextCursor leads to the next page.',
        tags: ['calibration'],
        querystring: s.queryParams({
          ...cellNameFields(),
          band: Type.Optional(s.int('Index of a band of price.', 3, { minimum: 0, maximum: LAST_BAND })),
          limit: s.int('Maximum number of samples.', DEFAULT_SAMPLES, {
            default: DEFAULT_SAMPLES,
            minimum: 1,
            'x-cap': MAX_SAMPLES,
          }),
          cursor: Type.Optional(
            s.text('`nextCursor` of an earlier answer to the same cell and band.', CURSOR, {
              minLength: 1,
              maxLength: 1_024,
            }),
          ),
        }),
        response: { 200: rawAnswer(samplesSchema), ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { venue, kind, category, horizon, band, limit, cursor } }) => {
      const after = await readPage(async () => readPosition(cursor));
      return new HeavyAnswer({
        kind: 'calibrationSamples',
        input: { cell: { venue, kind, category, horizon, band }, limit, after },
      });
    },
  );
};

function readPosition(cursor: string | undefined) {
  if (cursor === undefined) return null;
  const position = decodeCursor('sample', ['integer', 'text'], cursor);
  if (position === null) throw new CursorError(`not a cursor: ${cursor.slice(0, 64)}`);
  return position;
}

const samplesSchema = s.object('Samples of one cell.', {
  ok: s.okTrue(),
  count: s.int('Samples in this answer.', 1),
  samples: s.array(
    'Samples by stated end, then asset.',
    s.object('Price of one market at the horizon.', {
      asset: s.assetIdField('pm-will-it-rain'),
      t: s.epochMsField('Time of the record.'),
      p: s.num('Price of Yes, 0 to 1.', 0.42),
      y: s.int('1: Yes came true; 0: No did.', 1),
      end: s.epochMsField('The stated end that the horizon counts back from.'),
      event: s.nullable(s.text('Key of the event.', '16282'), 'the venue groups the market under none'),
      resolvedAt: s.epochMsField('When the resolution was recorded.'),
    }),
  ),
  nextCursor: s.nextCursorField(CURSOR),
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
});
