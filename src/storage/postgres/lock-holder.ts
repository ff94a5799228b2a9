import type { SqlRow } from '../statements.ts';
import type { AnswerLimit } from './connection.ts';
import type { Command } from './replay.ts';

/** Limits of the question who holds the lock: callers whose group has failed wait for the answer. */
const LIMIT: AnswerLimit = { query_timeout: 250 };

/**
 * Finds the transaction that holds the ledger's lock while others wait for it. Without the right to see other users' sessions the
 * server names process, user and application alone.
 *
 * @param ask Sends one command to the server.
 * @returns null when the transaction is over, or the server does not say.
 */
export async function findLockHolder(
  ask: (command: Command, limit: AnswerLimit) => Promise<readonly SqlRow[]>,
): Promise<string | null> {
  const [row] = await ask({ sql: HOLDER, values: [] }, LIMIT).catch(() => []);
  if (row === undefined) return null;
  const { pid, user, application } = row;
  return `process ${pid} of the server (user ${user ?? 'unknown'}, ${application === '' ? 'without a name' : application})`;
}

/** A transaction that wrote or locked the row has the table's lock until its end, and never waits. */
const HOLDER = `SELECT l.pid, a.usename AS "user", a.application_name AS application
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.relation = CAST('ledger_head' AS regclass) AND l.granted AND l.pid <> pg_backend_pid() AND l.mode <> 'AccessShareLock'
    AND NOT EXISTS (SELECT 1 FROM pg_locks w WHERE w.pid = l.pid AND NOT w.granted)
  ORDER BY a.backend_start LIMIT 1`;
