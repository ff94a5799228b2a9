import { Type } from 'typebox';
import { type Clock, type EpochMs, isTimeZone, type SeriesRef } from '../../../domain/index.ts';
import {
  CALENDAR_UNITS,
  type Calendar,
  findPartMs,
  NOMINAL_MS,
} from '../../../history/columns/calendar-buckets.ts';
import { decodeRecordCursor } from '../../../history/contract/cursor.ts';
import type { ReadOptions } from '../../../history/contract/history-store.ts';
import type { SeriesKey } from '../../../history/contract/series.ts';
import { findPathVenue } from '../../access/venue-scopes.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { checkCursor } from '../../parameters/cursors.ts';
import { LIGHT_RECORDS, type RecordQuery, toPastWindow } from '../../parameters/record-query.ts';
import { requireRecorded, type SeriesFinder } from '../../parameters/references.ts';
import { buildAttachmentHeaders } from '../../responses/csv.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { readPageSearch } from '../../responses/page-headers.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  aggregateSchema,
  MAX_RECORDS,
  OPERATIONS,
  recordsQuery,
  recordsSchema,
  seriesParams,
} from './shapes/records.ts';

export interface HistoryRouteOptions extends SeriesFinder {
  readonly clock: Clock;
}

/** GET /api/history/:venue/:asset, its /csv and /aggregate: recorded prices of one asset. */
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
          200: s.rawAnswer(recordsSchema),
          ...s.failures('validation_failed', ...NOT_FOUND, 'overloaded'),
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
          200: s.csvAnswer(
            'CSV as in RFC 4180; rows end with CRLF.',
            't,p,v,s\r\n1763700000000,87250.5,,poll\r\n',
          ),
          ...s.failures('validation_failed', ...NOT_FOUND, 'overloaded'),
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

  app.get(
    '/api/history/:venue/:asset/aggregate',
    {
      config: { access: 'free', cacheSeconds: 30, probe: ['bucketMs'] },
      schema: {
        operationId: 'getHistoryAggregate',
        summary: 'Price history of one asset in buckets',
        description:
          'Buckets start at multiples of bucketMs since the Unix epoch, so those of different windows line up: weeks begin on Thursday, days in UTC. `bucket` in place of bucketMs gives the days, weeks (from Monday on) or months of a time zone. Empty buckets are left out. At most the newest 50,000 are returned.',
        tags: ['history'],
        params: seriesParams(),
        querystring: s.queryParams({
          bucketMs: Type.Optional(
            s.int('Width of a bucket in ms. This or `bucket`.', 3_600_000, {
              minimum: 1,
              'x-positional': true,
            }),
          ),
          bucket: Type.Optional(
            s.choice('A day, a week from Monday on, or a month, in place of bucketMs.', CALENDAR_UNITS),
          ),
          tz: Type.Optional(
            s.text('IANA name of the time zone of `bucket`. Default: UTC.', 'America/New_York', {
              maxLength: 64,
            }),
          ),
          fromMs: s.fromMsParam(),
          toMs: s.toMsParam(),
          op: s.choice('Members of a bucket: `ohlc`, `vwap` or `all`.', OPERATIONS, { default: 'all' }),
        }),
        response: {
          200: s.rawAnswer(aggregateSchema),
          ...s.failures('validation_failed', ...NOT_FOUND, 'overloaded'),
        },
      },
    },
    async ({ params, query }) => {
      const ref = await requireRecorded(finder, params.venue, params.asset);
      const { op } = query;
      const { bucketMs, calendar } = toBucketWidth(query);
      const now = clock();
      const options = { ...toPastWindow(query, now), bucketMs, maxBuckets: MAX_RECORDS };
      const width =
        calendar === null
          ? { bucketMs }
          : { bucketMs: NOMINAL_MS[calendar.unit], bucket: calendar.unit, tz: calendar.tz };
      return new HeavyAnswer({
        kind: 'aggregate',
        input: {
          key: toSeriesKey(ref),
          options,
          calendar,
          op,
          now,
          head: { ...buildHead(ref), ...width, op },
        },
      });
    },
  );
};

const NOT_FOUND = ['venue_not_found', 'asset_not_found', 'source_withheld'] as const;

function toSeriesKey({ venue, storeKey }: SeriesRef): SeriesKey {
  return { venue, storeKey };
}

function buildHead({ venue, storeKey, asset }: SeriesRef) {
  return { ok: true, venue, asset: storeKey, assetId: asset };
}

interface BucketQuery {
  readonly bucketMs?: number;
  readonly bucket?: Calendar['unit'];
  readonly tz?: string;
}

/**
 * Reads the width of the buckets. @throws {ApiError} when none or two are given, or a time zone is unknown or has no
 * effect.
 */
function toBucketWidth({ bucketMs, bucket, tz }: BucketQuery): {
  readonly bucketMs: number;
  readonly calendar: Calendar | null;
} {
  if (bucketMs !== undefined && bucket !== undefined)
    throw refuseParameter('bucket', 'bucket and bucketMs exclude each other: send one of them');
  if (bucketMs !== undefined) {
    if (tz !== undefined) throw refuseParameter('tz', 'tz needs bucket: buckets of bucketMs begin in UTC');
    return { bucketMs, calendar: null };
  }
  if (bucket === undefined)
    throw refuseParameter('bucketMs', `bucketMs, or bucket (${CALENDAR_UNITS.join(', ')}), is required`);
  const zone = tz ?? 'UTC';
  if (!isTimeZone(zone))
    throw refuseParameter('tz', 'tz must be the IANA name of a time zone, such as Europe/Berlin or UTC');
  return { bucketMs: findPartMs(zone), calendar: { unit: bucket, tz: zone } };
}

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
