import type { Client } from 'pg';
import { connect, endQuietly, exchangeAll } from '../../storage/postgres/connection.ts';
import type { SqlRow } from '../../storage/statements.ts';
import type { ProcessTable } from '../processes/installation-status.ts';
import { findStatus, type KnownProcess } from '../processes/process-status.ts';

/** Maximum time in ms of an answer. After a slower one the connection is replaced at the next exchange. */
const ANSWER_MS = 1_000;

const PUT = `INSERT INTO role_status (id, role, version, status, seen_at) VALUES (?, ?, ?, ?, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET role = excluded.role, version = excluded.version, status = excluded.status,
    seen_at = excluded.seen_at`;
/** Deletes processes that have not reported for an hour, which no longer count as missing. */
const FORGET = `DELETE FROM role_status WHERE seen_at < clock_timestamp() - interval '1 hour'`;
/**
 * Deletes an earlier process with the same name, which this one replaces. Another running process with the same name
 * has reported recently and is kept.
 */
const REPLACE = `DELETE FROM role_status WHERE split_part(id, ' ', 1) = split_part(?, ' ', 1) AND id <> ?
  AND seen_at < clock_timestamp() - interval '10 s'`;
const LIST = `SELECT id, role, version, status,
    CAST(EXTRACT(EPOCH FROM clock_timestamp() - seen_at) * 1000 AS bigint) AS "seenMs" FROM role_status ORDER BY id`;

export interface RoleStatusOptions {
  /** `postgres://user:password@host:port/database`, which is never logged. */
  readonly url: string;
  /** Role, host and port, then a space and a part that only this start of the process has. */
  readonly id: string;
  readonly role: string;
  readonly version: string;
}

/**
 * Creates the table with the status of each process, one row each. It uses a separate connection, so that it never
 * waits for other work.
 */
export function createRoleStatusTable({ url, id, role, version }: RoleStatusOptions): ProcessTable {
  let client: Client | null = null;
  const ask = async (commands: { readonly sql: string; readonly values: readonly string[] }[]) => {
    client ??= await connect(url);
    try {
      return await exchangeAll(client, commands, { query_timeout: ANSWER_MS });
    } catch (error) {
      endQuietly(client);
      client = null;
      throw error;
    }
  };
  return {
    exchange: async (status) => {
      const answers = await ask([
        { sql: PUT, values: [id, role, version, JSON.stringify(status)] },
        { sql: FORGET, values: [] },
        { sql: REPLACE, values: [id, id] },
        { sql: LIST, values: [] },
      ]);
      return (answers.at(-1) ?? []).map(toProcess);
    },
    leave: async () => {
      await ask([{ sql: 'DELETE FROM role_status WHERE id = ?', values: [id] }]);
      await client?.end();
    },
  };
}

function toProcess({ id, role, version, status, seenMs }: SqlRow): KnownProcess {
  return {
    id: String(id),
    role: String(role),
    version: String(version),
    seenMs: Math.max(0, Number(seenMs)),
    status: findStatus(String(status)),
  };
}
