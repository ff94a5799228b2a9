import type { Migration } from './migration.ts';

/**
 * Tables of the readings of each treasury, by position, and of the last comparison of each source of money with the
 * records.
 */
export const sourceBalances: Migration = {
  name: '0036-source-balances',
  sql: `
    CREATE TABLE chain_income (
      scope TEXT NOT NULL,
      idem TEXT NOT NULL,
      treasury TEXT NOT NULL,
      token TEXT NOT NULL,
      position INTEGER NOT NULL,
      amount TEXT NOT NULL,
      PRIMARY KEY (scope, idem)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX chain_income_position ON chain_income (scope, treasury, token, position);

    CREATE TABLE source_balance (
      source TEXT PRIMARY KEY,
      base_at INTEGER NOT NULL,
      base_position INTEGER NOT NULL,
      base_balance TEXT NOT NULL,
      last_at INTEGER NOT NULL,
      last_position INTEGER NOT NULL,
      last_balance TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
