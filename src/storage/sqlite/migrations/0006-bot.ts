import type { Migration } from './migration.ts';

/**
 * Orders, their fills, and what fills come to. Order states are those of the order path; a fill is unique within its
 * order, so that a result which is read twice counts once. `seq` is the place on the tape.
 */
export const botTables: Migration = {
  name: '0006-bot',
  sql: `
    CREATE TABLE bot_order (
      order_id TEXT PRIMARY KEY,
      bot_id TEXT NOT NULL,
      owner TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('mock', 'live')),
      client_order_id TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('trade', 'engine')),
      venue TEXT NOT NULL,
      asset TEXT NOT NULL,
      store_key TEXT NOT NULL,
      venue_asset TEXT NOT NULL,
      side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
      size_usd REAL NOT NULL,
      mark_price REAL NOT NULL,
      fee INTEGER NOT NULL CHECK (fee >= 0),
      charged INTEGER NOT NULL DEFAULT 0 CHECK (charged IN (0, fee)),
      state TEXT NOT NULL CHECK (state IN ('reserved', 'submitted', 'resting', 'filled', 'cancelled', 'rejected')),
      reason TEXT,
      message TEXT,
      prepared TEXT,
      venue_order_id TEXT,
      created_at INTEGER NOT NULL,
      submitted_at INTEGER,
      updated_at INTEGER NOT NULL,
      UNIQUE (bot_id, client_order_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bot_order_recent ON bot_order (bot_id, created_at);
    CREATE INDEX bot_order_open ON bot_order (created_at) WHERE state IN ('reserved', 'submitted', 'resting');

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
      UNIQUE (order_id, fill_id)
    ) STRICT;

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

    CREATE TABLE bot_closing (
      id INTEGER PRIMARY KEY,
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      venue TEXT NOT NULL,
      store_key TEXT NOT NULL,
      t INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('trade', 'settlement')),
      realized INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX bot_closing_bot ON bot_closing (bot_id, mode);

    CREATE TABLE bot_score (
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      realized INTEGER NOT NULL DEFAULT 0,
      fills INTEGER NOT NULL DEFAULT 0,
      volume INTEGER NOT NULL DEFAULT 0,
      closings INTEGER NOT NULL DEFAULT 0,
      wins INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (bot_id, mode)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bot_score_rank ON bot_score (mode, realized DESC, volume DESC);

    CREATE TABLE bot_control (
      bot_id TEXT PRIMARY KEY,
      config TEXT NOT NULL,
      killed INTEGER NOT NULL CHECK (killed IN (0, 1)),
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

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
  `,
};
