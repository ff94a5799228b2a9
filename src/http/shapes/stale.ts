import { type Static, Type } from 'typebox';
import { VENUES } from '../../domain/index.ts';
import {
  array,
  bool,
  choice,
  generatedAtField,
  int,
  named,
  nullable,
  num,
  object,
  okTrue,
  onlyVenueParam,
  perVenue,
  queryParams,
  sharedParam,
  text,
  venueField,
} from '../schemas/schema.ts';

/** Orders in which stale assets are listed. */
export const SORTS = ['staleness', 'asset', 'venue'] as const;
export const DEFAULT_THRESHOLD_MIN = 5;

export const thresholdParam = () =>
  sharedParam(
    'ThresholdMin',
    num('Minutes after which a record is too old.', 5, {
      default: DEFAULT_THRESHOLD_MIN,
      exclusiveMinimum: 0,
      maximum: 1_440,
    }),
  );

export const staleQuery = () =>
  queryParams({
    thresholdMin: thresholdParam(),
    limit: sharedParam(
      'StaleRows',
      int('Most rows of each list.', 1_000, { default: 1_000, minimum: 1, maximum: 10_000 }),
    ),
    sortBy: Type.Optional(
      sharedParam(
        'StaleOrder',
        choice('Order of the rows. Default: staleness for stale, asset for neverRecorded.', SORTS),
      ),
    ),
    venue: onlyVenueParam(),
  });
export type StaleQuery = Static<ReturnType<typeof staleQuery>>;

const rowSchema = () =>
  named(
    'StaleAsset',
    object('One tracked asset.', {
      kind: choice('Why it is listed.', ['stale', 'never_recorded']),
      venue: venueField('Venue of the asset.'),
      asset: text('The storeKey.', 'perp-btc'),
      lastMs: nullable(
        int('Time of its newest record. Epoch milliseconds.', 1_763_700_000_000),
        'nothing was ever recorded',
      ),
      lastIso: nullable(
        text('The same as ISO 8601.', '2026-11-21T12:00:00.000Z'),
        'nothing was ever recorded',
      ),
      staleForMs: nullable(int('Age of that record in ms.', 420_000), 'nothing was ever recorded'),
      count: int('Records of the asset.', 17_280),
      bytes: int('Bytes that they take.', 40_112),
    }),
  );

const summarySchema = () =>
  named(
    'StaleSummary',
    object('Counts over everything, before any limit.', {
      totalAssets: int('Tracked assets.', 4_812),
      staleCount: int('Stale ones.', 3),
      neverRecordedCount: int('Those without a record.', 41),
      byVenue: perVenue(
        'By venue.',
        named(
          'StaleCounts',
          object('One venue.', {
            total: int('Tracked assets.', 310),
            stale: int('Stale ones.', 1),
            neverRecorded: int('Those without a record.', 0),
          }),
        ),
      ),
    }),
  );

const thresholds = () => ({
  thresholdMin: num('Threshold in minutes.', 5),
  thresholdMs: num('The same in ms.', 300_000),
});

export const staleSchema = () =>
  object('Assets whose records stopped or never began.', {
    ok: okTrue(),
    generatedAt: generatedAtField(),
    params: object('The parameters as they were understood.', {
      ...thresholds(),
      limit: int('Most rows of each list.', 1_000),
      sortBy: nullable(choice('The order that was asked for.', SORTS), 'none was asked for'),
      venue: nullable(choice('The venue that was asked for.', VENUES), 'none was asked for'),
    }),
    summary: summarySchema(),
    truncated: object('Whether the limit cut a list.', {
      stale: bool('Cut or not.', false),
      neverRecorded: bool('Cut or not.', false),
    }),
    stale: array('Assets whose newest record is older than the threshold.', rowSchema()),
    neverRecorded: array('Assets without a record.', rowSchema()),
  });

const reportSchema = (description: string) =>
  named(
    'StaleReport',
    object(description, {
      ts: int('When it was stored. Epoch milliseconds.', 1_763_700_000_000),
      verdict: choice('OK when nothing is stale, else WARN.', ['OK', 'WARN']),
      summary: summarySchema(),
    }),
  );

export const staleHistorySchema = () =>
  object('Stored reports, oldest first.', {
    ok: okTrue(),
    generatedAt: generatedAtField(),
    params: object('The parameters as they were understood.', {
      hours: num('How far back.', 6),
      ...thresholds(),
    }),
    snapshots: array('Stored reports, oldest first.', reportSchema('One report.')),
    note: text('How to read this.', 'Each snapshot was stored at its ts.'),
  });

export const snapshotSchema = () =>
  object('What was done.', {
    ok: okTrue(),
    skipped: bool('true: the last report is younger than 60 s, nothing was stored.', false),
    written: Type.Optional(reportSchema('The stored report, judged with a threshold of 5 minutes.')),
    reason: Type.Optional(text('Why nothing was stored.', 'the last report is younger than 60 s')),
    lastSnapshotAgeMs: Type.Optional(int('Age of the last report in ms.', 12_000)),
  });
