import type { Client } from 'pg';
import { StorageFormatError, StorageUnavailableError } from '../../service-database.ts';
import { connect, exchange } from '../connection.ts';
import { readFailure } from '../failures.ts';
import { BASELINE } from './baseline.ts';

/** The version that {@link BASELINE} makes: as many steps as the other engine had taken by then. */
const BASELINE_VERSION = 23;

/** One step of the schema. What was released is never changed and never moved. */
export interface PostgresMigration {
  readonly name: string;
  readonly sql: string;
}

/** Steps after the baseline, in the order in which they run. */
const MIGRATIONS: readonly PostgresMigration[] = [
  {
    name: 'installation-tag',
    sql: 'ALTER TABLE installation ADD COLUMN tag text NOT NULL DEFAULT gen_random_uuid()::text',
  },
];

/** Older servers lack what the statements use. */
const MIN_SERVER = 14;

/** Any constant that nobody else in the database uses: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 0x43545356;

const WAIT_FOR_SERVER = { withinMs: 10_000, everyMs: 250 };

/**
 * Brings the database to the schema of this version, each step in a transaction of its own.
 *
 * @returns The names of the steps that were taken.
 * @throws {StorageFormatError} when it is of a newer version, of something else, too old, or not writable for this user.
 * @throws {StorageUnavailableError} when no server answered within ten seconds.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = await waitForServer(url);
  try {
    await requireUsable(client);
    const taken: string[] = [];
    for (;;) {
      const name = await takeStep(client);
      if (name === null) return taken;
      taken.push(name);
    }
  } catch (error) {
    if (error instanceof StorageFormatError) throw error;
    const { message } = error as Error;
    if (readFailure(error) === 'again') throw new StorageUnavailableError(message, { cause: error });
    throw new StorageFormatError(`PostgreSQL refused the schema: ${message}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** For commands that only read. @throws {StorageFormatError} when the schema is older or newer than this version. */
export async function requireCurrent(url: string): Promise<void> {
  const client = await waitForServer(url);
  try {
    const [found] = await query(client, `SELECT to_regclass('schema_version') IS NOT NULL AS there`);
    if (found?.there !== 1) throw new StorageFormatError('the database is none of this service');
    const version = await readVersion(client);
    const newest = BASELINE_VERSION + MIGRATIONS.length;
    if (version !== newest) {
      throw new StorageFormatError(
        `the database has schema ${version} and this version reads ${newest}: start the service once to upgrade it`,
      );
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitForServer(url: string): Promise<Client> {
  const from = performance.now();
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      // The server is there and refuses: name, password, database. It will not change its mind.
      if (code !== undefined && /^(?:28|3D)/.test(code)) {
        throw new StorageFormatError(`PostgreSQL refused the connection: ${message}`, { cause: error });
      }
      if (performance.now() - from + WAIT_FOR_SERVER.everyMs > WAIT_FOR_SERVER.withinMs) {
        throw new StorageUnavailableError(`PostgreSQL does not answer: ${message}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_SERVER.everyMs));
    }
  }
}

async function requireUsable(client: Client): Promise<void> {
  const [settings] = await query(
    client,
    `SELECT current_setting('server_version_num') AS version, current_setting('server_version') AS name,
       current_setting('server_encoding') AS encoding, pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'
         AS read_only`,
  );
  if (Number(settings?.version) < MIN_SERVER * 10_000) {
    throw new StorageFormatError(`PostgreSQL ${settings?.name} is too old; ${MIN_SERVER} or newer is needed`);
  }
  if (settings?.encoding !== 'UTF8') {
    throw new StorageFormatError(`the database has the encoding ${settings?.encoding}; UTF8 is needed`);
  }
  if (settings?.read_only === 1) {
    throw new StorageFormatError('the database is read only (a replica?): name the server that takes writes');
  }
}

/** @returns The name of the step that was taken; null when there is none left. */
async function takeStep(client: Client): Promise<string | null> {
  await exchange(client, [{ sql: `BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`, values: [] }]);
  try {
    const version = await readVersion(client);
    const newest = BASELINE_VERSION + MIGRATIONS.length;
    if (version > newest) {
      throw new StorageFormatError(
        `the database has schema ${version} and this version knows ${newest}: use the newer version that wrote it`,
      );
    }
    const step = version === 0 ? { name: 'baseline', sql: BASELINE } : MIGRATIONS[version - BASELINE_VERSION];
    if (step !== undefined) {
      await query(client, step.sql);
      const reached = version === 0 ? BASELINE_VERSION : version + 1;
      await query(client, `INSERT INTO schema_version (version, name) VALUES (${reached}, '${step.name}')`);
    }
    await query(client, 'COMMIT');
    return step?.name ?? null;
  } catch (error) {
    await query(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** 0: the database is new, and has the table of versions now. */
async function readVersion(client: Client): Promise<number> {
  const [found] = await query(client, `SELECT to_regclass('schema_version') IS NOT NULL AS there`);
  if (found?.there === 1) {
    const [row] = await query(client, 'SELECT COALESCE(MAX(version), 0) AS version FROM schema_version');
    return Number(row?.version);
  }
  const [others] = await query(
    client,
    "SELECT COUNT(*) AS tables FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'",
  );
  if (Number(others?.tables) > 0) throw new StorageFormatError('the database holds tables of something else');
  await query(
    client,
    'CREATE TABLE schema_version (version bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())',
  );
  return 0;
}

const query = (client: Client, sql: string) => exchange(client, [{ sql, values: [] }]);
