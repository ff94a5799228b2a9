import type { Client } from 'pg';
import { DataDirLockedError, StorageUnavailableError } from '../service-database.ts';
import type { SqlRow, SqlValue } from '../statements.ts';
import { exchange } from './connection.ts';
import { holdSession } from './held-session.ts';
import { START_LIMIT } from './server.ts';

/** First half of the lock's number. The second half identifies the work. */
const LOCKS = 0x43545356;

/** Numbers of work that one process of an installation does at a time. */
const WORK = { feed: 1, bot: 2, 'copy of a history': 3 } as const;

/**
 * Keep-alive settings with which the server notices within a minute that a machine with the lock is lost, instead of
 * after two hours.
 */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3';

const TAKE = 'SELECT pg_try_advisory_lock(CAST(? AS integer), CAST(? AS integer)) AS taken';

const SESSION =
  'SELECT pid, CAST(backend_start AS text) AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()';

/** Ends the session if it holds the lock. Process ids can recur, but not together with the same start time. */
const END = `SELECT pg_terminate_backend(l.pid) AS ended FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = CAST(? AS oid) AND l.objid = CAST(? AS oid)
    AND l.pid = CAST(? AS integer) AND CAST(a.backend_start AS text) = ?`;

/**
 * Reserves work on a database for this process. The lock belongs to a session and ends with the process, however that
 * ends. A lost connection is replaced, and the lock taken again. The first connection is awaited as at a start.
 *
 * @param onLost Called when another process took the lock meanwhile, so that this one must end.
 * @throws {DataDirLockedError} when another process holds it.
 * @throws {StorageFormatError | StorageUnavailableError} when the server refuses or gives no connection.
 */
export async function lockWork(
  url: string,
  work: keyof typeof WORK,
  onLost: (error: DataDirLockedError) => void,
): Promise<{ release(): Promise<void> }> {
  /** Identity on the server of the session that last held the lock. */
  let session: SqlRow | null = null;
  const take = async (client: Client) => {
    const ask = async (sql: string, values: readonly SqlValue[] = []) =>
      (await exchange(client, [{ sql, values }], START_LIMIT))[0];
    try {
      await ask(KEEPALIVE);
      const found = await ask(TAKE, [LOCKS, WORK[work]]);
      if (found?.taken !== 1) {
        // The server may not have noticed yet that the previous connection is lost.
        const own =
          session === null ? undefined : await ask(END, [LOCKS, WORK[work], ...Object.values(session)]);
        if (own !== undefined) throw new StorageUnavailableError('the previous session still holds the lock');
        throw new DataDirLockedError(
          `another process is the ${work} of the database of CROSSTAPE_DATABASE_URL: stop that one, or name another database`,
        );
      }
      session = (await ask(SESSION)) ?? null;
    } catch (error) {
      if (error instanceof DataDirLockedError) throw error;
      throw new StorageUnavailableError(`PostgreSQL gave no lock: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };
  return holdSession(url, {
    take,
    isFinal: (error) => {
      if (!(error instanceof DataDirLockedError)) return false;
      onLost(error);
      return true;
    },
  });
}
