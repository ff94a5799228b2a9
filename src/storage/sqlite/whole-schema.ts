import type { DatabaseSync } from 'node:sqlite';

/** Statements that make a new file, in their order: `sqlite_schema` keeps the text of each. */
export type WholeSchema = readonly string[];

/** @returns The schema of a file that was new before its steps; null where they left rows, which it does not hold. */
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

/** Makes the schema in an empty file, within the caller's transaction. */
export function makeWholeSchema(db: DatabaseSync, schema: WholeSchema): void {
  for (const sql of schema) db.exec(sql);
}

/** Whether nothing was made in the file. */
export function isEmptyFile(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}
