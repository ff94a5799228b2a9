import type { SqlRow } from '../statements.ts';
import type { AnswerLimit } from './connection.ts';
import type { Command } from './replay.ts';

/** Time limit of the query, because callers whose group has failed wait for its answer. */
const LIMIT: AnswerLimit = { query_timeout: 250 };

/**
 * Finds the transaction that holds the ledger's lock while others wait for it. Without the right to see other users'
 * sessions, only process, user and application are known.
 *
 * @param ask Sends one command to the server.
 * @returns null when the transaction has ended, or the server does not state it.
 */
export async function findLockHolder(
  ask: (command: Command, limit: AnswerLimit) => Promise<readonly SqlRow[]>,
): Promise<string | null> {
  const [row] = await ask({ sql: HOLDER, values: [] }, LIMIT).catch(() => []);
  if (row === undefined) return null;
  const { pid, user, application } = row;
  return `process ${pid} of the server (user ${user ?? 'unknown'}, ${application === '' ? 'without a name' : application})`;
}

/** Matches a transaction that has the table's lock, because it wrote or locked the row, and does not wait itself. */
const HOLDER = `SELECT l.pid, a.usename AS "user", a.application_name AS application
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.relation = CAST('ledger_head' AS regclass) AND l.granted AND l.pid <> pg_backend_pid() AND l.mode <> 'AccessShareLock'
    AND NOT EXISTS (SELECT 1 FROM pg_locks w WHERE w.pid = l.pid AND NOT w.granted)
  ORDER BY a.backend_start LIMIT 1`;
