import type { Client } from 'pg';
import { StorageFormatError } from '../service-database.ts';
import { exchange } from './connection.ts';
import { START_LIMIT } from './server.ts';

/** What a database says of itself. */
export interface Installation {
  /** `real` or `simulated`; null: nothing was written yet. */
  readonly kind: string | null;
  /** Epoch ms since when a copy into it is not finished; null: none is. */
  readonly unfinishedSince: number | null;
  /** Made with the database; a copy of its tables into another one has a tag of its own. */
  readonly tag: string;
}

export async function readInstallation(client: Client): Promise<Installation> {
  const sql = 'SELECT kind, unfinished_since AS "unfinishedSince", tag FROM installation';
  const [row] = await exchange(client, [{ sql, values: [] }], START_LIMIT);
  if (row === undefined) throw new StorageFormatError('the database does not say what it holds');
  return row as unknown as Installation;
}

/**
 * Marks a database as what is about to be written into it.
 *
 * @throws {StorageFormatError} when it holds the other kind, or a copy into it was not finished.
 */
export async function claimInstallation(client: Client, kind: string | null): Promise<void> {
  const found = await readInstallation(client);
  if (found.unfinishedSince !== null) {
    throw new StorageFormatError(
      'a copy into the database was not finished: run "crosstape copy database" again',
    );
  }
  if (kind === null || found.kind === kind) return;
  if (found.kind !== null) {
    throw new StorageFormatError(`the database holds ${found.kind} data, and this service has ${kind} ones`);
  }
  await exchange(client, [{ sql: 'UPDATE installation SET kind = ?', values: [kind] }], START_LIMIT);
}
