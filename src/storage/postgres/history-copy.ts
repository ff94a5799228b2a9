import type { Client } from 'pg';
import { StorageFormatError } from '../service-database.ts';
import { connect, endQuietly, exchange } from './connection.ts';
import { readDatabaseIdentity } from './database-identity.ts';
import { migrate } from './schema/migrate.ts';
import { lockWork } from './session-lock.ts';

/**
 * Prepares a database as the target of a history's copy, and prevents other copies into it. A service whose history is
 * in a file may use its accounts and ledger meanwhile.
 *
 * @param kind Kind of the copied data, `real` or `simulated`; null: not known.
 * @throws {DataDirLockedError} while another copy is running.
 * @throws {StorageFormatError} when the database has data of the other kind.
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
      // When the tables exist, their service has this version or migrates them itself.
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
