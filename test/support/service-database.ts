import { findTableRights } from '../../src/app/stores/table-rights.ts';
import { cachedRows } from '../../src/billing/ledger/sqlite/cached-accounts.ts';
import { keepLedger } from '../../src/billing/postgres/cached-ledger.ts';
import type { Role } from '../../src/config/roles.ts';
import { openPostgresDatabase } from '../../src/storage/postgres/postgres-service-database.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import {
  openServiceDatabase,
  type ServiceDatabaseOptions,
  type SqliteServiceDatabase,
} from '../../src/storage/sqlite/sqlite-service-database.ts';
import { type DatabaseRows, rowsOfFile, rowsOfServer } from './database-rows.ts';
import { PROCEDURES_AND_STEPS } from './ledger-steps.ts';
import { asRole, findDatabase, giveBack, isOnServer, takeDatabase } from './service-data.ts';
import { compareTouchedRows } from './touched-rows.ts';

compareTouchedRows();

/** A service database whose rows a test may read, and change as the service never does. */
export type TestDatabase = OpenServiceDatabase & DatabaseRows;

export interface TestDatabaseOptions
  extends Partial<Pick<ServiceDatabaseOptions, 'dataDir' | 'procedures' | 'thread' | 'faults'>> {
  /** Role whose rights the user has on a server. Default: the rights of a whole service. */
  readonly role?: Role;
}

/**
 * Opens a service database for a test on the engine of this run ({@link findDatabase}): a new one, or that of a data
 * directory.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return isOnServer ? await openOnServer(options) : await openSqliteDatabase(options);
}

/** Opens a service database on SQLite, whatever the engine of this run: in memory unless it names a directory. */
export async function openSqliteDatabase(
  options: Partial<ServiceDatabaseOptions> = {},
): Promise<SqliteServiceDatabase & DatabaseRows> {
  const database = await openServiceDatabase({
    dataDir: null,
    procedures: PROCEDURES_AND_STEPS,
    cachedRows,
    ...options,
  });
  return Object.assign(
    database,
    rowsOfFile((work) => work(database.reader)),
  );
}

async function openOnServer({
  dataDir = null,
  procedures = PROCEDURES_AND_STEPS,
  faults = {},
  role = 'all',
}: TestDatabaseOptions): Promise<TestDatabase> {
  const ofDirectory = dataDir === null ? null : await findDatabase(dataDir);
  const url = ofDirectory ?? (await takeDatabase());
  const place = dataDir === null ? {} : { dataDir };
  const database = await openPostgresDatabase({
    url: await asRole(url, role),
    procedures,
    faults,
    keepRows: keepLedger,
    ...place,
    rights: findTableRights(role),
  });
  const close = database.close.bind(database);
  let closing: Promise<void> | null = null;
  return Object.assign(database, rowsOfServer(url), {
    // Closing it once more must not empty what another test has by then.
    close: () => {
      closing ??= close().then(() => (ofDirectory === null ? giveBack(url) : undefined));
      return closing;
    },
  });
}
