import { procedures as accountProcedures } from '../../src/accounts/sqlite/procedures.ts';
import { procedures as operatorProcedures } from '../../src/accounts/sqlite/sqlite-operator.ts';
import { procedures as ledgerProcedures } from '../../src/billing/sqlite/procedures.ts';
import { procedures as voucherProcedures } from '../../src/billing/sqlite/voucher-procedures.ts';
import {
  SqliteStaleReports,
  procedures as staleReportProcedures,
} from '../../src/health/sqlite/stale-reports.ts';
import type { StaleReports } from '../../src/health/stale-reports.ts';
import {
  openServiceDatabase,
  type ServiceDatabaseOptions,
  type SqliteServiceDatabase,
} from '../../src/storage/sqlite/sqlite-service-database.ts';

/** Every procedure of the service. */
export const ALL_PROCEDURES = [
  staleReportProcedures,
  ledgerProcedures,
  voucherProcedures,
  accountProcedures,
  operatorProcedures,
];

/** A service database for a test: in memory unless it names a directory. */
export function openTestDatabase(
  options: Partial<ServiceDatabaseOptions> = {},
): Promise<SqliteServiceDatabase> {
  return openServiceDatabase({ dataDir: null, procedures: ALL_PROCEDURES, ...options });
}

/** Stale reports that live in memory. */
export async function openTestStaleReports(): Promise<StaleReports & { close(): Promise<void> }> {
  const database = await openTestDatabase();
  const reports = new SqliteStaleReports(database);
  return {
    add: (report) => reports.add(report),
    since: (sinceMs) => reports.since(sinceMs),
    latest: () => reports.latest(),
    close: () => database.close(),
  };
}
