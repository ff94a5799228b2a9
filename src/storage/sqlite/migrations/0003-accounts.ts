import type { Migration } from './migration.ts';

/** Owners, API keys, usage, and what admins did. */
export const accountTables: Migration = {
  name: '0003-accounts',
  sql: `
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
      last_used_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_key_by_time ON api_key (created_at, hash);
    CREATE INDEX api_key_by_owner ON api_key (owner, created_at, hash);

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
  `,
};
