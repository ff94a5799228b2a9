import type { Migration } from './migration.ts';

/**
 * Accounts, transfers, holds and vouchers. Transfers are only ever added: two triggers see to it, and the unique
 * indexes on the sequence of either side leave no room for a gap or a fork.
 */
export const ledgerTables: Migration = {
  name: '0002-ledger',
  sql: `
    CREATE TABLE account (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('owner', 'asset', 'revenue', 'adjust', 'review')),
      balance INTEGER NOT NULL DEFAULT 0,
      held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
      seq INTEGER NOT NULL DEFAULT 0,
      CHECK (kind IN ('asset', 'adjust') OR balance - held >= 0)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX account_source ON account (kind) WHERE kind IN ('asset', 'adjust');

    CREATE TABLE transfer (
      id INTEGER PRIMARY KEY,
      ts INTEGER NOT NULL,
      type TEXT NOT NULL,
      scope TEXT NOT NULL,
      idem TEXT NOT NULL,
      req_hash TEXT NOT NULL,
      src TEXT NOT NULL REFERENCES account (id),
      dst TEXT NOT NULL REFERENCES account (id),
      amount INTEGER NOT NULL CHECK (amount > 0),
      src_seq INTEGER NOT NULL,
      src_after INTEGER NOT NULL,
      dst_seq INTEGER NOT NULL,
      dst_after INTEGER NOT NULL,
      ref TEXT,
      meta TEXT,
      prev_hash BLOB NOT NULL,
      hash BLOB NOT NULL,
      CHECK (src <> dst),
      UNIQUE (scope, idem),
      UNIQUE (src, src_seq),
      UNIQUE (dst, dst_seq)
    ) STRICT;
    CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer BEGIN SELECT RAISE(ABORT, 'append-only'); END;

    CREATE TABLE hold (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      idem TEXT NOT NULL,
      owner TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (amount > 0),
      state TEXT NOT NULL CHECK (state IN ('pending', 'captured', 'released', 'expired')),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      resolved_at INTEGER,
      transfer_id INTEGER UNIQUE REFERENCES transfer (id),
      CHECK ((state = 'captured') = (transfer_id IS NOT NULL)),
      UNIQUE (scope, idem)
    ) STRICT;
    CREATE INDEX hold_pending ON hold (owner, expires_at) WHERE state = 'pending';

    CREATE TABLE ledger_audit (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      whole INTEGER NOT NULL,
      transfers INTEGER NOT NULL,
      last_transfer INTEGER NOT NULL,
      last_hash BLOB NOT NULL
    ) STRICT;

    CREATE TABLE voucher (
      hash TEXT PRIMARY KEY,
      amount INTEGER NOT NULL CHECK (amount > 0),
      label TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      redeemed_at INTEGER,
      redeemed_by TEXT,
      transfer_id INTEGER UNIQUE REFERENCES transfer (id),
      CHECK ((redeemed_at IS NULL) = (redeemed_by IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX voucher_by_time ON voucher (created_at, hash);
    CREATE INDEX voucher_open ON voucher (amount) WHERE redeemed_at IS NULL;
  `,
};
