import type { DatabaseSync } from 'node:sqlite';
import { openStores } from '../support/money-stores.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import type { HistoryEngine } from './money-histories.ts';

interface SavedTable {
  readonly name: string;
  readonly rows: readonly Record<string, never>[];
}

/** SQLite in memory. A restore begins with a copy of all rows. */
export const SQLITE_HISTORIES: HistoryEngine = {
  open: async ({ clock, rules, faults }, from) => {
    const database = await openSqliteDatabase({ faults });
    if (from !== null) writeTables(database.reader, from as readonly SavedTable[]);
    return {
      stores: openStores(database, clock, rules),
      sumBalances: async () => {
        const row = database.reader.prepare('SELECT SUM(balance) AS sum FROM account').get();
        return Number(row?.sum ?? 0);
      },
      // The process loses what it had in memory; the database is the only thing that remains.
      restart: async () => openStores(database, clock, rules),
      backup: async () => readTables(database.reader),
      close: () => database.close(),
    };
  },
};

function readTables(db: DatabaseSync): readonly SavedTable[] {
  const named = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return named.map(({ name }) => ({
    name: String(name),
    rows: db.prepare(`SELECT * FROM "${name}"`).all() as Record<string, never>[],
  }));
}

function writeTables(db: DatabaseSync, tables: readonly SavedTable[]): void {
  db.exec('PRAGMA foreign_keys = OFF; BEGIN');
  for (const { name, rows } of tables) {
    db.exec(`DELETE FROM "${name}"`);
    const [first] = rows;
    if (first === undefined) continue;
    const columns = Object.keys(first);
    const places = columns.map(() => '?').join(', ');
    const insert = db.prepare(`INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${places})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column]!));
  }
  db.exec('COMMIT; PRAGMA foreign_keys = ON');
}
