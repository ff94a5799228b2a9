/**
 * Tables of owners, keys and their use, actions and settings of operators, credentials of venues, disputed links, and
 * the stale report.
 */
export const ACCOUNT_TABLES = `
  CREATE TABLE stale_report (
    ts INTEGER PRIMARY KEY,
    ages TEXT NOT NULL
  ) STRICT;
  CREATE TABLE owner (
    name TEXT PRIMARY KEY,
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_key (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    owner TEXT NOT NULL REFERENCES owner (name),
    tier TEXT NOT NULL CHECK (tier IN ('free', 'pro', 'enterprise')),
    label TEXT,
    venues TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    bot_id TEXT NOT NULL,
    last_used_at INTEGER,
    successor TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX api_key_by_time ON api_key (created_at, hash);
  CREATE INDEX api_key_by_owner ON api_key (owner, created_at, hash);
  CREATE INDEX api_key_by_bot ON api_key (bot_id, created_at);
  CREATE TABLE usage (
    bot_id TEXT NOT NULL,
    month TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    venue TEXT NOT NULL,
    n INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, month, endpoint, venue)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE admin_action (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    address TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT,
    detail TEXT
  ) STRICT;
  CREATE TABLE flag (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL CHECK (value IN (0, 1)),
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
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
  CREATE TABLE link_dispute (
    pair TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    gap REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
