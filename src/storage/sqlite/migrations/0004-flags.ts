import type { Migration } from './migration.ts';

/** Switches that the operator turns while the service runs. */
export const flagTable: Migration = {
  name: '0004-flags',
  sql: `
    CREATE TABLE flag (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL CHECK (value IN (0, 1)),
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
