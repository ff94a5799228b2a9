import type { ServiceDatabase } from '../../storage/service-database.ts';
import type { StaleReportQueries, StaleReportRow } from '../rows.ts';
import { addStaleReports } from './operations/stale-reports.ts';
import type { StaleReport } from './stale-report.ts';

/** Reports of stale prices of the last 48 hours, in the service database. */
export class StaleReports {
  readonly #database: ServiceDatabase;
  readonly #queries: StaleReportQueries;

  constructor(database: ServiceDatabase, queries: StaleReportQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Stores a report and deletes those that are too old. Resolves when the change is committed. */
  async add({ ts, ages }: StaleReport): Promise<void> {
    await this.#database.transact(addStaleReports, [{ ts, ages: JSON.stringify(ages) }]);
  }

  /** Lists the reports since a time, which is inclusive, oldest first. */
  async listSince(sinceMs: number): Promise<StaleReport[]> {
    return (await this.#queries.listSince(sinceMs)).map(toReport);
  }

  async findNewest(): Promise<StaleReport | null> {
    const newest = await this.#queries.findNewest();
    return newest === null ? null : toReport(newest);
  }
}

function toReport({ ts, ages }: StaleReportRow): StaleReport {
  return { ts, ages: JSON.parse(ages) as StaleReport['ages'] };
}
