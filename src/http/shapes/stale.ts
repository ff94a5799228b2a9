import { type Static, Type } from 'typebox';
import { VENUES } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** Orders in which stale assets are listed. */
export const SORTS = ['staleness', 'asset', 'venue'] as const;
export const DEFAULT_THRESHOLD_MIN = 5;

export const thresholdParam = () =>
  s.sharedParam(
    'ThresholdMin',
    s.num('Minutes after which a record is too old.', 5, {
      default: DEFAULT_THRESHOLD_MIN,
      exclusiveMinimum: 0,
      maximum: 1_440,
    }),
  );

export const staleQuery = () =>
  s.queryParams({
    thresholdMin: thresholdParam(),
    limit: s.sharedParam(
      'StaleRows',
      s.int('Most rows of each list.', 1_000, { default: 1_000, minimum: 1, maximum: 10_000 }),
    ),
    sortBy: Type.Optional(
      s.sharedParam(
        'StaleOrder',
        s.choice('Order of the rows. Default: staleness for stale, asset for neverRecorded.', SORTS),
      ),
    ),
    venue: s.onlyVenueParam(),
  });
export type StaleQuery = Static<ReturnType<typeof staleQuery>>;

const rowSchema = () =>
  s.named(
    'StaleAsset',
    s.object('One tracked asset.', {
      kind: s.choice('Reason for the row.', ['stale', 'never_recorded']),
      venue: s.venueField('Venue of the asset.'),
      asset: s.text('The storeKey.', 'perp-btc'),
      lastMs: s.nullable(
        s.int('Time of its newest record. Epoch milliseconds.', 1_763_700_000_000),
        'nothing was ever recorded',
      ),
      lastIso: s.nullable(
        s.text('The same as ISO 8601.', '2026-11-21T12:00:00.000Z'),
        'nothing was ever recorded',
      ),
      staleForMs: s.nullable(s.int('Age of that record in ms.', 420_000), 'nothing was ever recorded'),
      count: s.int('Records of the asset.', 17_280),
      bytes: s.int('Bytes that they take.', 40_112),
    }),
  );

const summarySchema = () =>
  s.named(
    'StaleSummary',
    s.object('Counts over everything, before any limit.', {
      totalAssets: s.int('Tracked assets.', 4_812),
      staleCount: s.int('Stale ones.', 3),
      neverRecordedCount: s.int('Those without a record.', 41),
      byVenue: s.perVenue(
        'By venue.',
        s.named(
          'StaleCounts',
          s.object('One venue.', {
            total: s.int('Tracked assets.', 310),
            stale: s.int('Stale ones.', 1),
            neverRecorded: s.int('Those without a record.', 0),
          }),
        ),
      ),
    }),
  );

const thresholds = () => ({
  thresholdMin: s.num('Threshold in minutes.', 5),
  thresholdMs: s.num('The same in ms.', 300_000),
});

export const staleSchema = () =>
  s.object('Assets whose records stopped or never began.', {
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    params: s.object('The parameters as they were understood.', {
      ...thresholds(),
      limit: s.int('Most rows of each list.', 1_000),
      sortBy: s.nullable(s.choice('Requested order.', SORTS), 'none was requested'),
      venue: s.nullable(s.choice('Requested venue.', VENUES), 'none was requested'),
    }),
    summary: summarySchema(),
    truncated: s.object('Whether the limit cut a list.', {
      stale: s.bool('Cut or not.', false),
      neverRecorded: s.bool('Cut or not.', false),
    }),
    stale: s.array('Assets whose newest record is older than the threshold.', rowSchema()),
    neverRecorded: s.array('Assets without a record.', rowSchema()),
  });

const reportSchema = (description: string) =>
  s.named(
    'StaleReport',
    s.object(description, {
      ts: s.int('When it was stored. Epoch milliseconds.', 1_763_700_000_000),
      verdict: s.choice('OK when nothing is stale, else WARN.', ['OK', 'WARN']),
      summary: summarySchema(),
    }),
  );

export const staleHistorySchema = () =>
  s.object('Stored reports, oldest first.', {
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    params: s.object('The parameters as they were understood.', {
      hours: s.num('Start of the list.', 6),
      ...thresholds(),
    }),
    snapshots: s.array('Stored reports, oldest first.', reportSchema('One report.')),
    note: s.text('Note.', 'Each snapshot was stored at its ts.'),
  });

export const snapshotSchema = () =>
  s.object('Result.', {
    ok: s.okTrue(),
    skipped: s.bool('true: the last report is younger than 60 s, nothing was stored.', false),
    written: Type.Optional(reportSchema('The stored report, judged with a threshold of 5 minutes.')),
    reason: Type.Optional(s.text('Why nothing was stored.', 'the last report is younger than 60 s')),
    lastSnapshotAgeMs: Type.Optional(s.int('Age of the last report in ms.', 12_000)),
  });
