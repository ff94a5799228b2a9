import { Type } from 'typebox';
import type { FailureThrottle } from '../../../accounts/limits/failure-throttle.ts';
import {
  type Clock,
  type EpochMs,
  formatIsoTime,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import {
  countAges,
  detectStale,
  readAssetAges,
  type StaleRow,
  summariseAges,
} from '../../../health/stale/stale-assets.ts';
import { cutStalePage, type StalePage } from '../../../health/stale/stale-page.ts';
import type { StaleReport } from '../../../health/stale/stale-report.ts';
import { type ReportOutcome, writeStaleReport } from '../../../health/stale/stale-reporting.ts';
import type { StaleReports } from '../../../health/stale/stale-reports.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { SharedReads } from '../../../scheduling/shared-reads.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';
import { checkSnapshotToken } from '../../access/snapshot-token.ts';
import { csvAnswer } from '../../heavy/raw-answer.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { Answer } from '../../responses/answer.ts';
import { buildAttachmentHeaders, formatCsvRow } from '../../responses/csv.ts';
import { buildPageHeaders, readPageSearch } from '../../responses/page-headers.ts';
import type { ApiServer, Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  DEFAULT_THRESHOLD_MIN,
  type SORTS,
  type StaleQuery,
  snapshotSchema,
  staleHistorySchema,
  staleQuery,
  staleSchema,
  thresholdParam,
} from './shapes/stale.ts';

export interface AlertOptions {
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly staleReports: StaleReports;
  readonly clock: Clock;
  /** Token that `POST /api/alerts/stale/snapshot` requires; null: the route is open. */
  readonly snapshotToken: string | null;
  /** Throttles wrong snapshot tokens by the address of the sender. */
  readonly snapshotThrottle: FailureThrottle;
}

/**
 * Time for which the ages of all tracked assets are used before they are looked up again, for any number of thresholds.
 */
const AGES_FRESH_MS = SECOND_MS;

/** GET /api/alerts/stale, .csv and /history; POST /api/alerts/stale/snapshot. */
export const registerAlerts: Registration<AlertOptions> = (app, deps, { now }) => {
  const ages = new StaleAges(deps, now);
  addList(app, ages, deps);
  addCsv(app, ages);
  addHistory(app, ages, deps);
  addSnapshot(app, deps);
};

/** Ages of all tracked assets, looked up once for requests that come at the same time. */
class StaleAges {
  readonly #deps: Pick<AlertOptions, 'feed' | 'history' | 'clock'>;
  readonly #shared: SharedReads<readonly StaleRow[]>;

  /**
   * Begins without anything stale.
   *
   * @param now Monotonic clock in ms.
   */
  constructor(deps: Pick<AlertOptions, 'feed' | 'history' | 'clock'>, now: () => number) {
    this.#deps = deps;
    this.#shared = new SharedReads({ max: 1, freshMs: AGES_FRESH_MS, now });
  }

  read(): Promise<readonly StaleRow[]> {
    const { feed, history, clock } = this.#deps;
    return this.#shared.get('all', () => readAssetAges(feed, history, clock()));
  }

  /** Finds one page of stale assets, and the summary of all. @throws {ApiError} 400 for an invalid cursor. */
  async find({ venue, thresholdMin, limit, cursor }: StaleQuery) {
    const rows = await this.read();
    const ofVenue = venue === undefined ? rows : rows.filter((row) => row.venue === venue);
    const { summary, ...lists } = detectStale(ofVenue, thresholdMin * MINUTE_MS);
    const from = { venues: this.#deps.feed.venues, limit, ...(cursor === undefined ? {} : { cursor }) };
    const page = cutStalePage(lists, from);
    if (page === null) throw createCursorError();
    return { summary, page };
  }
}

function addList(app: ApiServer, ages: StaleAges, { clock }: Pick<AlertOptions, 'clock'>): void {
  app.get(
    '/api/alerts/stale',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleAssets',
        summary: 'Tracked assets whose records stopped or never began',
        description:
          'The limit is applied to each list before sorting; the summary counts all assets. nextCursor leads to the next rows of every list.',
        tags: ['alerts'],
        querystring: staleQuery(),
        response: { 200: staleSchema(), ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { summary, page } = await ages.find(query);
      const { thresholdMin, limit, sortBy = null, venue = null } = query;
      return {
        ok: true as const,
        generatedAt: formatIsoTime(clock()),
        params: { thresholdMin, thresholdMs: thresholdMin * MINUTE_MS, limit, sortBy, venue },
        summary,
        truncated: page.truncated,
        ...sortLists(page, sortBy),
        nextCursor: page.nextCursor,
      };
    },
  );
}

function addCsv(app: ApiServer, ages: StaleAges): void {
  app.get(
    '/api/alerts/stale.csv',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleAssetsCsv',
        summary: 'Stale assets as a CSV download',
        description:
          'Columns kind, venue, asset, lastIso, staleForMs, count, bytes. Stale rows come first, then assets without a record, then those below our own limit. X-Truncated says whether rows were left out; X-Next-Cursor and Link lead to them.',
        tags: ['alerts'],
        querystring: staleQuery(),
        produces: ['text/csv'],
        response: {
          200: csvAnswer(
            'RFC 4180, rows end in CRLF.',
            'kind,venue,asset,lastIso,staleForMs,count,bytes\r\n',
          ),
          ...s.failures('validation_failed'),
        },
      },
    },
    async ({ query, url }) => {
      const { page } = await ages.find(query);
      const { stale, neverRecorded, beyondLimit } = sortLists(page, query.sortBy ?? null);
      const lines = [...stale, ...neverRecorded, ...beyondLimit].map(
        ({ kind, venue, asset, lastIso, staleForMs, count, bytes }) =>
          formatCsvRow([kind, venue, asset, lastIso, staleForMs, count, bytes]),
      );
      return new Answer(`kind,venue,asset,lastIso,staleForMs,count,bytes\r\n${lines.join('')}`, {
        contentType: 'text/csv; charset=utf-8',
        headers: {
          ...buildAttachmentHeaders(`stale-${query.venue ?? 'all'}.csv`),
          ...buildPageHeaders({ cursor: page.nextCursor, search: readPageSearch(url) }),
        },
      });
    },
  );
}

function addHistory(
  app: ApiServer,
  ages: StaleAges,
  { staleReports, clock }: Pick<AlertOptions, 'staleReports' | 'clock'>,
): void {
  app.get(
    '/api/alerts/stale/history',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getStaleHistory',
        summary: 'Stored reports of stale assets',
        description:
          'Reports are stored every five minutes and kept for 48 hours. The threshold of this request is applied to each. Without a stored report in this time, the current state is returned.',
        tags: ['alerts'],
        querystring: s.queryParams({
          hours: s.num('Hours that the list reaches back.', 6, {
            default: 6,
            exclusiveMinimum: 0,
            maximum: 48,
          }),
          thresholdMin: thresholdParam(),
        }),
        response: { 200: staleHistorySchema(), ...s.failures('validation_failed') },
      },
    },
    async ({ query }) => {
      const { hours, thresholdMin } = query;
      const now = clock();
      const stored = await staleReports.listSince(now - hours * HOUR_MS);
      const reports = stored.length > 0 ? stored : [presentReport(await ages.read(), now)];
      return {
        ok: true as const,
        generatedAt: formatIsoTime(now),
        params: { hours, thresholdMin, thresholdMs: thresholdMin * MINUTE_MS },
        snapshots: reports.map(({ ts, ages }) => ({ ts, ...summariseAges(ages, thresholdMin) })),
        note:
          stored.length === 0
            ? 'No report was stored in this time: the one shown is the state at generatedAt. POST /api/alerts/stale/snapshot stores one.'
            : 'Each snapshot was stored at its ts. Fractions of a minute of thresholdMin count as the next whole minute.',
      };
    },
  );
}

function addSnapshot(app: ApiServer, deps: AlertOptions): void {
  const requireToken = checkSnapshotToken(deps.snapshotToken, deps.snapshotThrottle);
  const writing = new SingleFlight<'report', ReportOutcome>();
  app.post(
    '/api/alerts/stale/snapshot',
    {
      config: { access: 'free', cacheSeconds: 0, probe: false, secret: 'snapshotToken' },
      schema: {
        operationId: 'storeStaleReport',
        summary: 'Stores a report of stale assets, at most one per 60 s',
        description:
          'When a snapshot token is configured, it is required in the header X-Snapshot-Token. After 10 wrong tokens in a minute, an address has to wait even with the right one.',
        tags: ['alerts'],
        headers: Type.Object({
          'x-snapshot-token': Type.Optional(s.text('Snapshot token of the service.', 'the-token')),
        }),
        response: { 200: snapshotSchema(), ...s.failures('bad_snapshot_token', 'too_many_attempts') },
      },
    },
    async ({ headers, ip }) => {
      await requireToken(headers['x-snapshot-token'], ip);
      const outcome = await writing.run('report', () => writeStaleReport(deps));
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
}

/** Builds a report of the present state, which is not stored. */
function presentReport(rows: readonly StaleRow[], now: EpochMs): StaleReport {
  return { ts: now, ages: countAges(rows) };
}

function sortLists({ stale, neverRecorded, beyondLimit }: StalePage, sortBy: (typeof SORTS)[number] | null) {
  return {
    stale: sort(stale, sortBy ?? 'staleness'),
    neverRecorded: sort(neverRecorded, sortBy ?? 'asset'),
    beyondLimit: sort(beyondLimit, sortBy ?? 'asset'),
  };
}

function sort(rows: readonly StaleRow[], by: (typeof SORTS)[number]): StaleRow[] {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const orders: Record<(typeof SORTS)[number], (a: StaleRow, b: StaleRow) => number> = {
    staleness: (a, b) =>
      (b.staleForMs ?? Number.POSITIVE_INFINITY) - (a.staleForMs ?? Number.POSITIVE_INFINITY) || 0,
    asset: (a, b) => byText(a.asset, b.asset),
    venue: (a, b) => byText(a.venue, b.venue) || byText(a.asset, b.asset),
  };
  return [...rows].sort(orders[by]);
}
