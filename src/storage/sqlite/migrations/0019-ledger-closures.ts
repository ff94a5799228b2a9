import type { Migration } from './migration.ts';

/** Why the ledger accepts no writes, and since when. Without a row that has no end it is open. */
export const ledgerClosures: Migration = {
  name: '0019-ledger-closures',
  sql: `
    CREATE TABLE ledger_closure (
      id INTEGER PRIMARY KEY,
      closed_at INTEGER NOT NULL,
      reason TEXT NOT NULL,
      opened_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX ledger_closure_open ON ledger_closure (opened_at IS NULL) WHERE opened_at IS NULL;
  `,
};
