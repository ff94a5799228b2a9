import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { procedures as accountProcedures } from '../../accounts/sql/accounts.ts';
import { procedures as operatorProcedures } from '../../accounts/sql/operator.ts';
import { procedures as alertProcedures } from '../../alerts/sql/alerts.ts';
import { procedures as chainProcedures } from '../../billing/deposits/chains/sql/procedures.ts';
import { procedures as depositProcedures } from '../../billing/deposits/sql/procedures.ts';
import { procedures as ledgerProcedures } from '../../billing/ledger/sql/procedures.ts';
import { cachedRows } from '../../billing/ledger/sqlite/cached-accounts.ts';
import { keepLedger } from '../../billing/postgres/cached-ledger.ts';
import { procedures as sourceProcedures } from '../../billing/sources/sql/procedures.ts';
import { procedures as voucherProcedures } from '../../billing/vouchers/sql/voucher-rows.ts';
import { procedures as webhookProcedures } from '../../billing/webhooks/sql/procedures.ts';
import { procedures as controlProcedures } from '../../bot/control/sql/controls.ts';
import { procedures as checkProcedures } from '../../bot/credential-checks/sql/checks.ts';
import { procedures as decisionProcedures } from '../../bot/engine/sql/decisions.ts';
import { procedures as exitProcedures } from '../../bot/exits/sql/exits.ts';
import { procedures as holdingProcedures } from '../../bot/holdings/sql/holdings.ts';
import { procedures as orderProcedures } from '../../bot/orders/sql/procedures.ts';
import { ConfigError } from '../../config/config.ts';
import { isPart, type Role } from '../../config/roles.ts';
import { moveOldStaleReports, procedures as staleReportProcedures } from '../../health/sql/stale-reports.ts';
import { requireReadableHistory } from '../../history/sqlite/database.ts';
import { procedures as disputeProcedures } from '../../links/sql/disputes.ts';
import {
  type OpenServiceDatabase,
  SchemaBehindError,
  StorageFormatError,
  StorageUnavailableError,
} from '../../storage/service-database.ts';
import { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import {
  openServiceDatabase,
  type SqliteServiceDatabase,
} from '../../storage/sqlite/sqlite-service-database.ts';
import { procedures as vaultProcedures } from '../../vault/sql/vault.ts';
import { openWhenThere, type Patience } from './open-when-there.ts';
import { findTableRights } from './table-rights.ts';

/** Lock file of the service that writes accounts and money, wherever they are stored. */
export const LOCK_FILE = 'service.lock';

/** The operations of each part of the service. */
export const PROCEDURES = [
  staleReportProcedures,
  ledgerProcedures,
  voucherProcedures,
  depositProcedures,
  chainProcedures,
  sourceProcedures,
  webhookProcedures,
  accountProcedures,
  operatorProcedures,
  vaultProcedures,
  orderProcedures,
  holdingProcedures,
  controlProcedures,
  decisionProcedures,
  exitProcedures,
  checkProcedures,
  disputeProcedures,
  alertProcedures,
];

/**
 * Opens the database file of a data directory for this process alone, and moves data into it that older versions stored
 * in separate files. Opening migrates the file, after which older versions cannot read it. The history is therefore
 * checked first.
 *
 * @throws {HistoryFormatError} when this version cannot read the history beside it.
 * @param options.thread Whether to write in a thread of its own; commands write in theirs.
 */
export async function openOwnServiceDatabase(
  dataDir: string,
  lifecycle: AsyncDisposableStack,
  { thread }: { readonly thread: boolean },
): Promise<SqliteServiceDatabase> {
  requireReadableHistory(dataDir);
  lifecycle.adopt(lockDirectory(dataDir, LOCK_FILE), (lock) => lock.release());
  const database = await openServiceDatabase({ dataDir, procedures: PROCEDURES, cachedRows, thread });
  lifecycle.adopt(database, (open) => open.close());
  // The tag identifies the installation, which backups compare.
  await database.readTag();
  await moveOldStaleReports(dataDir, database);
  return database;
}

/** Location and user of the service database. */
export interface DatabasePlace {
  /** Data directory. Without a URL the database is in it too. */
  readonly dataDir: string;
  /** URL `postgres://user:password@host:port/database`, which is never logged; null: a file of the data directory. */
  readonly url: string | null;
  /**
   * User of the database: the role of a process, or a command, which may run at the same time as a service if the
   * engine allows it.
   */
  readonly user: Role | 'command';
  /**
   * Limits of the wait for the schema of this version, which another process creates; null or absent: this process
   * creates it.
   */
  readonly wait?: Patience | null;
  /** Called when another process has taken over during a lost connection, so that this one must end. */
  readonly onLost?: (error: Error) => void;
  /** Receives warnings about settings of the server that risk data or secrets. */
  readonly onWarning?: (warning: string) => void;
}

/**
 * Opens the configured service database and migrates its schema.
 *
 * @param lifecycle Receives the close, which stores all waiting writes first.
 * @throws {ConfigError} when the server, its version or its schema cannot be used.
 * @throws {DataDirLockedError} when another process has it open.
 * @throws {StorageFormatError} when the file is newer, damaged, or something else. The file does not change.
 */
export async function openConfiguredDatabase(
  { dataDir, url, user, wait = null, onLost = () => undefined, onWarning = () => undefined }: DatabasePlace,
  lifecycle: AsyncDisposableStack,
): Promise<OpenServiceDatabase> {
  const isRecorder = user !== 'command' && isPart(user, 'feed');
  if (url === null) return openOwnServiceDatabase(dataDir, lifecycle, { thread: user !== 'command' });
  if (isRecorder) lifecycle.adopt(lockDirectory(dataDir, LOCK_FILE), (lock) => lock.release());
  try {
    // The driver is loaded only when a server is configured.
    const { openPostgresDatabase } = await import('../../storage/postgres/postgres-service-database.ts');
    // The lock is taken before the schema changes, because the service that uses the database may be an older version.
    if (user !== 'command') await lockRole(user, url, onLost, lifecycle);
    const open = () =>
      openPostgresDatabase({
        url,
        dataDir,
        kind: isRecorder ? readDataKind(dataDir) : null,
        migrates: wait === null,
        rights: findTableRights(user),
        onWarning,
        procedures: PROCEDURES,
        keepRows: keepLedger,
      });
    const database = await (wait === null
      ? open()
      : openWhenThere(open, { ...wait, mayCome: (error) => error instanceof SchemaBehindError }));
    lifecycle.adopt(database, (opened) => opened.close());
    return database;
  } catch (error) {
    if (error instanceof StorageFormatError || error instanceof StorageUnavailableError) {
      throw new ConfigError([`CROSSTAPE_DATABASE_URL: ${error.message}`]);
    }
    throw error;
  }
}

/** Locks a role, so that only one feed and one bot use a database, wherever they run. */
async function lockRole(
  role: Role,
  url: string,
  onLost: (error: Error) => void,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const { lockWork } = await import('../../storage/postgres/session-lock.ts');
  for (const work of ['feed', 'bot'] as const) {
    if (!isPart(role, work)) continue;
    lifecycle.adopt(await lockWork(url, work, onLost), (lock) => lock.release());
  }
}

/** Reads the kind of the directory's data, as written by the command that starts the service; null: not marked. */
export function readDataKind(dataDir: string): string | null {
  const file = path.join(dataDir, 'data-kind');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
