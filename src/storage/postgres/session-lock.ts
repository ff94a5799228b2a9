import type { Client } from 'pg';
import { DataDirLockedError } from '../service-database.ts';
import { connect, exchange } from './connection.ts';

/** The first half of the lock's number; the second says what is locked. */
const LOCKS = 0x43545356;

/** What one process of an installation does at a time. */
const WORK = { service: 1 } as const;

const RETRY_MS = 1_000;

/**
 * Keeps work of a database for this process. The lock is a session's: it ends with the process, however that ends. A
 * connection that is lost is replaced, and the lock taken again.
 *
 * @param onLost Another process took it meanwhile: this one has to end.
 * @throws {DataDirLockedError} when another process holds it.
 */
export async function lockWork(
  url: string,
  work: keyof typeof WORK,
  onLost: (error: DataDirLockedError) => void,
): Promise<{ release(): Promise<void> }> {
  let client: Client | null = null;
  let isReleased = false;
  const hold = async () => {
    const held = await connect(url);
    const rows = await exchange(held, [
      { sql: `SELECT pg_try_advisory_lock(${LOCKS}, ${WORK[work]}) AS taken`, values: [] },
    ]).catch((error) => {
      held.end().catch(() => undefined);
      throw error;
    });
    // It was released while a lost connection was being replaced.
    if (isReleased) return await held.end();
    if (rows[0]?.taken !== 1) {
      await held.end();
      throw new DataDirLockedError(
        'another process works on the database of CROSSTAPE_DATABASE_URL: stop that one, or name another database',
      );
    }
    client = held;
    held.once('end', () => void holdAgain());
  };
  const holdAgain = async () => {
    client = null;
    while (!isReleased) {
      try {
        return await hold();
      } catch (error) {
        if (error instanceof DataDirLockedError) return onLost(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  };
  await hold();
  return {
    release: async () => {
      isReleased = true;
      await client?.end();
    },
  };
}
