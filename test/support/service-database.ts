import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { staleReportQueries } from '../../src/health/sqlite/stale-reports.ts';
import type { StaleReports } from '../../src/health/stale-reports.ts';
import { StoredStaleReports } from '../../src/health/stored-stale-reports.ts';
import {
  openServiceDatabase,
  type ServiceDatabaseOptions,
  type SqliteServiceDatabase,
} from '../../src/storage/sqlite/sqlite-service-database.ts';

/** A service database for a test: in memory unless it names a directory. */
export function openTestDatabase(
  options: Partial<ServiceDatabaseOptions> = {},
): Promise<SqliteServiceDatabase> {
  return openServiceDatabase({ dataDir: null, procedures: PROCEDURES, ...options });
}

/** Stale reports that live in memory. */
export async function openTestStaleReports(): Promise<StaleReports & { close(): Promise<void> }> {
  const database = await openTestDatabase();
  const reports = new StoredStaleReports(database, staleReportQueries(database.reads));
  return {
    add: (report) => reports.add(report),
    since: (sinceMs) => reports.since(sinceMs),
    latest: () => reports.latest(),
    close: () => database.close(),
  };
}
