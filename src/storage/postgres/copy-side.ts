import type { Client } from 'pg';
import { type CopyTarget, OWN_TABLES, type TableShape } from '../copy/side.ts';
import { describePage, quote } from '../sql/pages.ts';
import type { SqlValue } from '../statements.ts';
import { exchange } from './connection.ts';

/** Creates one side of a copy from a server's database, inside the transaction of the connection. */
export function createPostgresSide(client: Client): CopyTarget {
  const types = new Map<string, string>();
  const query = (sql: string, values: readonly SqlValue[] = []) => exchange(client, [{ sql, values }]);
  return {
    listTables: async () => {
      const columns = await query(
        `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
         WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
      );
      for (const { table, name, type } of columns) types.set(`${table}.${name}`, String(type));
      const keys = await query(
        `SELECT t.relname AS "table", a.attname AS name
         FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
           CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
           JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
         WHERE i.indisprimary AND t.relnamespace = current_schema()::regnamespace ORDER BY t.relname, k.place`,
      );
      const names = [...new Set(columns.map(({ table }) => String(table)))].filter(
        (name) => !OWN_TABLES.has(name),
      );
      const listNames = (rows: typeof columns, table: string) =>
        rows.filter((row) => row.table === table).map(({ name }) => String(name));
      return names.map(
        (name): TableShape => ({ name, columns: listNames(columns, name), key: listNames(keys, name) }),
      );
    },
    readPage: (table, after, limit) => query(describePage(table, after === null), [...(after ?? []), limit]),
    insert: async ({ name, columns }, rows) => {
      const lists = columns.map((column, i) => `$${i + 1}::${types.get(`${name}.${column}`)}[]`);
      await exchange(client, [
        {
          sql: `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`,
          values: columns.map((column) => rows.map((row) => row[column] as SqlValue)),
        },
      ]);
    },
  };
}
