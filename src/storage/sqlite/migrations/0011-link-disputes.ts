import type { Migration } from './migration.ts';

/** Links between markets whose prices speak against them, by the ids of both markets. */
export const linkDisputes: Migration = {
  name: '0011-link-disputes',
  sql: `
    CREATE TABLE link_dispute (
      pair TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      gap REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
