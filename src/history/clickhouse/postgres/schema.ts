import type { Client } from 'pg';
import { connect, endQuietly, exchange } from '../../../storage/postgres/connection.ts';
import { readFailure } from '../../../storage/postgres/failures.ts';
import { StorageFormatError } from '../../../storage/service-database.ts';
import { STEPS } from './schema-steps.ts';

/** Number of the advisory lock: any constant that nothing else in the database uses. */
const MIGRATION_LOCK = 0x43545348;

/**
 * Migrates the history's tables to the schema of this version, each step in a transaction of its own.
 *
 * @throws {StorageFormatError} when the tables are of a newer version, or the user may not create them.
 */
export async function migrateHistory(url: string): Promise<void> {
  const client = await connect(url);
  try {
    while (await runNextMigration(client));
  } catch (error) {
    if (error instanceof StorageFormatError || readFailure(error) !== 'call') throw error;
    const { message } = error as Error;
    throw new StorageFormatError(`PostgreSQL refused the tables of the history: ${message}`, {
      cause: error,
    });
  } finally {
    await endQuietly(client);
  }
}

/**
 * Checks that the history's tables can be read. @throws {StorageFormatError} when they are missing or of another
 * version, or a copy into them was not finished.
 */
export async function requireHistory(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const [found] = await run(client, `SELECT to_regclass('history.version') IS NOT NULL AS there`);
    if (found?.there !== 1) {
      throw new StorageFormatError(
        'the database has no tables of the history: first start the service that records',
      );
    }
    requireKnown(await readVersion(client));
    await requireWhole(client);
  } finally {
    await endQuietly(client);
  }
}

/** Checks that no copy is unfinished. @throws {StorageFormatError} when a copy into the tables was not finished. */
export async function requireFinishedCopy(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await requireWhole(client);
  } finally {
    await endQuietly(client);
  }
}

async function requireWhole(client: Client): Promise<void> {
  const [found] = await run(client, `SELECT to_regclass('history.copy') IS NOT NULL AS there`);
  if (found?.there !== 1) return;
  const rows = await run(client, 'SELECT 1 AS one FROM history.copy WHERE finished_at IS NULL');
  if (rows.length === 0) return;
  throw new StorageFormatError(
    'a copy of a history into the database was not finished: run "crosstape copy history" again',
  );
}

/** Runs the next migration in a transaction. @returns Whether there was one. */
async function runNextMigration(client: Client): Promise<boolean> {
  await run(
    client,
    `BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}); CREATE SCHEMA IF NOT EXISTS history;
     CREATE TABLE IF NOT EXISTS history.version (version bigint PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
  );
  try {
    const version = await readVersion(client);
    requireKnown(version);
    const step = STEPS[version];
    if (step !== undefined) {
      await run(client, step.sql);
      await run(
        client,
        `INSERT INTO history.version (version, name) VALUES (${version + 1}, '${step.name}')`,
      );
    }
    await run(client, 'COMMIT');
    return step !== undefined;
  } catch (error) {
    // The error of the migration matters more; when the connection cannot roll back, the server ends its transaction.
    await run(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function readVersion(client: Client): Promise<number> {
  const [row] = await run(client, 'SELECT COALESCE(MAX(version), 0) AS version FROM history.version');
  return Number(row?.version);
}

function requireKnown(version: number): void {
  if (version <= STEPS.length) return;
  throw new StorageFormatError(
    `the history has schema ${version} and this version knows ${STEPS.length}: use the newer version that wrote it`,
  );
}

const run = (client: Client, sql: string) => exchange(client, [{ sql, values: [] }]);
