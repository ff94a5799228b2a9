import { Type } from 'typebox';
import type { SeriesRef } from '../../../../domain/index.ts';
import { CALENDAR_UNITS } from '../../../../history/columns/calendar-buckets.ts';
import type { SeriesKey } from '../../../../history/contract/series.ts';
import * as s from '../../../schemas/schema.ts';
import { coverageField, gapsField } from '../../../shapes/coverage.ts';

const DEFAULT_RECORDS = 1_000;

export const MAX_RECORDS = 50_000;

export const OPERATIONS = ['all', 'ohlc', 'vwap'] as const;

/** Builds the schema of a series path: `venue` is a venue or `references`, and `asset` is the store key. */
export function seriesParams() {
  return Type.Object({ venue: s.recorderParam(), asset: s.storeKeyParam() });
}

/** Builds the schema of a query for the records of a window. */
export function recordsQuery() {
  return s.queryParams({
    fromMs: s.fromMsParam(),
    toMs: s.toMsParam(),
    limit: s.sharedParam(
      'Records',
      s.int(
        'Maximum number of records; the newest of the window are returned. Values above 50,000 count as 50,000.',
        1_000,
        {
          default: DEFAULT_RECORDS,
          minimum: 1,
          'x-cap': MAX_RECORDS,
        },
      ),
    ),
    cursor: Type.Optional(
      s.sharedParam(
        'EarlierRecords',
        s.text(
          '`nextCursor` of an earlier answer; the records before it are returned.',
          'WyJyZWNvcmQiLDE3NjM3MDAwMDAwMDAsMF0',
          { minLength: 1, maxLength: 256 },
        ),
      ),
    ),
  });
}

const seriesFields = () => ({
  ok: s.okTrue(),
  venue: s.recorderField('Venue of the series, or ref.'),
  asset: s.text('Store key of the asset.', 'perp-btc'),
  assetId: s.text('Asset id.', 'hl-BTC'),
});

export const recordsSchema = s.object('Recorded observations.', {
  ...seriesFields(),
  count: s.int('Records in this answer.', 1_000),
  records: s.array(
    'Records, oldest first.',
    s.object('One observation.', {
      t: s.epochMsField('Time of the observation.'),
      p: s.num('Price: USD, or probability of Yes.', 87_250.5),
      v: Type.Optional(s.num('Volume traded since the record before; absent when not known.', 1.25)),
      s: Type.Optional(s.choice('Source of the record.', ['poll', 'backfill', 'import', 'trade'])),
    }),
  ),
  gaps: gapsField(),
  coverage: coverageField(),
  truncated: s.bool('Whether the window has older records.', true),
  nextCursor: s.nextCursorField('WyJyZWNvcmQiLDE3NjM3MDAwMDAwMDAsMF0', 'the page of earlier records'),
});

export const aggregateSchema = s.object('Buckets.', {
  ...seriesFields(),
  bucketMs: s.int(
    'Width of a bucket in ms. With `bucket`, 24 hours, 7 days or 31 days; its buckets end at their own `endMs`.',
    3_600_000,
  ),
  bucket: Type.Optional(s.choice('Requested width, where it is one of the calendar.', CALENDAR_UNITS)),
  tz: Type.Optional(s.text('Time zone of `bucket`.', 'America/New_York')),
  op: s.choice('Members of a bucket: `ohlc`, `vwap` or `all`.', OPERATIONS),
  count: s.int('Buckets in this answer.', 24),
  buckets: s.array(
    'Buckets, oldest first.',
    s.object(
      'One bucket. `ohlc` has t, open to close and count; `vwap` has t, count, volume and vwap; `all` has every member.',
      {
        t: s.epochMsField('Start of the bucket.'),
        endMs: Type.Optional(s.epochMsField('Start of the next bucket. Present with `bucket`.')),
        open: Type.Optional(s.num('First price.', 87_000)),
        high: Type.Optional(s.num('Highest price.', 87_400)),
        low: Type.Optional(s.num('Lowest price.', 86_900)),
        close: Type.Optional(s.num('Last price.', 87_250)),
        count: Type.Optional(s.int('Number of records.', 720)),
        volume: Type.Optional(s.nullable(s.num('Traded volume.', 812.4), 'no record has a volume')),
        vwap: Type.Optional(s.nullable(s.num('Volume-weighted price.', 87_180.2), 'no volume was traded')),
        filled: Type.Optional(
          s.bool(
            'Present, and true, where nothing was recorded and prices and volume are those of candles of the venue.',
            true,
          ),
        ),
      },
    ),
  ),
  gaps: gapsField(),
  coverage: coverageField(),
  truncated: s.bool('Whether the window has older buckets.', false),
});

/** Failures of a path that names no recorded series. */
export const SERIES_FAILURES = ['venue_not_found', 'asset_not_found', 'source_withheld'] as const;

export function toSeriesKey({ venue, storeKey }: SeriesRef): SeriesKey {
  return { venue, storeKey };
}

/** Builds the members of an answer that name the series. */
export function buildHead({ venue, storeKey, asset }: SeriesRef) {
  return { ok: true, venue, asset: storeKey, assetId: asset };
}
