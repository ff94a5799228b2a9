import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataDirLockedError, StorageUnavailableError } from '../service-database.ts';
import type { SqlRow, SqlValue } from '../statements.ts';
import { connect, endQuietly, exchange } from './connection.ts';
import { START_LIMIT, waitForServer } from './server.ts';

/** The first half of the lock's number; the second names the locked thing. */
const LOCKS = 0x43545356;

/** Work that one process of an installation does at a time. */
const WORK = { feed: 1, bot: 2, 'copy of a history': 3 } as const;

const RETRY_MS = 1_000;

/** A machine that is lost with the lock is given up by the server within a minute, not after its default of two hours. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

const TAKE = 'SELECT pg_try_advisory_lock(CAST(? AS integer), CAST(? AS integer)) AS taken';

const SESSION =
  'SELECT pid, CAST(backend_start AS text) AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()';

/** Ends the session, if it has the lock. Process ids come again, together with the moment of their start they do not. */
const END = `SELECT pg_terminate_backend(l.pid) AS ended FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = CAST(? AS oid) AND l.objid = CAST(? AS oid)
    AND l.pid = CAST(? AS integer) AND CAST(a.backend_start AS text) = ?`;

/**
 * Keeps work of a database for this process. The lock is a session's: it ends with the process, however that ends. A
 * connection that is lost is replaced, and the lock taken again. The first connection is waited for as at a start.
 *
 * @param onLost Another process took it meanwhile: this one has to end.
 * @throws {DataDirLockedError} when another process holds it.
 * @throws {StorageFormatError | StorageUnavailableError} when the server refuses or gives no connection.
 */
export async function lockWork(
  url: string,
  work: keyof typeof WORK,
  onLost: (error: DataDirLockedError) => void,
): Promise<{ release(): Promise<void> }> {
  let client: Client | null = null;
  /** The server's number of the session that held the lock last. */
  let session: SqlRow | null = null;
  let isReleased = false;
  const hold = async (held: Client) => {
    const ask = async (sql: string, values: readonly SqlValue[] = []) =>
      (await exchange(held, [{ sql, values }], START_LIMIT))[0];
    try {
      await ask(KEEPALIVE);
      const found = await ask(TAKE, [LOCKS, WORK[work]]);
      if (found?.taken !== 1) {
        // The server may not have noticed yet that the connection before this one is gone.
        const own =
          session === null ? undefined : await ask(END, [LOCKS, WORK[work], ...Object.values(session)]);
        if (own !== undefined) throw new StorageUnavailableError('the previous session still holds the lock');
        throw new DataDirLockedError(
          `another process is the ${work} of the database of CROSSTAPE_DATABASE_URL: stop that one, or name another database`,
        );
      }
      session = (await ask(SESSION)) ?? null;
    } catch (error) {
      endQuietly(held);
      if (error instanceof DataDirLockedError) throw error;
      throw new StorageUnavailableError(`PostgreSQL gave no lock: ${(error as Error).message}`, {
        cause: error,
      });
    }
    // The lock was released while a lost connection was being replaced.
    if (isReleased) return await held.end();
    client = held;
    held.once('end', () => void holdAgain());
  };
  const holdAgain = async () => {
    client = null;
    while (!isReleased) {
      try {
        return await hold(await connect(url));
      } catch (error) {
        if (error instanceof DataDirLockedError) return onLost(error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  await hold(await waitForServer(url));
  return {
    release: async () => {
      isReleased = true;
      await client?.end();
    },
  };
}
