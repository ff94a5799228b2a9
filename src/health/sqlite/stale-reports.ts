import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { procedure, procedureModule } from '../../storage/sqlite/procedure.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { STALE_REPORT_RETENTION_MS, type StaleReport, type StaleReports } from '../stale-reports.ts';

interface Row {
  readonly ts: number;
  /** JSON. */
  readonly ages: string;
}

const addProcedure = procedure('staleReports.add', (tx, rows: readonly Row[]): null => {
  const insert = tx.get('INSERT OR REPLACE INTO stale_report (ts, ages) VALUES (?, ?)');
  for (const { ts, ages } of rows) insert.run(ts, ages);
  const newest = rows.at(-1)?.ts ?? 0;
  tx.get('DELETE FROM stale_report WHERE ts < ?').run(newest - STALE_REPORT_RETENTION_MS);
  return null;
});

export const procedures = procedureModule(import.meta.url, [addProcedure]);

/** Stale reports in the service database. */
export class SqliteStaleReports implements StaleReports {
  readonly #database: SqliteServiceDatabase;

  constructor(database: SqliteServiceDatabase) {
    this.#database = database;
  }

  async add({ ts, ages }: StaleReport): Promise<void> {
    await this.#database.transact(addProcedure, [{ ts, ages: JSON.stringify(ages) }]);
  }

  since(sinceMs: number): StaleReport[] {
    return this.#database.reads
      .get('SELECT ts, ages FROM stale_report WHERE ts >= ? ORDER BY ts')
      .all(sinceMs)
      .map(toReport);
  }

  latest(): StaleReport | null {
    const row = this.#database.reads.get('SELECT ts, ages FROM stale_report ORDER BY ts DESC LIMIT 1').get();
    return row === undefined ? null : toReport(row);
  }
}

/** Older versions kept the reports in a file of their own. */
const OLD_FILE = 'stale-reports.sqlite';

/**
 * Moves the reports of older versions into the service database. The old file goes when they are stored there; a
 * crash in between moves them again, which changes nothing.
 *
 * @returns How many were moved.
 */
export async function moveOldStaleReports(dataDir: string, database: SqliteServiceDatabase): Promise<number> {
  const file = path.join(dataDir, OLD_FILE);
  if (!existsSync(file)) return 0;
  const rows = readOld(file);
  if (rows.length > 0) await database.transact(addProcedure, rows);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  return rows.length;
}

function readOld(file: string): Row[] {
  const old = new DatabaseSync(file);
  try {
    return old.prepare('SELECT ts, ages FROM report ORDER BY ts').all() as unknown as Row[];
  } finally {
    old.close();
  }
}

function toReport(row: unknown): StaleReport {
  const { ts, ages } = row as Row;
  return { ts, ages: JSON.parse(ages) as StaleReport['ages'] };
}
