import type { Migration } from './migration.ts';

/**
 * Deposits of every source, what providers took back of them, and the provider events that moved money. `scope` and
 * `idem` are those of the transfer: an event, or a log of a transaction, is one deposit. `object_id` is what was
 * paid: a provider that reports one payment in two events pays once.
 */
export const depositTables: Migration = {
  name: '0008-deposits',
  sql: `
    CREATE TABLE deposit (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL CHECK (state IN ('credited', 'held', 'unattributed', 'released', 'returned')),
      reason TEXT,
      source TEXT NOT NULL CHECK (source IN ('stripe', 'coinbase', 'hmac', 'chain')),
      scope TEXT NOT NULL,
      idem TEXT NOT NULL,
      account TEXT NOT NULL,
      owner TEXT,
      currency TEXT NOT NULL,
      amount TEXT NOT NULL,
      micro_usd INTEGER CHECK (micro_usd > 0),
      taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
      event_id TEXT,
      object_id TEXT,
      payment_id TEXT,
      chain TEXT,
      token TEXT,
      sender TEXT,
      tx_hash TEXT,
      log_index INTEGER,
      created_at INTEGER NOT NULL,
      resolved_at INTEGER,
      CHECK ((state = 'credited') = (reason IS NULL)),
      CHECK (state NOT IN ('credited', 'released') OR owner IS NOT NULL AND micro_usd IS NOT NULL),
      CHECK (micro_usd IS NULL OR taken_back <= micro_usd),
      UNIQUE (scope, idem)
    ) STRICT;
    CREATE UNIQUE INDEX deposit_object ON deposit (scope, object_id) WHERE object_id IS NOT NULL;
    CREATE INDEX deposit_payment ON deposit (scope, payment_id) WHERE payment_id IS NOT NULL;
    CREATE INDEX deposit_by_state ON deposit (state, seq);
    CREATE INDEX deposit_by_owner ON deposit (owner, seq) WHERE owner IS NOT NULL;
    CREATE INDEX deposit_credited ON deposit (owner, created_at) WHERE state = 'credited';
    CREATE INDEX deposit_sender ON deposit (sender, owner) WHERE sender IS NOT NULL;

    CREATE TABLE deposit_reversal (
      scope TEXT NOT NULL,
      effect TEXT NOT NULL CHECK (effect IN ('refund', 'dispute', 'reinstatement')),
      object_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      idem TEXT NOT NULL,
      payment_id TEXT,
      owner TEXT,
      deposit TEXT REFERENCES deposit (id),
      amount INTEGER NOT NULL CHECK (amount > 0),
      moved INTEGER,
      from_review INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (scope, effect, object_id, event_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deposit_reversal_pending ON deposit_reversal (scope, payment_id) WHERE moved IS NULL;

    CREATE TABLE webhook_event (
      provider TEXT NOT NULL,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      object_id TEXT,
      body_sha256 TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      PRIMARY KEY (provider, event_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
