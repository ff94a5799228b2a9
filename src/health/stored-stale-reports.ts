import { operation } from '../storage/operation.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import { STALE_REPORT_RETENTION_MS, type StaleReport, type StaleReports } from './stale-reports.ts';

/** A report as it is stored. */
export interface StaleReportRow {
  /** Epoch ms; unique. */
  readonly ts: number;
  /** JSON. */
  readonly ages: string;
}

/** Rows within a transaction. */
export interface StaleReportRows {
  /** Replaces the report of the same time. */
  put(row: StaleReportRow): void;
  /** Removes every report before a time; the time itself stays. */
  removeBefore(ts: number): void;
}

/** Rows that are committed. */
export interface StaleReportQueries {
  /** Oldest first; `sinceMs` is inclusive. */
  listSince(sinceMs: number): Promise<readonly StaleReportRow[]>;
  findNewest(): Promise<StaleReportRow | null>;
}

/** Stores reports, oldest first, and removes those that are too old beside the newest of them. */
export const addStaleReports = operation(
  'staleReports.add',
  (rows: StaleReportRows, reports: readonly StaleReportRow[]): null => {
    for (const report of reports) rows.put(report);
    const newest = reports.at(-1)?.ts ?? 0;
    rows.removeBefore(newest - STALE_REPORT_RETENTION_MS);
    return null;
  },
);

/** Stale reports in the service database. */
export class StoredStaleReports implements StaleReports {
  readonly #database: ServiceDatabase;
  readonly #queries: StaleReportQueries;

  constructor(database: ServiceDatabase, queries: StaleReportQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async add({ ts, ages }: StaleReport): Promise<void> {
    await this.#database.transact(addStaleReports, [{ ts, ages: JSON.stringify(ages) }]);
  }

  async since(sinceMs: number): Promise<StaleReport[]> {
    return (await this.#queries.listSince(sinceMs)).map(toReport);
  }

  async latest(): Promise<StaleReport | null> {
    const newest = await this.#queries.findNewest();
    return newest === null ? null : toReport(newest);
  }
}

function toReport({ ts, ages }: StaleReportRow): StaleReport {
  return { ts, ages: JSON.parse(ages) as StaleReport['ages'] };
}
