import type { Client } from 'pg';
import { exchange } from './connection.ts';
import { START_LIMIT } from './server.ts';

export type TableRight = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Rights by table. A table that is not listed is never used. */
export type TableRights = ReadonlyMap<string, readonly TableRight[]>;

/** Describes in one sentence which rights the connection's user lacks; null: none. The schema must exist. */
export async function findMissingRights(client: Client, needed: TableRights): Promise<string | null> {
  const rows = await exchange(client, [{ sql: LACKING, values: [] }], START_LIMIT);
  const missing = rows.filter(({ table, right }) => needed.get(String(table))?.includes(right as TableRight));
  const [first] = missing;
  if (first === undefined) return null;
  const tables = new Set(missing.map(({ table }) => table)).size;
  const others = tables === 1 ? '' : `, and rights on ${tables - 1} other tables`;
  return `the user has no right to ${first.right} on the table ${first.table}${others}`;
}

const LACKING = `SELECT c.relname AS "table", r.name AS "right"
  FROM pg_class c CROSS JOIN (VALUES (1, 'SELECT'), (2, 'INSERT'), (3, 'UPDATE'), (4, 'DELETE')) AS r (place, name)
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, r.name)
  ORDER BY c.relname, r.place`;
