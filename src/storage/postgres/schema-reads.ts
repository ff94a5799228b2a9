import type { SchemaReads } from '../service-database.ts';
import type { Statements } from '../statements.ts';

/** Reads the schema from PostgreSQL's own catalogue. */
export function readSchema(statements: Statements): SchemaReads {
  return {
    listTriggers: (table) =>
      statements
        .get(
          `SELECT tgname AS name FROM pg_trigger
           WHERE tgrelid = CAST(? AS regclass) AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname`,
        )
        .all(table)
        .map(({ name }) => String(name)),
    countUniqueIndexes: (table) =>
      Number(
        statements
          .get(
            `SELECT COUNT(*) AS indexes FROM pg_index
             WHERE indrelid = CAST(? AS regclass) AND indisunique AND indisvalid AND NOT indisprimary`,
          )
          .get(table)?.indexes,
      ),
  };
}
