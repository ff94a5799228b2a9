import type { Client } from 'pg';
import { SchemaBehindError, StorageFormatError, StorageUnavailableError } from '../../service-database.ts';
import { UpgradeError } from '../../upgrade-error.ts';
import { type AnswerLimit, endQuietly, exchange } from '../connection.ts';
import { isForbidden, readFailure } from '../failures.ts';
import { readServer, START_LIMIT, waitForServer } from '../server.ts';
import { ACCOUNT_HOLDINGS } from './account-holdings.ts';
import { ALERTS } from './alerts.ts';
import { BASELINE } from './baseline.ts';
import { BOT_DAYS } from './bot-days.ts';
import { BOT_EXITS, BOT_HALTS, ORDER_LIMITS } from './bot-exits.ts';
import { BOT_JOURNAL } from './bot-journal.ts';
import { CANCELLED_VOUCHERS } from './cancelled-vouchers.ts';
import { CHAIN_READING } from './chain-reading.ts';
import { FORMER_ADDRESSES } from './former-addresses.ts';
import { LEASES } from './leases.ts';
import { PAPER_ORDERS } from './paper-orders.ts';
import { REOPENED_MARKETS } from './reopened-markets.ts';
import { REVERSAL_REPORTS } from './reversal-reports.ts';
import { REVIEW_ITEMS } from './review-items.ts';
import { ROLE_STATUS } from './role-status.ts';
import { SOURCE_BALANCES } from './source-balances.ts';
import { UNCOUNTED_REVERSALS } from './uncounted-reversals.ts';
import { USAGE_DAYS } from './usage-days.ts';
import { WALLET_SPANS } from './wallet-spans.ts';

/** Version that {@link BASELINE} creates: the number of migrations of the other engine at that time. */
const BASELINE_VERSION = 23;

/** One migration of the schema. A released one is never changed or moved. */
export interface PostgresMigration {
  readonly name: string;
  readonly sql: string;
}

/** Migrations after the baseline, in the order in which they run. */
const MIGRATIONS: readonly PostgresMigration[] = [
  {
    name: 'installation-tag',
    sql: 'ALTER TABLE installation ADD COLUMN tag text NOT NULL DEFAULT gen_random_uuid()::text',
  },
  { name: 'leases', sql: LEASES },
  { name: 'role-status', sql: ROLE_STATUS },
  { name: 'uncounted-reversals', sql: UNCOUNTED_REVERSALS },
  { name: 'wallet-spans', sql: WALLET_SPANS },
  { name: 'review-items', sql: REVIEW_ITEMS },
  {
    name: 'fill-basis',
    sql: `ALTER TABLE bot_fill ADD COLUMN basis text COLLATE "C" NOT NULL DEFAULT 'stated', ADD COLUMN place bigint`,
  },
  { name: 'chain-reading', sql: CHAIN_READING },
  { name: 'former-addresses', sql: FORMER_ADDRESSES },
  { name: 'reversal-reports', sql: REVERSAL_REPORTS },
  { name: 'cancelled-vouchers', sql: CANCELLED_VOUCHERS },
  { name: 'reopened-markets', sql: REOPENED_MARKETS },
  { name: 'order-limits', sql: ORDER_LIMITS },
  { name: 'bot-halts', sql: BOT_HALTS },
  { name: 'bot-exits', sql: BOT_EXITS },
  { name: 'source-balances', sql: SOURCE_BALANCES },
  { name: 'account-holdings', sql: ACCOUNT_HOLDINGS },
  { name: 'paper-orders', sql: PAPER_ORDERS },
  { name: 'bot-journal', sql: BOT_JOURNAL },
  { name: 'bot-days', sql: BOT_DAYS },
  { name: 'usage-days', sql: USAGE_DAYS },
  { name: 'alerts', sql: ALERTS },
];

/**
 * Number of the migration lock, an arbitrary constant that no other program should use. Processes that start together
 * migrate one after the other.
 */
const MIGRATION_LOCK = 0x43545356;

/** Longest wait for another process that migrates the same database and may be building an index. */
const LOCK_WAIT = '60s';

/** Version of a database after all migrations. */
const NEWEST = BASELINE_VERSION + MIGRATIONS.length;

/**
 * Migrates the database to the schema of this version, with one transaction per migration.
 *
 * @returns Names of the migrations that ran.
 * @throws {StorageFormatError} when the database is of a newer version, does not belong to this service, is too old, or
 * is not writable for this user.
 * @throws {UpgradeError} when a migration of a database with data fails.
 * @throws {StorageUnavailableError} when the server gave no connection within ten seconds, or no answer.
 */
export function migrate(url: string): Promise<string[]> {
  return withServer(url, async (client) => {
    const { refusal } = await readServer(client);
    if (refusal !== null) throw new StorageFormatError(refusal);
    const taken: string[] = [];
    for (;;) {
      const name = await runStep(client);
      if (name === null) return taken;
      taken.push(name);
    }
  });
}

/** Checks whether the schema can be migrated, without changes. @throws as {@link migrate} */
export function requireUsableServer(url: string): Promise<void> {
  return withServer(url, async (client) => {
    const { refusal } = await readServer(client);
    if (refusal !== null) throw new StorageFormatError(refusal);
    await readVersion(client);
  });
}

/**
 * Requires the newest schema, for users that do not migrate.
 *
 * @throws {SchemaBehindError} when there is no schema yet, or an older one.
 * @throws {StorageFormatError} when it is newer than this version.
 */
export function requireCurrent(url: string): Promise<void> {
  return withServer(url, async (client) => {
    const version = await readVersion(client);
    if (version === 0)
      throw new SchemaBehindError(
        'the database holds nothing of this service: start the service once to make its tables',
      );
    if (version < NEWEST) {
      throw new SchemaBehindError(
        `the database has schema ${version} and this version reads ${NEWEST}: start the service once to upgrade it`,
      );
    }
  });
}

/**
 * Reads the version of the schema; 0: the database is empty.
 *
 * @throws {StorageFormatError} when it is newer than this version, or does not belong to this service.
 */
export async function readVersion(client: Client): Promise<number> {
  const [found] = await query(client, TABLES, START_LIMIT);
  if (found?.all === 0) return 0;
  if (found?.own !== 3) {
    throw new StorageFormatError('the database holds tables of something else: name an empty one');
  }
  const [row] = await query(client, 'SELECT MAX(version) AS version FROM schema_version', START_LIMIT);
  const version = Number(row?.version);
  if (version > NEWEST) {
    throw new StorageFormatError(
      `the database has schema ${version} and this version knows ${NEWEST}: use the newer version that wrote it`,
    );
  }
  return version;
}

/** Tables that every database of the service has. Everything that can contain rows counts. */
const TABLES = `SELECT COUNT(*) AS all,
    COUNT(*) FILTER (WHERE relname IN ('schema_version', 'ledger_head', 'installation')) AS own
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')`;

async function withServer<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await waitForServer(url);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof StorageFormatError) throw error;
    const cause = error instanceof UpgradeError ? error.cause : error;
    const { message } = error as Error;
    if (isForbidden(cause)) {
      throw new StorageFormatError(`PostgreSQL refused the schema: ${message}`, { cause });
    }
    if (readFailure(cause) === 'call') {
      if (error instanceof UpgradeError) throw error;
      throw new StorageFormatError(`PostgreSQL refused the schema: ${message}`, { cause });
    }
    throw new StorageUnavailableError(`PostgreSQL did not bring up the schema: ${message}`, { cause: error });
  } finally {
    await endQuietly(client);
  }
}

/** Runs the next migration. @returns Its name; null when there is none left. */
async function runStep(client: Client): Promise<string | null> {
  await query(client, BEGIN);
  let upgraded: string | null = null;
  try {
    const version = await readVersion(client);
    const step = version === 0 ? { name: 'baseline', sql: BASELINE } : MIGRATIONS[version - BASELINE_VERSION];
    if (step !== undefined) {
      if (version > 0) upgraded = `"${step.name}" (${version + 1} of ${NEWEST})`;
      if (version === 0) await query(client, VERSIONS);
      await query(client, step.sql);
      const reached = version === 0 ? BASELINE_VERSION : version + 1;
      await query(client, `INSERT INTO schema_version (version, name) VALUES (${reached}, '${step.name}')`);
    }
    await query(client, 'COMMIT');
    return step?.name ?? null;
  } catch (error) {
    // The failure of the rollback is ignored: the thrown error says more, and the transaction ends with its connection.
    await query(client, 'ROLLBACK', START_LIMIT).catch(() => undefined);
    throw upgraded === null ? error : new UpgradeError('the service database', upgraded, error, true);
  }
}

/** Begins a migration without a time limit, even when the user's sessions have one. */
const BEGIN = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '${LOCK_WAIT}';
  SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;

const VERSIONS =
  'CREATE TABLE schema_version (version bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())';

const query = (client: Client, sql: string, limit?: AnswerLimit) =>
  exchange(client, [{ sql, values: [] }], limit);
