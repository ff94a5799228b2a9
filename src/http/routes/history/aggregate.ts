import { Type } from 'typebox';
import { type Clock, isTimeZone } from '../../../domain/index.ts';
import {
  CALENDAR_UNITS,
  type Calendar,
  findPartMs,
  NOMINAL_MS,
} from '../../../history/columns/calendar-buckets.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { rawAnswer } from '../../heavy/raw-answer.ts';
import { toPastWindow } from '../../parameters/record-query.ts';
import { requireRecorded, type SeriesFinder } from '../../parameters/references.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  aggregateSchema,
  buildHead,
  MAX_RECORDS,
  OPERATIONS,
  SERIES_FAILURES,
  seriesParams,
  toSeriesKey,
} from './shapes/records.ts';

export interface AggregateRouteOptions extends SeriesFinder {
  readonly clock: Clock;
}

/** GET /api/history/:venue/:asset/aggregate: recorded prices of one asset in buckets. */
export const registerAggregate: Registration<AggregateRouteOptions> = (app, { clock, ...finder }) => {
  app.get(
    '/api/history/:venue/:asset/aggregate',
    {
      config: { access: 'free', cacheSeconds: 30, probe: ['bucketMs'] },
      schema: {
        operationId: 'getHistoryAggregate',
        summary: 'Price history of one asset in buckets',
        description:
          'Buckets start at multiples of bucketMs since the Unix epoch, so those of different windows line up: weeks begin on Thursday, days in UTC. `bucket` in place of bucketMs gives the days, weeks (from Monday on) or months of a time zone. Empty buckets are left out. With bucketMs of whole hours, buckets in which nothing was recorded are filled from candles of the venue, where it has its own: `filled` is true and count 0. At most the newest 50,000 are returned.',
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
          200: rawAnswer(aggregateSchema),
          ...s.failures('validation_failed', ...SERIES_FAILURES, 'overloaded'),
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
