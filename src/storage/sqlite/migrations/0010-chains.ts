import type { Migration } from './migration.ts';

/**
 * Up to where each chain was read, whose wallets pay, and the addresses that belong to single owners. `scope` is that
 * of the deposits (`chain:8453`), so that renaming a chain loses nothing. A stream is what is read separately: all
 * tokens of an EVM chain (''), one token of the others. Addresses stay forever, also those of earlier contracts.
 */
export const chainTables: Migration = {
  name: '0010-chains',
  sql: `
    CREATE TABLE chain_cursor (
      scope TEXT NOT NULL,
      stream TEXT NOT NULL,
      position INTEGER NOT NULL,
      mark TEXT,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (scope, stream)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wallet (
      seq INTEGER PRIMARY KEY,
      family TEXT NOT NULL CHECK (family IN ('evm', 'tron', 'solana')),
      address TEXT NOT NULL,
      owner TEXT NOT NULL,
      registered_at INTEGER NOT NULL,
      UNIQUE (family, address)
    ) STRICT;
    CREATE INDEX wallet_by_owner ON wallet (owner, seq);

    CREATE TABLE deposit_address (
      seq INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      owner TEXT NOT NULL,
      address TEXT NOT NULL,
      salt TEXT NOT NULL,
      factory TEXT NOT NULL,
      implementation TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (scope, owner),
      UNIQUE (address, scope)
    ) STRICT;
    CREATE INDEX deposit_address_by_scope ON deposit_address (scope, seq);
  `,
};
