import { procedures as accountProcedures } from '../accounts/sqlite/procedures.ts';
import { procedures as operatorProcedures } from '../accounts/sqlite/sqlite-operator.ts';
import { procedures as chainProcedures } from '../billing/deposits/sqlite/chain-procedures.ts';
import { procedures as depositProcedures } from '../billing/deposits/sqlite/procedures.ts';
import { procedures as ledgerProcedures } from '../billing/sqlite/procedures.ts';
import { procedures as voucherProcedures } from '../billing/sqlite/voucher-procedures.ts';
import { procedures as webhookProcedures } from '../billing/webhooks/in/sqlite/procedures.ts';
import { procedures as controlProcedures } from '../bot/control/sqlite/controls.ts';
import { procedures as checkProcedures } from '../bot/credential-checks/sqlite/checks.ts';
import { procedures as decisionProcedures } from '../bot/engine/sqlite/decisions.ts';
import { procedures as orderProcedures } from '../bot/orders/sqlite/procedures.ts';
import { procedures as orderReviewProcedures } from '../bot/orders/sqlite/sqlite-order-review.ts';
import { moveOldStaleReports, procedures as staleReportProcedures } from '../health/sqlite/stale-reports.ts';
import { procedures as disputeProcedures } from '../links/sqlite/disputes.ts';
import { lockDataDir } from '../storage/sqlite/data-dir-lock.ts';
import {
  openServiceDatabase,
  type SqliteServiceDatabase,
} from '../storage/sqlite/sqlite-service-database.ts';
import { procedures as vaultProcedures } from '../vault/sqlite/vault.ts';

/** What each part of the service stores. */
export const PROCEDURES = [
  staleReportProcedures,
  ledgerProcedures,
  voucherProcedures,
  depositProcedures,
  chainProcedures,
  webhookProcedures,
  accountProcedures,
  operatorProcedures,
  vaultProcedures,
  orderProcedures,
  orderReviewProcedures,
  controlProcedures,
  decisionProcedures,
  checkProcedures,
  disputeProcedures,
];

/**
 * Opens the service database of a data directory for this process alone, brings its schema up to date, and takes
 * over what older versions kept in files of their own.
 *
 * @param lifecycle Receives how it is closed: everything that waits is stored first.
 * @param options.thread Writes on a thread of its own; commands write on theirs.
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {StorageFormatError} when the file is newer, damaged, or something else; it stays as it is.
 */
export async function openOwnServiceDatabase(
  dataDir: string,
  lifecycle: AsyncDisposableStack,
  { thread }: { readonly thread: boolean },
): Promise<SqliteServiceDatabase> {
  lifecycle.adopt(lockDataDir(dataDir), (lock) => lock.release());
  const database = await openServiceDatabase({ dataDir, procedures: PROCEDURES, thread });
  lifecycle.adopt(database, (open) => open.close());
  await moveOldStaleReports(dataDir, database);
  return database;
}
