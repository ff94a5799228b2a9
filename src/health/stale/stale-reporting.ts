import { type Clock, computeAge, MINUTE_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { countAges, readAssetAges } from './stale-assets.ts';
import type { StaleReport } from './stale-report.ts';
import type { StaleReports } from './stale-reports.ts';

/** Least time between two reports: a minute. */
const MIN_INTERVAL_MS = MINUTE_MS;

export type ReportOutcome =
  | { readonly status: 'written'; readonly report: StaleReport }
  | { readonly status: 'skipped'; readonly lastAgeMs: number };

export interface StaleReporting {
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly staleReports: StaleReports;
  readonly clock: Clock;
}

/** Stores a report of how old the records of all tracked assets are, unless the last one is too young. */
export async function writeStaleReport(parts: StaleReporting): Promise<ReportOutcome> {
  const { feed, history, staleReports, clock } = parts;
  const now = clock();
  const last = await staleReports.findNewest();
  if (last !== null && computeAge(now, last.ts) < MIN_INTERVAL_MS) {
    return { status: 'skipped', lastAgeMs: Math.max(0, now - last.ts) };
  }
  const report = { ts: now, ages: countAges(await readAssetAges(feed, history, now)) };
  await staleReports.add(report);
  return { status: 'written', report };
}
