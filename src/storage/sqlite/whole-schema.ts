import type { DatabaseSync } from 'node:sqlite';

/** Statements that create a new file, in their order. `sqlite_schema` contains the text of each. */
export type WholeSchema = readonly string[];

/**
 * Reads the schema of a file that was new before its migrations.
 *
 * @returns null when they left rows, which the schema does not contain.
 */
export function readWholeSchema(db: DatabaseSync): WholeSchema | null {
  const made = db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .all() as { type: string; name: string; sql: string }[];
  const tables = made.filter(({ type }) => type === 'table');
  const isEmpty = tables.every(
    ({ name }) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() === undefined,
  );
  return isEmpty ? made.map(({ sql }) => sql) : null;
}

/** Creates the schema in an empty file, in the caller's transaction. */
export function makeWholeSchema(db: DatabaseSync, schema: WholeSchema): void {
  for (const sql of schema) db.exec(sql);
}

/** Whether nothing was created in the file. */
export function isEmptyFile(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}
