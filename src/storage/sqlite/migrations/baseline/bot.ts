/** Tables of orders with their fills, positions, scores, settings, decisions and checks of credentials. */
export const BOT_TABLES = `
  CREATE TABLE bot_order (
    order_id TEXT PRIMARY KEY,
    bot_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    mode TEXT NOT NULL,
    client_order_id TEXT NOT NULL,
    source TEXT NOT NULL,
    venue TEXT NOT NULL,
    asset TEXT NOT NULL,
    store_key TEXT NOT NULL,
    venue_asset TEXT NOT NULL,
    side TEXT NOT NULL,
    size_usd REAL NOT NULL,
    size_shares REAL CHECK (size_shares > 0),
    is_close INTEGER NOT NULL DEFAULT 0 CHECK (is_close IN (0, 1)),
    mark_price REAL NOT NULL,
    fee INTEGER NOT NULL CHECK (fee >= 0),
    charged INTEGER NOT NULL DEFAULT 0 CHECK (charged IN (0, fee)),
    state TEXT NOT NULL,
    reason TEXT,
    message TEXT,
    prepared TEXT,
    legs TEXT,
    venue_order_id TEXT,
    created_at INTEGER NOT NULL,
    submitted_at INTEGER,
    updated_at INTEGER NOT NULL,
    is_settling INTEGER NOT NULL DEFAULT 0 CHECK (is_settling IN (0, 1)),
    cancel_requested_at INTEGER,
    UNIQUE (bot_id, client_order_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bot_order_recent ON bot_order (bot_id, created_at);
  CREATE INDEX bot_order_open ON bot_order (created_at, order_id) WHERE state IN ('reserved', 'submitted', 'resting') OR is_settling = 1;
  CREATE INDEX bot_order_open_of_bot ON bot_order (bot_id, store_key) WHERE state IN ('reserved', 'submitted', 'resting');
  CREATE TABLE bot_fill (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES bot_order (order_id),
    fill_id TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    t INTEGER NOT NULL,
    price TEXT NOT NULL,
    size TEXT NOT NULL,
    usd INTEGER NOT NULL CHECK (usd >= 0),
    venue_fee INTEGER,
    leg INTEGER NOT NULL DEFAULT 0,
    cost INTEGER NOT NULL DEFAULT 0 CHECK (cost >= 0),
    proceeds INTEGER NOT NULL DEFAULT 0 CHECK (proceeds >= 0),
    UNIQUE (order_id, fill_id)
  ) STRICT;
  CREATE INDEX bot_fill_by_mode ON bot_fill (mode, seq);
  CREATE TABLE bot_failed_fill (
    order_id TEXT NOT NULL REFERENCES bot_order (order_id),
    fill_id TEXT NOT NULL,
    t INTEGER NOT NULL,
    price TEXT NOT NULL,
    size TEXT NOT NULL,
    usd INTEGER NOT NULL,
    failed_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, fill_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE bot_closing (
    id INTEGER PRIMARY KEY,
    bot_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    t INTEGER NOT NULL,
    kind TEXT NOT NULL,
    realized INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bot_closing_bot ON bot_closing (bot_id, mode);
  CREATE TABLE bot_position (
    bot_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    venue TEXT NOT NULL,
    store_key TEXT NOT NULL,
    asset TEXT NOT NULL,
    size TEXT NOT NULL,
    cost INTEGER NOT NULL CHECK (cost >= 0),
    PRIMARY KEY (bot_id, mode, venue, store_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bot_position_asset ON bot_position (venue, store_key);
  CREATE TABLE bot_score (
    bot_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    realized INTEGER NOT NULL DEFAULT 0,
    fills INTEGER NOT NULL DEFAULT 0,
    volume INTEGER NOT NULL DEFAULT 0,
    closings INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    orders INTEGER NOT NULL DEFAULT 0,
    filled INTEGER NOT NULL DEFAULT 0,
    fees INTEGER NOT NULL DEFAULT 0,
    far_fills INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (bot_id, mode)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bot_score_rank ON bot_score (mode, realized DESC, volume DESC);
  CREATE TABLE bot_control (
    bot_id TEXT PRIMARY KEY,
    config TEXT NOT NULL,
    killed INTEGER NOT NULL CHECK (killed IN (0, 1)),
    changed_at INTEGER NOT NULL,
    enabled INTEGER NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bot_control_running ON bot_control (bot_id) WHERE enabled = 1 AND killed = 0;
  CREATE TABLE bot_secret (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE bot_decision (
    id INTEGER PRIMARY KEY,
    bot_id TEXT NOT NULL,
    t INTEGER NOT NULL,
    decision TEXT NOT NULL
  ) STRICT;
  CREATE INDEX bot_decision_bot ON bot_decision (bot_id, id);
  CREATE TABLE bot_credential_check (
    owner TEXT NOT NULL,
    venue TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    usable INTEGER NOT NULL CHECK (usable IN (0, 1)),
    missing TEXT NOT NULL,
    problem TEXT,
    checked_at INTEGER,
    next_at INTEGER,
    PRIMARY KEY (owner, venue)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bot_credential_check_due ON bot_credential_check (next_at) WHERE next_at IS NOT NULL;
`;
