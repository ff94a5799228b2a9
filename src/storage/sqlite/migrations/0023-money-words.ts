import type { Migration } from './migration.ts';

const DEPOSIT_COLUMNS = `seq, id, state, reason, source, scope, idem, account, owner, currency, amount, micro_usd,
  taken_back, event_id, object_id, payment_id, chain, token, sender, tx_hash, log_index, created_at, resolved_at`;
const REVERSAL_COLUMNS = `scope, effect, object_id, event_id, idem, payment_id, owner, deposit, amount, moved,
  from_review, created_at`;
const HOLD_COLUMNS =
  'id, scope, idem, owner, amount, state, created_at, expires_at, resolved_at, transfer_id';

/**
 * Payment providers and families of chains are folders, states and effects are words of the service: a new one is no
 * change of the schema. What the books rely on stays in it. So does `kind` of `account`, to which every transfer refers:
 * transfers are only ever added, and the kinds are the chart of accounts.
 */
export const moneyWords: Migration = {
  name: '0023-money-words',
  sql: `
    CREATE TABLE deposit_next (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      reason TEXT,
      source TEXT NOT NULL,
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
    INSERT INTO deposit_next (${DEPOSIT_COLUMNS}) SELECT ${DEPOSIT_COLUMNS} FROM deposit;

    CREATE TABLE deposit_reversal_next (
      scope TEXT NOT NULL,
      effect TEXT NOT NULL,
      object_id TEXT NOT NULL,
      event_id TEXT NOT NULL,
      idem TEXT NOT NULL,
      payment_id TEXT,
      owner TEXT,
      deposit TEXT REFERENCES deposit_next (id),
      amount INTEGER NOT NULL CHECK (amount > 0),
      moved INTEGER,
      from_review INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (scope, effect, object_id, event_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO deposit_reversal_next (${REVERSAL_COLUMNS}) SELECT ${REVERSAL_COLUMNS} FROM deposit_reversal;

    DROP TABLE deposit_reversal;
    DROP TABLE deposit;
    ALTER TABLE deposit_next RENAME TO deposit;
    ALTER TABLE deposit_reversal_next RENAME TO deposit_reversal;

    CREATE UNIQUE INDEX deposit_object ON deposit (scope, object_id) WHERE object_id IS NOT NULL;
    CREATE INDEX deposit_payment ON deposit (scope, payment_id) WHERE payment_id IS NOT NULL;
    CREATE INDEX deposit_by_state ON deposit (state, seq);
    CREATE INDEX deposit_by_owner ON deposit (owner, seq) WHERE owner IS NOT NULL;
    CREATE INDEX deposit_credited ON deposit (owner, created_at) WHERE state = 'credited';
    CREATE INDEX deposit_sender ON deposit (sender, owner) WHERE sender IS NOT NULL;
    CREATE INDEX deposit_reversal_pending ON deposit_reversal (scope, payment_id) WHERE moved IS NULL;

    CREATE TABLE wallet_next (
      seq INTEGER PRIMARY KEY,
      family TEXT NOT NULL,
      address TEXT NOT NULL,
      owner TEXT NOT NULL,
      registered_at INTEGER NOT NULL,
      UNIQUE (family, address)
    ) STRICT;
    INSERT INTO wallet_next (seq, family, address, owner, registered_at)
      SELECT seq, family, address, owner, registered_at FROM wallet;
    DROP TABLE wallet;
    ALTER TABLE wallet_next RENAME TO wallet;
    CREATE INDEX wallet_by_owner ON wallet (owner, seq);

    CREATE TABLE hold_next (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      idem TEXT NOT NULL,
      owner TEXT NOT NULL,
      amount INTEGER NOT NULL CHECK (amount > 0),
      state TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      resolved_at INTEGER,
      transfer_id INTEGER UNIQUE REFERENCES transfer (id),
      CHECK ((state = 'captured') = (transfer_id IS NOT NULL)),
      UNIQUE (scope, idem)
    ) STRICT;
    INSERT INTO hold_next (${HOLD_COLUMNS}) SELECT ${HOLD_COLUMNS} FROM hold;
    DROP TABLE hold;
    ALTER TABLE hold_next RENAME TO hold;
    CREATE INDEX hold_pending ON hold (owner, expires_at) WHERE state = 'pending';
  `,
};
