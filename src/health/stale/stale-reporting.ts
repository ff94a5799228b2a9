import { type Clock, computeAge, MINUTE_MS } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { countAges, readAssetAges } from './stale-assets.ts';
import type { StaleReport } from './stale-report.ts';
import type { StaleReports } from './stale-reports.ts';

/** Minimum interval in ms between two reports. */
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

/** Stores a report of the ages of the newest records of all tracked assets, unless the last report is too recent. */
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
