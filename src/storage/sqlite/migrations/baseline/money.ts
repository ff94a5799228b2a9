/** Tables of the ledger with its audits and closures, vouchers, holds, deposits with their reversals, and wallets. */
export const MONEY_TABLES = `
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
  CREATE TABLE ledger_audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    whole INTEGER NOT NULL,
    transfers INTEGER NOT NULL,
    last_transfer INTEGER NOT NULL,
    last_hash BLOB NOT NULL
  ) STRICT;
  CREATE TABLE ledger_closure (
    id INTEGER PRIMARY KEY,
    closed_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    opened_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX ledger_closure_open ON ledger_closure (opened_at IS NULL) WHERE opened_at IS NULL;
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
  CREATE INDEX voucher_open ON voucher (expires_at, amount, redeemed_at) WHERE redeemed_at IS NULL;
  CREATE TABLE hold (
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
  CREATE INDEX hold_pending ON hold (owner, expires_at) WHERE state = 'pending';
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
  CREATE TABLE chain_cursor (
    scope TEXT NOT NULL,
    stream TEXT NOT NULL,
    position INTEGER NOT NULL,
    mark TEXT,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (scope, stream)
  ) STRICT, WITHOUT ROWID;
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
  CREATE TABLE deposit (
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
  CREATE UNIQUE INDEX deposit_object ON deposit (scope, object_id) WHERE object_id IS NOT NULL;
  CREATE INDEX deposit_payment ON deposit (scope, payment_id) WHERE payment_id IS NOT NULL;
  CREATE INDEX deposit_by_state ON deposit (state, seq);
  CREATE INDEX deposit_by_owner ON deposit (owner, seq) WHERE owner IS NOT NULL;
  CREATE INDEX deposit_credited ON deposit (owner, created_at) WHERE state = 'credited';
  CREATE INDEX deposit_sender ON deposit (sender, owner) WHERE sender IS NOT NULL;
  CREATE TABLE deposit_reversal (
    scope TEXT NOT NULL,
    effect TEXT NOT NULL,
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
  CREATE TABLE uncounted_reversal (
    scope TEXT NOT NULL,
    effect TEXT NOT NULL,
    object_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    total TEXT NOT NULL,
    deposit TEXT REFERENCES deposit (id),
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (scope, effect, object_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX uncounted_reversal_payment ON uncounted_reversal (scope, payment_id);
  CREATE TABLE wallet (
    seq INTEGER PRIMARY KEY,
    family TEXT NOT NULL,
    address TEXT NOT NULL,
    owner TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    UNIQUE (family, address)
  ) STRICT;
  CREATE INDEX wallet_by_owner ON wallet (owner, seq);
`;
