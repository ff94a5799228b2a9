import { createHash, timingSafeEqual } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { FailureThrottle } from '../../../accounts/rate-limiter.ts';
import { type Clock, HOUR_MS, isoTime, MINUTE_MS, VENUES } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import {
  assetAges,
  countAges,
  detectStale,
  type StaleRow,
  summariseAges,
} from '../../../health/stale-assets.ts';
import { writeStaleReport } from '../../../health/stale-reporting.ts';
import type { StaleReport, StaleReports } from '../../../health/stale-reports.ts';
import type { HistoryStore } from '../../../history/history-store.ts';
import { networkOf } from '../../access/client-network.ts';
import { Answer } from '../../responses/answer.ts';
import { attachment, csvRow } from '../../responses/csv.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import {
  bool,
  csvText,
  failures,
  generatedAtField,
  int,
  listOf,
  named,
  nullable,
  num,
  objectOf,
  okTrue,
  oneOf,
  perVenue,
  queryOf,
  text,
  venueField,
} from '../../schemas/schema.ts';

const SORTS = ['staleness', 'asset', 'venue'] as const;
const DEFAULT_THRESHOLD_MIN = 5;

export interface AlertOptions {
  readonly feed: Feed;
  readonly history: HistoryStore;
  readonly staleReports: StaleReports;
  readonly clock: Clock;
  /** Required of `POST /api/alerts/stale/snapshot`; null leaves that route open. */
  readonly snapshotToken: string | null;
}

/** GET /api/alerts/stale, .csv and /history; POST /api/alerts/stale/snapshot. */
export const registerAlerts: Registration<AlertOptions> = (app, deps, { now }) => {
  const { clock, staleReports } = deps;
  const requireToken = tokenCheck(deps.snapshotToken, now);

  app.get(
    '/api/alerts/stale',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleAssets',
        summary: 'Tracked assets whose records stopped or never began',
        description: 'The limit cuts each list before it is sorted; the summary counts everything.',
        tags: ['alerts'],
        querystring: staleQuery(),
        response: { 200: staleSchema(), ...failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { stale, neverRecorded, summary } = await findStale(query, deps);
      const { thresholdMin, limit, sortBy = null, venue = null } = query;
      return {
        ok: true as const,
        generatedAt: isoTime(clock()),
        params: { thresholdMin, thresholdMs: thresholdMin * MINUTE_MS, limit, sortBy, venue },
        summary,
        truncated: { stale: stale.length > limit, neverRecorded: neverRecorded.length > limit },
        stale: sorted(stale.slice(0, limit), sortBy ?? 'staleness'),
        neverRecorded: sorted(neverRecorded.slice(0, limit), sortBy ?? 'asset'),
      };
    },
  );

  app.get(
    '/api/alerts/stale.csv',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleAssetsCsv',
        summary: 'The same as a CSV download',
        description: 'Columns kind, venue, asset, lastIso, staleForMs, count, bytes; stale rows come first.',
        tags: ['alerts'],
        querystring: staleQuery(),
        produces: ['text/csv'],
        response: {
          200: csvText('RFC 4180, rows end in CRLF.', 'kind,venue,asset,lastIso,staleForMs,count,bytes\r\n'),
          ...failures('validation_failed'),
        },
      },
    },
    async ({ query }) => {
      const { stale, neverRecorded } = await findStale(query, deps);
      const rows = [
        ...sorted(stale.slice(0, query.limit), query.sortBy ?? 'staleness'),
        ...sorted(neverRecorded.slice(0, query.limit), query.sortBy ?? 'asset'),
      ];
      const lines = rows.map(({ kind, venue, asset, lastIso, staleForMs, count, bytes }) =>
        csvRow([kind, venue, asset, lastIso, staleForMs, count, bytes]),
      );
      return new Answer(`kind,venue,asset,lastIso,staleForMs,count,bytes\r\n${lines.join('')}`, {
        contentType: 'text/csv; charset=utf-8',
        headers: attachment(`stale-${query.venue ?? 'all'}.csv`),
      });
    },
  );

  app.get(
    '/api/alerts/stale/history',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleHistory',
        summary: 'Stored reports of stale assets',
        description:
          'Reports are stored every five minutes, kept for 48 hours, and judged with the threshold of this request. Without a stored one the present state stands in.',
        tags: ['alerts'],
        querystring: queryOf({
          hours: num('How far back.', 6, { default: 6, exclusiveMinimum: 0, maximum: 48 }),
          thresholdMin: thresholdParam(),
        }),
        response: { 200: staleHistorySchema(), ...failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { hours, thresholdMin } = query;
      const now = clock();
      const stored = staleReports.since(now - hours * HOUR_MS);
      const reports = stored.length > 0 ? stored : [await presentReport(deps)];
      return {
        ok: true as const,
        generatedAt: isoTime(now),
        params: { hours, thresholdMin, thresholdMs: thresholdMin * MINUTE_MS },
        snapshots: reports.map(({ ts, ages }) => ({ ts, ...summariseAges(ages, thresholdMin) })),
        note:
          stored.length === 0
            ? 'No report was stored in this time: the one shown is the state at generatedAt. POST /api/alerts/stale/snapshot stores one.'
            : 'Each snapshot was stored at its ts. Fractions of a minute of thresholdMin count as the next whole minute.',
      };
    },
  );

  app.post(
    '/api/alerts/stale/snapshot',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'storeStaleReport',
        summary: 'Stores a report of stale assets, at most one per 60 s',
        description:
          'Where a snapshot token is configured, the header X-Snapshot-Token must hold it. After 10 wrong ones in a minute an address waits, whatever it sends.',
        tags: ['alerts'],
        headers: Type.Object({
          'x-snapshot-token': Type.Optional(text('The configured snapshot token.', 'the-token')),
        }),
        response: { 200: snapshotSchema(), ...failures('bad_snapshot_token', 'too_many_attempts') },
      },
    },
    async ({ headers, ip }) => {
      requireToken(headers['x-snapshot-token'], ip);
      const outcome = await writeStaleReport(deps);
      if (outcome.status === 'skipped') {
        return {
          ok: true as const,
          skipped: true,
          reason: 'the last report is younger than 60 s',
          lastSnapshotAgeMs: outcome.lastAgeMs,
        };
      }
      const { ts, ages } = outcome.report;
      return {
        ok: true as const,
        skipped: false,
        written: { ts, ...summariseAges(ages, DEFAULT_THRESHOLD_MIN) },
      };
    },
  );
};

/** The present state as a report that is not stored. */
async function presentReport({ feed, history, clock }: AlertOptions): Promise<StaleReport> {
  const now = clock();
  return { ts: now, ages: countAges(await assetAges(feed, history, now)) };
}

async function findStale(query: StaleQuery, { feed, history, clock }: AlertOptions) {
  const rows = await assetAges(feed, history, clock());
  const ofVenue = query.venue === undefined ? rows : rows.filter(({ venue }) => venue === query.venue);
  return detectStale(ofVenue, query.thresholdMin * MINUTE_MS);
}

function sorted(rows: readonly StaleRow[], by: (typeof SORTS)[number]): StaleRow[] {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const orders: Record<(typeof SORTS)[number], (a: StaleRow, b: StaleRow) => number> = {
    staleness: (a, b) =>
      (b.staleForMs ?? Number.POSITIVE_INFINITY) - (a.staleForMs ?? Number.POSITIVE_INFINITY) || 0,
    asset: (a, b) => byText(a.asset, b.asset),
    venue: (a, b) => byText(a.venue, b.venue) || byText(a.asset, b.asset),
  };
  return [...rows].sort(orders[by]);
}

const MAX_WRONG_TOKENS_PER_MIN = 10;

/** Checks the snapshot token, and lets an address try only so often: wrong or right, it waits after that. */
function tokenCheck(configured: string | null, now: () => number) {
  const throttle = new FailureThrottle({ limit: MAX_WRONG_TOKENS_PER_MIN, windowMs: MINUTE_MS, now });
  // Digests of equal length: the comparison tells nothing of the token by its time.
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return (given: string | undefined, ip: string): void => {
    if (configured === null) return;
    const address = networkOf(ip);
    const retryAfterS = throttle.retryAfterS(address);
    if (retryAfterS !== null) {
      throw new ApiError('too_many_attempts', 'too many wrong snapshot tokens; wait before the next', {
        headers: { 'retry-after': String(retryAfterS) },
      });
    }
    if (given !== undefined && timingSafeEqual(digest(given), digest(configured))) return;
    throttle.fail(address);
    throw new ApiError('bad_snapshot_token', 'X-Snapshot-Token is missing or wrong');
  };
}

const thresholdParam = () =>
  num('Minutes after which a record is too old.', 5, {
    default: DEFAULT_THRESHOLD_MIN,
    exclusiveMinimum: 0,
    maximum: 1_440,
  });

const staleQuery = () =>
  queryOf({
    thresholdMin: thresholdParam(),
    limit: int('Most rows of each list.', 1_000, { default: 1_000, minimum: 1, maximum: 10_000 }),
    sortBy: Type.Optional(
      oneOf('Order of the rows. Default: staleness for stale, asset for neverRecorded.', SORTS),
    ),
    venue: Type.Optional(venueField('Only this venue.')),
  });
type StaleQuery = Static<ReturnType<typeof staleQuery>>;

const rowSchema = () =>
  named(
    'StaleAsset',
    objectOf('One tracked asset.', {
      kind: oneOf('Why it is listed.', ['stale', 'never_recorded']),
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
    objectOf('Counts over everything, before any limit.', {
      totalAssets: int('Tracked assets.', 4_812),
      staleCount: int('Stale ones.', 3),
      neverRecordedCount: int('Those without a record.', 41),
      byVenue: perVenue(
        'By venue.',
        named(
          'StaleCounts',
          objectOf('One venue.', {
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

const staleSchema = () =>
  objectOf('Assets whose records stopped or never began.', {
    ok: okTrue(),
    generatedAt: generatedAtField(),
    params: objectOf('The parameters as they were understood.', {
      ...thresholds(),
      limit: int('Most rows of each list.', 1_000),
      sortBy: nullable(oneOf('The order that was asked for.', SORTS), 'none was asked for'),
      venue: nullable(oneOf('The venue that was asked for.', VENUES), 'none was asked for'),
    }),
    summary: summarySchema(),
    truncated: objectOf('Whether the limit cut a list.', {
      stale: bool('Cut or not.', false),
      neverRecorded: bool('Cut or not.', false),
    }),
    stale: listOf('Assets whose newest record is older than the threshold.', rowSchema()),
    neverRecorded: listOf('Assets without a record.', rowSchema()),
  });

const reportSchema = (description: string) =>
  named(
    'StaleReport',
    objectOf(description, {
      ts: int('When it was stored. Epoch milliseconds.', 1_763_700_000_000),
      verdict: oneOf('OK when nothing is stale, else WARN.', ['OK', 'WARN']),
      summary: summarySchema(),
    }),
  );

const staleHistorySchema = () =>
  objectOf('Stored reports, oldest first.', {
    ok: okTrue(),
    generatedAt: generatedAtField(),
    params: objectOf('The parameters as they were understood.', {
      hours: num('How far back.', 6),
      ...thresholds(),
    }),
    snapshots: listOf('Stored reports, oldest first.', reportSchema('One report.')),
    note: text('How to read this.', 'Each snapshot was stored at its ts.'),
  });

const snapshotSchema = () =>
  objectOf('What was done.', {
    ok: okTrue(),
    skipped: bool('true: the last report is younger than 60 s, nothing was stored.', false),
    written: Type.Optional(reportSchema('The stored report, judged with a threshold of 5 minutes.')),
    reason: Type.Optional(text('Why nothing was stored.', 'the last report is younger than 60 s')),
    lastSnapshotAgeMs: Type.Optional(int('Age of the last report in ms.', 12_000)),
  });
