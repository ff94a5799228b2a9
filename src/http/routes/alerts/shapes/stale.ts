import { type Static, Type } from 'typebox';
import { VENUES } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';

/** Sort orders of the list of stale assets. */
export const SORTS = ['staleness', 'asset', 'venue'] as const;
export const DEFAULT_THRESHOLD_MIN = 5;
const EXAMPLE_CURSOR = 'WyJzdGFsZSIsImthbHNoaSIsImt4aGlnaG55LTI2anVsMTktdDgwIiwiIiwiIiwiIiwiIl0';

export const thresholdParam = () =>
  s.sharedParam(
    'ThresholdMin',
    s.num('Age in minutes from which the newest record of an asset counts as stale.', 5, {
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
      s.int('Maximum number of rows in each list.', 1_000, { default: 1_000, minimum: 1, maximum: 10_000 }),
    ),
    sortBy: Type.Optional(
      s.sharedParam(
        'StaleOrder',
        s.choice(
          'Sort order of the rows. Without it, stale is sorted by staleness and neverRecorded by asset.',
          SORTS,
        ),
      ),
    ),
    venue: s.onlyVenueParam(),
    cursor: Type.Optional(
      s.sharedParam(
        'StaleCursor',
        s.text('`nextCursor` of an earlier answer to the same parameters.', EXAMPLE_CURSOR, {
          minLength: 1,
          maxLength: 2_048,
        }),
      ),
    ),
  });
export type StaleQuery = Static<ReturnType<typeof staleQuery>>;

const rowSchema = () =>
  s.named(
    'StaleAsset',
    s.object('One tracked asset.', {
      kind: s.choice('Reason why the asset is listed.', ['stale', 'never_recorded', 'beyond_limit']),
      venue: s.venueField('Venue of the asset.'),
      asset: s.text('Store key of the asset.', 'perp-btc'),
      lastMs: s.nullable(
        s.int('Time of the newest record. Epoch milliseconds.', 1_763_700_000_000),
        'nothing was ever recorded',
      ),
      lastIso: s.nullable(
        s.text('Time of the newest record, ISO 8601.', '2026-11-21T12:00:00.000Z'),
        'nothing was ever recorded',
      ),
      staleForMs: s.nullable(s.int('Age of the newest record in ms.', 420_000), 'nothing was ever recorded'),
      count: s.int('Records of the asset.', 17_280),
      bytes: s.int('Stored size of these records in bytes.', 40_112),
    }),
  );

const summarySchema = () =>
  s.named(
    'StaleSummary',
    s.object('Counts of all tracked assets, before the limit is applied.', {
      totalAssets: s.int('Number of tracked assets.', 4_812),
      staleCount: s.int('Number of stale assets.', 3),
      neverRecordedCount: s.int('Assets without a record.', 41),
      beyondLimitCount: s.int(
        'Assets that fell below our own limit of markets; not among the tracked ones.',
        2,
      ),
      byVenue: s.perVenue(
        'The same counts by venue.',
        s.named(
          'StaleCounts',
          s.object('Counts of one venue.', {
            total: s.int('Number of tracked assets.', 310),
            stale: s.int('Number of stale assets.', 1),
            neverRecorded: s.int('Assets without a record.', 0),
            beyondLimit: s.int('Assets that fell below our own limit of markets.', 0),
          }),
        ),
      ),
    }),
  );

const thresholds = () => ({
  thresholdMin: s.num('Age in minutes from which a record counts as stale.', 5),
  thresholdMs: s.num('The same threshold in ms.', 300_000),
});

export const staleSchema = () =>
  s.object('Assets whose records stopped or never began.', {
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    params: s.object('Parameters of the request after defaults.', {
      ...thresholds(),
      limit: s.int('Maximum number of rows in each list.', 1_000),
      sortBy: s.nullable(s.choice('Requested sort order.', SORTS), 'none was requested'),
      venue: s.nullable(s.choice('Requested venue.', VENUES), 'none was requested'),
    }),
    summary: summarySchema(),
    truncated: s.object('Whether the limit truncated a list.', {
      stale: s.bool('Whether the list is truncated.', false),
      neverRecorded: s.bool('Whether the list is truncated.', false),
      beyondLimit: s.bool('Whether the list is truncated.', false),
    }),
    stale: s.array('Assets whose newest record is older than the threshold.', rowSchema()),
    neverRecorded: s.array('Assets without a record.', rowSchema()),
    beyondLimit: s.array(
      'Assets that their venue lists still, below our own limit of markets: they are not recorded now.',
      rowSchema(),
    ),
    nextCursor: s.nextCursorField(EXAMPLE_CURSOR, 'the next rows of every list'),
  });

const reportSchema = (description: string) =>
  s.named(
    'StaleReport',
    s.object(description, {
      ts: s.int('When the report was stored. Epoch milliseconds.', 1_763_700_000_000),
      verdict: s.choice('`OK` when no asset is stale, otherwise `WARN`.', ['OK', 'WARN']),
      summary: summarySchema(),
    }),
  );

export const staleHistorySchema = () =>
  s.object('Stored reports, oldest first.', {
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    params: s.object('Parameters of the request after defaults.', {
      hours: s.num('Hours that the list reaches back.', 6),
      ...thresholds(),
    }),
    snapshots: s.array('Stored reports, oldest first.', reportSchema('One report about stale assets.')),
    note: s.text('Explanation of the times in the list.', 'Each snapshot was stored at its ts.'),
  });

export const snapshotSchema = () =>
  s.object('Result of the request to store a report.', {
    ok: s.okTrue(),
    skipped: s.bool('Whether nothing was stored because the last report is younger than 60 s.', false),
    written: Type.Optional(reportSchema('Report that was stored, with a threshold of 5 minutes.')),
    reason: Type.Optional(s.text('Reason why nothing was stored.', 'the last report is younger than 60 s')),
    lastSnapshotAgeMs: Type.Optional(s.int('Age of the last report in ms.', 12_000)),
  });
