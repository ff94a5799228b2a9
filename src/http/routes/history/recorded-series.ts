import { Type } from 'typebox';
import { decodeAssetCursor } from '../../../history/cursor.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { LIGHT_RECORDS } from '../../parameters/record-query.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import {
  array,
  bool,
  epochMsField,
  failures,
  int,
  nextCursorField,
  object,
  okTrue,
  onlyVenueParam,
  queryParams,
  rawAnswer,
  text,
  venueField,
} from '../../schemas/schema.ts';

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
        querystring: queryParams({
          venue: onlyVenueParam(),
          limit: Type.Optional(
            int('How many series a page has at most.', 500, { minimum: 1, maximum: MAX_SERIES }),
          ),
          cursor: Type.Optional(
            text('From nextCursor of an earlier answer; needs limit.', 'WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
          ),
          active: Type.Optional(
            bool('Only series with a record within the hour before the newest record.', true),
          ),
          q: Type.Optional(
            text('Only series whose storeKey contains this, letter case aside.', 'btc', {
              minLength: 1,
              maxLength: MAX_SEARCH_CHARS,
            }),
          ),
        }),
        response: { 200: rawAnswer(recordedSchema), ...failures('validation_failed', 'overloaded') },
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

const recordedSchema = object('Recorded series.', {
  ok: okTrue(),
  count: int('Number of series in this answer.', 4_812),
  totalBytes: int('Bytes that they take together.', 1_204_112),
  perAssetCountIsEstimate: bool('Whether any count is derived from bytes.', false),
  nextCursor: nextCursorField('WyJhc3NldCIsImthbHNoaSIsImt4Il0'),
  assets: array(
    'By venue and storeKey.',
    object('One series.', {
      venue: venueField('Venue.'),
      asset: text('The storeKey.', 'perp-btc'),
      assetId: text('The asset id.', 'hl-BTC'),
      bytes: int('Bytes that it takes.', 40_112),
      firstMs: epochMsField('Its oldest record. Exact.'),
      lastMs: epochMsField('Its newest record. Exact.'),
      count: int('Its records.', 17_280),
      countIsEstimate: bool('Whether count is derived from bytes.', false),
    }),
  ),
});
