import { Type } from 'typebox';
import { decodeAssetCursor } from '../../../history/cursor.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { LIGHT_RECORDS } from '../../parameters/record-query.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

const MAX_SERIES = 5_000;
const MAX_SEARCH_CHARS = 100;

/** GET /api/history/assets. */
export const registerRecordedSeries: Registration = (app) => {
  app.get(
    '/api/history/assets',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getRecordedAssets',
        summary: 'Recorded series, in pages or all at once',
        description:
          'With limit, a page: nextCursor leads to the next one, and a page may be shorter than limit when q or active leave most series out. Without limit all series are sent, however many.',
        tags: ['history'],
        querystring: s.queryParams({
          venue: s.onlyVenueParam(),
          limit: Type.Optional(
            s.int('How many series a page has at most.', 500, { minimum: 1, maximum: MAX_SERIES }),
          ),
          cursor: Type.Optional(
            s.text('From nextCursor of an earlier answer; needs limit.', 'WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
          ),
          active: Type.Optional(
            s.bool('Only series with a record within the hour before the newest record.', true),
          ),
          q: Type.Optional(
            s.text('Only series whose storeKey contains this, letter case aside.', 'btc', {
              minLength: 1,
              maxLength: MAX_SEARCH_CHARS,
            }),
          ),
        }),
        response: { 200: s.rawAnswer(recordedSchema), ...s.failures('validation_failed', 'overloaded') },
      },
    },
    async ({ query: { venue = null, limit = null, cursor = null, active = false, q = null } }) => {
      if (cursor !== null) checkCursor(cursor, decodeAssetCursor);
      if (cursor !== null && limit === null) {
        throw refuseParameter('cursor', 'cursor needs limit');
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
  count: s.int('Number of series in this answer.', 4_812),
  totalBytes: s.int('Bytes that they take together.', 1_204_112),
  perAssetCountIsEstimate: s.bool('Whether any count is derived from bytes.', false),
  nextCursor: s.nextCursorField('WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
  assets: s.array(
    'By venue and storeKey.',
    s.object('One series.', {
      venue: s.venueField('Venue.'),
      asset: s.text('The storeKey.', 'perp-btc'),
      assetId: s.text('The asset id.', 'hl-BTC'),
      bytes: s.int('Bytes that it takes.', 40_112),
      firstMs: s.epochMsField('Its oldest record. Exact.'),
      lastMs: s.epochMsField('Its newest record. Exact.'),
      count: s.int('Its records.', 17_280),
      countIsEstimate: s.bool('Whether count is derived from bytes.', false),
    }),
  ),
});
