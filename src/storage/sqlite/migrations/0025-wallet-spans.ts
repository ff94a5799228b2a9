import type { Migration } from './migration.ts';

/**
 * Positions of each chain between which a wallet belongs to an owner, removed or replaced wallets, and challenges by
 * which owners prove that a wallet is theirs. Existing wallets have no spans, and the time of their registration
 * decides.
 */
export const walletSpans: Migration = {
  name: '0025-wallet-spans',
  sql: `
    ALTER TABLE wallet ADD COLUMN proved INTEGER NOT NULL DEFAULT 0 CHECK (proved IN (0, 1));

    CREATE TABLE wallet_span (
      family TEXT NOT NULL,
      address TEXT NOT NULL,
      scope TEXT NOT NULL,
      owner TEXT NOT NULL,
      after_position INTEGER NOT NULL,
      until_position INTEGER,
      PRIMARY KEY (family, address, scope, owner, after_position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE former_wallet (
      id INTEGER PRIMARY KEY,
      family TEXT NOT NULL,
      address TEXT NOT NULL,
      owner TEXT NOT NULL,
      registered_at INTEGER NOT NULL,
      proved INTEGER NOT NULL CHECK (proved IN (0, 1)),
      ended_at INTEGER NOT NULL,
      cause TEXT NOT NULL CHECK (cause IN ('removed', 'replaced'))
    ) STRICT;
    CREATE INDEX former_wallet_by_address ON former_wallet (family, address, ended_at);
    CREATE INDEX former_wallet_by_owner ON former_wallet (owner, id);

    CREATE TABLE wallet_challenge (
      nonce TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      family TEXT NOT NULL,
      address TEXT NOT NULL,
      message TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX wallet_challenge_of ON wallet_challenge (owner, family, address);
    CREATE INDEX wallet_challenge_expired ON wallet_challenge (expires_at);
  `,
};
