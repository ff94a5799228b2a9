import type { Client } from 'pg';
import { StorageFormatError } from '../service-database.ts';
import { connect, endQuietly, exchange } from './connection.ts';
import { readDatabaseIdentity } from './database-identity.ts';
import { migrate } from './schema/migrate.ts';
import { lockWork } from './session-lock.ts';

/**
 * Makes a database ready to be the target of a history's copy: no other copy is made into it meanwhile. A service may
 * use its accounts and ledger, while its history is in a file.
 *
 * @param kind Kind of the copied data, `real` or `simulated`; null: not known.
 * @throws {DataDirLockedError} while another copy is made.
 * @throws {StorageFormatError} when the database is of the other kind.
 */
export async function lockHistoryCopy(
  url: string,
  kind: string | null,
): Promise<{ release(): Promise<void> }> {
  const lock = await lockWork(url, 'copy of a history', () => undefined);
  try {
    const client = await connect(url);
    try {
      const [found] = await exchange(client, [
        { sql: `SELECT to_regclass('installation') IS NOT NULL AS there`, values: [] },
      ]);
      // A service that has made them is of this version, or brings them up itself.
      if (found?.there !== 1) await migrate(url);
      await requireKind(client, kind);
    } finally {
      await endQuietly(client);
    }
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function requireKind(client: Client, kind: string | null): Promise<void> {
  const { kind: marked } = await readDatabaseIdentity(client);
  if (kind === null || marked === kind) return;
  if (marked !== null) {
    throw new StorageFormatError(
      `the database is for ${marked} data, and the data directory has ${kind} data: name another database`,
    );
  }
  await exchange(client, [{ sql: 'UPDATE installation SET kind = ?', values: [kind] }]);
}
