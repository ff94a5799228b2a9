import { Type } from 'typebox';
import { decodeAssetCursor } from '../../../history/contract/cursor.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { LIGHT_RECORDS } from '../../parameters/record-query.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields } from '../../shapes/list-end.ts';

const MAX_SERIES = 5_000;
const MAX_SEARCH_CHARS = 100;

/** GET /api/history/assets: the recorded series. */
export const registerRecordedSeries: Registration = (app) => {
  app.get(
    '/api/history/assets',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getRecordedAssets',
        summary: 'Recorded series',
        description:
          'With limit, returns one page; nextCursor leads to the next. A page can have fewer series than limit when q or active filter many out. Without limit, returns all series.',
        tags: ['history'],
        querystring: s.queryParams({
          venue: Type.Optional(s.sharedParam('OnlyRecorder', s.recorderField('Venue, or ref.'))),
          limit: Type.Optional(
            s.int('Maximum number of series on a page.', 500, { minimum: 1, maximum: MAX_SERIES }),
          ),
          cursor: Type.Optional(
            s.text('`nextCursor` of an earlier answer; requires limit.', 'WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
          ),
          active: Type.Optional(
            s.bool('Only series with a record within the hour before the newest record.', true),
          ),
          q: Type.Optional(
            s.text('Only series whose store key contains this text; letter case does not matter.', 'btc', {
              minLength: 1,
              maxLength: MAX_SEARCH_CHARS,
            }),
          ),
        }),
        response: { 200: rawAnswer(recordedSchema), ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { venue = null, limit = null, cursor = null, active = false, q = null } }) => {
      if (cursor !== null) checkCursor(cursor, decodeAssetCursor);
      if (cursor !== null && limit === null) {
        throw refuseParameter('cursor', 'cursor needs limit: send both');
      }
      return new HeavyAnswer(
        { kind: 'catalogue', input: { venue, limit, cursor, isActive: active, q } },
        { isLight: limit !== null && limit <= LIGHT_RECORDS && q === null && !active },
      );
    },
  );
};

const recordedSchema = s.object('Recorded series.', {
  ok: s.okTrue(),
  count: s.int('Series in this answer.', 4_812),
  totalBytes: s.int('Stored size of these series in bytes.', 1_204_112),
  perAssetCountIsEstimate: s.bool('Whether any count is estimated from the size.', false),
  ...pageEndFields('WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
  assets: s.array(
    'Series, sorted by venue and store key.',
    s.object('One series.', {
      venue: s.recorderField('Venue of the asset, or ref.'),
      asset: s.text('Store key of the asset.', 'perp-btc'),
      assetId: s.text('Asset id.', 'hl-BTC'),
      bytes: s.int('Stored size in bytes.', 40_112),
      firstMs: s.epochMsField('Time of the oldest record.'),
      lastMs: s.epochMsField('Time of the newest record.'),
      count: s.int('Number of records.', 17_280),
      countIsEstimate: s.bool('Whether count is estimated from the size.', false),
    }),
  ),
});
