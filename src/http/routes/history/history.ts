import type { Clock, EpochMs } from '../../../domain/index.ts';
import { decodeRecordCursor } from '../../../history/contract/cursor.ts';
import type { ReadOptions } from '../../../history/contract/history-store.ts';
import { findPathVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { csvAnswer, rawAnswer } from '../../heavy/raw-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { LIGHT_RECORDS, type RecordQuery, toPastWindow } from '../../parameters/record-query.ts';
import { requireRecorded, type SeriesFinder } from '../../parameters/references.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  buildHead,
  recordsQuery,
  recordsSchema,
  SERIES_FAILURES,
  seriesParams,
  toSeriesKey,
} from './shapes/records.ts';

export interface HistoryRouteOptions extends SeriesFinder {
  readonly clock: Clock;
}

/** GET /api/history/:venue/:asset and its /csv: recorded prices of one asset. */
export const registerHistory: Registration<HistoryRouteOptions> = (app, { clock, ...finder }) => {
  app.get(
    '/api/history/:venue/:asset',
    {
      config: {
        access: 'pro',
        feature: 'history',
        cacheSeconds: 30,
        getVenues: findPathVenue,
      },
      schema: {
        operationId: 'getHistory',
        summary: 'Recorded observations of one asset',
        description:
          'Returns the newest records of the window, oldest first. nextCursor leads to earlier records; pages neither overlap nor skip any.',
        tags: ['history'],
        params: seriesParams(),
        querystring: recordsQuery(),
        response: {
          200: rawAnswer(recordsSchema),
          ...s.failures('validation_failed', ...SERIES_FAILURES, 'overloaded'),
        },
      },
    },
    async ({ params, query }) => {
      const ref = await requireRecorded(finder, params.venue, params.asset);
      const now = clock();
      return new HeavyAnswer(
        {
          kind: 'records',
          input: { key: toSeriesKey(ref), options: toReadOptions(query, now), now, head: buildHead(ref) },
        },
        { isLight: query.limit <= LIGHT_RECORDS },
      );
    },
  );

  app.get(
    '/api/history/:venue/:asset/csv',
    {
      config: {
        access: 'enterprise',
        feature: 'history-export',
        cacheSeconds: 30,
        getVenues: findPathVenue,
      },
      schema: {
        operationId: 'getHistoryCsv',
        summary: 'Recorded observations as CSV',
        description:
          'The newest records of the window, oldest first, in columns t, p, v, s. The field of an unknown volume or source is empty. The header X-Truncated says whether earlier records were left out; X-Next-Cursor and Link lead to them.',
        tags: ['history'],
        produces: ['text/csv'],
        params: seriesParams(),
        querystring: recordsQuery(),
        response: {
          200: csvAnswer(
            'CSV as in RFC 4180; rows end with CRLF.',
            't,p,v,s\r\n1763700000000,87250.5,,poll\r\n',
          ),
          ...s.failures('validation_failed', ...SERIES_FAILURES, 'overloaded'),
        },
      },
    },
    async ({ params, query, url }) => {
      const ref = await requireRecorded(finder, params.venue, params.asset);
      const search = readPageSearch(url);
      return new HeavyAnswer(
        { kind: 'csv', input: { key: toSeriesKey(ref), options: toReadOptions(query, clock()), search } },
        {
          contentType: 'text/csv; charset=utf-8',
          headers: buildAttachmentHeaders(`${ref.venue}-${ref.storeKey}.csv`),
          isLight: query.limit <= LIGHT_RECORDS,
        },
      );
    },
  );
};

/**
 * Reads the options of a query. @throws {ApiError} when the window ends before it starts, or the cursor is not valid
 * for this endpoint.
 */
function toReadOptions(
  { cursor, ...query }: RecordQuery & { readonly cursor?: string },
  now: EpochMs,
): ReadOptions {
  const page = { ...toPastWindow(query, now), limit: query.limit };
  if (cursor === undefined) return page;
  checkCursor(cursor, decodeRecordCursor);
  return { ...page, cursor };
}
