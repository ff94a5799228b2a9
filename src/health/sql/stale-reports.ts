import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bindOperations, type Transaction } from '../../storage/procedure.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { Statements } from '../../storage/statements.ts';
import type { StaleReportQueries, StaleReportRow, StaleReportRows } from '../rows.ts';
import { addStaleReports } from '../stale/operations/stale-reports.ts';

function prepareStaleReportRows(tx: Transaction): StaleReportRows {
  return {
    put: ({ ts, ages }) => {
      tx.get(
        'INSERT INTO stale_report (ts, ages) VALUES (?, ?) ON CONFLICT (ts) DO UPDATE SET ages = excluded.ages',
      ).run(ts, ages);
    },
    removeBefore: (ts) => {
      tx.get('DELETE FROM stale_report WHERE ts < ?').run(ts);
    },
  };
}

export const procedures = bindOperations(import.meta.url, [addStaleReports], prepareStaleReportRows);

/** Prepares queries of reports of stale prices outside transactions, as SQL for both database engines. */
export function prepareStaleReportQueries(reads: Statements): StaleReportQueries {
  return {
    listSince: async (sinceMs) =>
      reads.get<StaleReportRow>('SELECT ts, ages FROM stale_report WHERE ts >= ? ORDER BY ts').all(sinceMs),
    findNewest: async () =>
      reads.get<StaleReportRow>('SELECT ts, ages FROM stale_report ORDER BY ts DESC LIMIT 1').get() ?? null,
  };
}

/** File in which earlier versions stored the reports. */
const OLD_FILE = 'stale-reports.sqlite';

/**
 * Moves the reports of earlier versions into the service database. The old file is deleted when they are stored. After
 * a crash in between they are moved again, which changes nothing.
 *
 * @returns Number of reports that were moved.
 */
export async function moveOldStaleReports(dataDir: string, database: ServiceDatabase): Promise<number> {
  const file = path.join(dataDir, OLD_FILE);
  if (!existsSync(file)) return 0;
  const rows = readOld(file);
  if (rows.length > 0) await database.transact(addStaleReports, rows);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  return rows.length;
}

function readOld(file: string): StaleReportRow[] {
  const old = new DatabaseSync(file);
  try {
    return old.prepare('SELECT ts, ages FROM report ORDER BY ts').all() as unknown as StaleReportRow[];
  } finally {
    old.close();
  }
}
