import type { Migration } from './migration.ts';

/**
 * Tables of transactions that could not be read and were skipped, of transactions whose small amounts from unknown
 * senders were summed, and of every treasury that a chain has had.
 */
export const chainReading: Migration = {
  name: '0028-chain-reading',
  sql: `
    CREATE TABLE skipped_transaction (
      scope TEXT NOT NULL,
      tx TEXT NOT NULL,
      chain TEXT NOT NULL,
      reason TEXT NOT NULL,
      skipped_at INTEGER NOT NULL,
      tried_at INTEGER NOT NULL,
      read_at INTEGER,
      PRIMARY KEY (scope, tx)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX skipped_transaction_open ON skipped_transaction (scope) WHERE read_at IS NULL;

    CREATE TABLE small_transfer (
      scope TEXT NOT NULL,
      tx TEXT NOT NULL,
      PRIMARY KEY (scope, tx)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chain_treasury (
      scope TEXT NOT NULL,
      treasury TEXT NOT NULL,
      chain TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (scope, treasury)
    ) STRICT, WITHOUT ROWID;
  `,
};
