import { procedure, procedureModule } from '../../src/storage/procedure.ts';
import { openSqliteDatabase } from './service-database.ts';

/** Lists every column that holds text. */
async function listTextColumns(): Promise<readonly (readonly [table: string, column: string])[]> {
  const database = await openSqliteDatabase();
  try {
    return database.reads
      .get(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT' ORDER BY 1, 2`,
      )
      .all()
      .map((row) => [String(row.table), String(row.column)] as const);
  } finally {
    await database.close();
  }
}

/** Columns of texts, each with a procedure that sends a text to the column and changes no row. */
export const TEXT_COLUMNS = (await listTextColumns()).map(([table, column]) => ({
  table,
  column,
  store: procedure(`test.texts.${table}.${column}`, (tx, text: string): null => {
    tx.get(`UPDATE "${table}" SET "${column}" = ? WHERE "${column}" = ''`).run(text);
    return null;
  }),
}));

export const procedures = procedureModule(
  import.meta.url,
  TEXT_COLUMNS.map(({ store }) => store),
);
