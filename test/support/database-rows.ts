import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect, exchange } from '../../src/storage/postgres/connection.ts';
import { SERVICE_FILE } from '../../src/storage/sqlite/open.ts';
import type { SqlRow, SqlValue } from '../../src/storage/statements.ts';
import { findDatabase } from './service-data.ts';

/** The rows of a service database, by statements that both engines read. */
export interface DatabaseRows {
  /** Reads the committed rows of a statement. */
  readRows(sql: string, ...values: SqlValue[]): Promise<readonly SqlRow[]>;
  /** Changes what no operation of the service changes. */
  changeRows(sql: string, ...values: SqlValue[]): Promise<void>;
  /** Reads every row of every table. */
  readAllRows(): Promise<readonly SqlRow[]>;
}

/** Opens the rows of the service database of a data directory, beside the process that has it open. */
export async function rowsOfPlace(dataDir: string): Promise<DatabaseRows> {
  const url = await findDatabase(dataDir);
  if (url !== null) return rowsOfServer(url);
  return rowsOfFile((work) => {
    const db = new DatabaseSync(path.join(dataDir, SERVICE_FILE));
    try {
      return work(db);
    } finally {
      db.close();
    }
  });
}

/** Opens the rows of a database file. @param use Has a connection for the time of one piece of work. */
export function rowsOfFile(use: <Result>(work: (db: DatabaseSync) => Result) => Result): DatabaseRows {
  const read = (db: DatabaseSync, sql: string, values: readonly SqlValue[] = []) =>
    db
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }) as SqlRow);
  return {
    readRows: async (sql, ...values) => use((db) => read(db, sql, values)),
    changeRows: async (sql, ...values) => void use((db) => read(db, sql, values)),
    readAllRows: async () =>
      use((db) =>
        read(db, "SELECT name FROM sqlite_schema WHERE type = 'table'").flatMap(({ name }) =>
          read(db, `SELECT * FROM "${name}"`),
        ),
      ),
  };
}

export function rowsOfServer(url: string): DatabaseRows {
  const read = async (sql: string, values: readonly SqlValue[] = []) => {
    const client = await connect(url);
    try {
      return await exchange(client, [{ sql, values }]);
    } finally {
      await client.end();
    }
  };
  return {
    readRows: (sql, ...values) => read(sql, values),
    changeRows: async (sql, ...values) => void (await read(sql, values)),
    readAllRows: async () => {
      const tables = await read(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
      );
      const rows = await Promise.all(tables.map(({ name }) => read(`SELECT * FROM "${name}"`)));
      return rows.flat();
    },
  };
}
