import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { VenueId } from '../domain/index.ts';
import type { AgeCounts } from './stale-assets.ts';

/** What one report keeps: enough to judge it again with any threshold of whole minutes. */
export interface StaleReport {
  /** Epoch ms. */
  readonly ts: number;
  readonly ages: Readonly<Partial<Record<VenueId, AgeCounts>>>;
}

export interface StaleReports {
  add(report: StaleReport): void;
  /** Oldest first; `sinceMs` is inclusive. */
  since(sinceMs: number): StaleReport[];
  latest(): StaleReport | null;
  close(): void;
}

/** The longest span that callers may ask for. */
const RETENTION_MS = 48 * 3_600_000;

/**
 * Opens the stale reports of a data directory (`stale-reports.sqlite`), which keep 48 hours.
 * Without a directory they live in memory.
 */
export function openStaleReports({ dataDir }: { readonly dataDir: string | null }): StaleReports {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(dataDir === null ? ':memory:' : path.join(dataDir, 'stale-reports.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  db.exec('CREATE TABLE IF NOT EXISTS report (ts INTEGER PRIMARY KEY, ages TEXT NOT NULL) STRICT');

  const insert = db.prepare('INSERT OR REPLACE INTO report (ts, ages) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM report WHERE ts < ?');
  const select = db.prepare('SELECT ts, ages FROM report WHERE ts >= ? ORDER BY ts');
  const newest = db.prepare('SELECT ts, ages FROM report ORDER BY ts DESC LIMIT 1');

  return {
    add(report) {
      insert.run(report.ts, JSON.stringify(report.ages));
      forget.run(report.ts - RETENTION_MS);
    },
    since: (sinceMs) => select.all(sinceMs).map(reportOf),
    latest() {
      const row = newest.get();
      return row === undefined ? null : reportOf(row);
    },
    close: () => db.close(),
  };
}

function reportOf(row: Record<string, unknown>): StaleReport {
  return { ts: Number(row.ts), ages: JSON.parse(String(row.ages)) as StaleReport['ages'] };
}
