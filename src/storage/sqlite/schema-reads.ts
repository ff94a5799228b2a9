import type { SchemaReads } from '../service-database.ts';
import type { Statements } from '../statements.ts';

/** Reads the schema from SQLite's own catalogue. */
export function readSchema(statements: Statements): SchemaReads {
  return {
    listTriggers: (table) =>
      statements
        .get(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY name`)
        .all(table)
        .map(({ name }) => String(name)),
    countUniqueIndexes: (table) =>
      Number(
        statements
          .get(`SELECT COUNT(*) AS indexes FROM pragma_index_list(?) WHERE "unique" = 1 AND origin <> 'pk'`)
          .get(table)?.indexes,
      ),
  };
}
