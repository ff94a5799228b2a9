import type { DatabaseSync } from 'node:sqlite';
import { type CopyTarget, OWN_TABLES, type TableShape } from '../copy/side.ts';
import { describePage, quote } from '../sql/pages.ts';
import type { SqlValue } from '../statements.ts';
import { SqliteStatements } from './statements.ts';

/** Creates one side of a copy from a database file. */
export function createSqliteSide(db: DatabaseSync): CopyTarget {
  const statements = new SqliteStatements(db);
  return {
    listTables: async () =>
      db
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
        )
        .all()
        .map(({ name }) => String(name))
        .filter((name) => !OWN_TABLES.has(name))
        .map((name) => describeTable(db, name)),
    readPage: async (table, after, limit) =>
      statements.get(describePage(table, after === null)).all(...(after ?? []), limit),
    insert: async ({ name, columns }, rows) => {
      const names = columns.map(quote).join(', ');
      const statement = statements.get(
        `INSERT INTO ${quote(name)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) statement.run(...columns.map((column) => row[column] as SqlValue));
    },
  };
}

function describeTable(db: DatabaseSync, name: string): TableShape {
  const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid').all(name);
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  return {
    name,
    columns: columns.map((column) => String(column.name)),
    key: key.map((column) => String(column.name)),
  };
}
