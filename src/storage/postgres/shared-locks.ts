import { endQuietly, exchangeAll } from './connection.ts';
import { holdSession } from './held-session.ts';
import { START_LIMIT, waitForServer } from './server.ts';

const NAME = `SELECT set_config('application_name', ?, false)`;
const TAKE = 'SELECT pg_advisory_lock_shared(CAST(? AS integer), CAST(? AS integer))';
const LIST = `SELECT l.pid, a.application_name AS name, CAST(l.objid AS bigint) AS number
  FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = CAST(? AS oid)
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ORDER BY l.pid, l.objid`;

/** A session that holds shared locks. */
export interface LockHolder {
  readonly name: string;
  /** Numbers of the locks, unsigned and of 32 bits each. */
  readonly numbers: readonly number[];
}

export interface SharedLocks {
  /** First half of the numbers of the locks. */
  readonly group: number;
  /** Second halves of the numbers, unsigned and of 32 bits each. */
  readonly numbers: readonly number[];
  /** Name of the process for readers. The server keeps 63 bytes of it. */
  readonly name: string;
}

/**
 * Holds locks that other processes may hold too, so that the holders can be listed. They belong to a session and end
 * with the process, however that ends. A lost connection is replaced.
 *
 * @throws {StorageFormatError | StorageUnavailableError} when the server refuses or gives no connection.
 */
export async function holdSharedLocks(
  url: string,
  { group, numbers, name }: SharedLocks,
): Promise<{ release(): Promise<void> }> {
  const locks = numbers.map((number) => ({ sql: TAKE, values: [group, number | 0] }));
  return holdSession(url, {
    take: async (client) => {
      await exchangeAll(client, [{ sql: NAME, values: [name] }, ...locks], START_LIMIT);
    },
  });
}

/** Lists the sessions of this database that hold shared locks of a group. */
export async function listLockHolders(url: string, group: number): Promise<readonly LockHolder[]> {
  const client = await waitForServer(url);
  try {
    const [rows = []] = await exchangeAll(client, [{ sql: LIST, values: [group] }], START_LIMIT);
    return [...Map.groupBy(rows, ({ pid }) => pid)].map(([pid, held]) => ({
      name: String(held[0]?.name ?? '') || `session ${pid} of the server`,
      numbers: held.map(({ number }) => Number(number)),
    }));
  } finally {
    endQuietly(client);
  }
}
