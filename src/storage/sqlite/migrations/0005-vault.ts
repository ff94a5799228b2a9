import type { Migration } from './migration.ts';

/** Sealed venue credentials, and what proves that the right keys are configured. */
export const vaultTables: Migration = {
  name: '0005-vault',
  sql: `
    CREATE TABLE vault_record (
      owner TEXT NOT NULL,
      venue TEXT NOT NULL,
      kind TEXT NOT NULL,
      kek_id TEXT NOT NULL,
      wrap BLOB NOT NULL,
      box BLOB NOT NULL,
      added_at INTEGER NOT NULL,
      PRIMARY KEY (owner, venue)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX vault_record_key ON vault_record (kek_id);

    CREATE TABLE vault_key_check (
      kek_id TEXT PRIMARY KEY,
      wrap BLOB NOT NULL,
      box BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
