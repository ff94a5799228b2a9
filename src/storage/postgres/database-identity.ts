import type { Client } from 'pg';
import { StorageFormatError } from '../service-database.ts';
import { exchange } from './connection.ts';
import { START_LIMIT } from './server.ts';

/** Identity of a database. */
export interface DatabaseIdentity {
  /** Kind of the data, `real` or `simulated`; null: nothing was written yet. */
  readonly kind: string | null;
  /** Start in epoch ms of an unfinished copy into the database; null: there is none. */
  readonly unfinishedSince: number | null;
  /**
   * Name of the database on servers that it shares with others, such as Redis: 32 hexadecimal digits. A copy of the
   * database, or a backup that is restored separately, has another name.
   */
  readonly tag: string;
}

/**
 * Reads the identity of a database, and of its cluster if the user has the right.
 *
 * @throws {StorageFormatError} when the database does not belong to this service.
 */
export async function readDatabaseIdentity(client: Client): Promise<DatabaseIdentity> {
  const [access] = await exchange(client, [{ sql: MAY_READ_CLUSTER, values: [] }], START_LIMIT);
  const sql =
    access?.allowed === 1 ? readRow('(SELECT system_identifier FROM pg_control_system())') : readRow("''");
  const [row] = await exchange(client, [{ sql, values: [] }], START_LIMIT);
  if (row === undefined)
    throw new StorageFormatError(
      'the database has no row that says what it holds: name a database of this service',
    );
  return row as unknown as DatabaseIdentity;
}

/** Every user has this right unless an administrator has revoked it. */
const MAY_READ_CLUSTER = "SELECT has_function_privilege('pg_control_system()', 'execute')::int AS allowed";

/**
 * Builds the SQL of the identity. The stored tag is copied with a database, but the number of the database and the
 * identifier of its cluster are not.
 *
 * @param cluster SQL of a value that differs between clusters.
 */
const readRow = (cluster: string) => `SELECT kind, unfinished_since AS "unfinishedSince",
    left(encode(sha256(concat_ws(' ', tag, oid, ${cluster})::bytea), 'hex'), 32) AS tag
  FROM installation, pg_database WHERE datname = current_database()`;

/**
 * Marks a database with the kind of data that will be written to it.
 *
 * @throws {StorageFormatError} when it has data of the other kind, or an unfinished copy.
 */
export async function claimInstallation(client: Client, kind: string | null): Promise<void> {
  const found = await readDatabaseIdentity(client);
  if (found.unfinishedSince !== null) {
    throw new StorageFormatError(
      'a copy into the database was not finished: run "crosstape copy database" again',
    );
  }
  if (kind === null || found.kind === kind) return;
  if (found.kind !== null) {
    throw new StorageFormatError(
      `the database holds ${found.kind} data, and this service has ${kind} data: name another database`,
    );
  }
  await exchange(client, [{ sql: 'UPDATE installation SET kind = ?', values: [kind] }], START_LIMIT);
}
