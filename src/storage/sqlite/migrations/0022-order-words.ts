import type { Migration } from './migration.ts';

const ORDER_COLUMNS = `order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset, side,
  size_usd, size_shares, is_close, mark_price, fee, charged, state, reason, message, prepared, legs, venue_order_id,
  created_at, submitted_at, updated_at, is_settling, cancel_requested_at`;
const FILL_COLUMNS =
  'seq, order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, leg, cost, proceeds';

/**
 * Modes, sources, sides, states of orders and kinds of closings are the words of the service: a new one is no change of
 * the schema. Tables that refer to a table which is built again are built again with it, so that no reference ever dangles.
 */
export const orderWords: Migration = {
  name: '0022-order-words',
  sql: `
    CREATE TABLE bot_order_next (
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
    INSERT INTO bot_order_next (${ORDER_COLUMNS}) SELECT ${ORDER_COLUMNS} FROM bot_order;

    CREATE TABLE bot_fill_next (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      order_id TEXT NOT NULL REFERENCES bot_order_next (order_id),
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
    INSERT INTO bot_fill_next (${FILL_COLUMNS}) SELECT ${FILL_COLUMNS} FROM bot_fill;
    -- A number that was on the tape is never given again, also where its fill was taken out.
    DELETE FROM sqlite_sequence WHERE name = 'bot_fill_next';
    INSERT INTO sqlite_sequence (name, seq) SELECT 'bot_fill_next', seq FROM sqlite_sequence WHERE name = 'bot_fill';

    CREATE TABLE bot_failed_fill_next (
      order_id TEXT NOT NULL REFERENCES bot_order_next (order_id),
      fill_id TEXT NOT NULL,
      t INTEGER NOT NULL,
      price TEXT NOT NULL,
      size TEXT NOT NULL,
      usd INTEGER NOT NULL,
      failed_at INTEGER NOT NULL,
      PRIMARY KEY (order_id, fill_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO bot_failed_fill_next SELECT order_id, fill_id, t, price, size, usd, failed_at FROM bot_failed_fill;

    DROP TABLE bot_failed_fill;
    DROP TABLE bot_fill;
    DROP TABLE bot_order;
    ALTER TABLE bot_order_next RENAME TO bot_order;
    ALTER TABLE bot_fill_next RENAME TO bot_fill;
    ALTER TABLE bot_failed_fill_next RENAME TO bot_failed_fill;

    CREATE INDEX bot_order_recent ON bot_order (bot_id, created_at);
    CREATE INDEX bot_order_open ON bot_order (created_at, order_id)
      WHERE state IN ('reserved', 'submitted', 'resting') OR is_settling = 1;
    CREATE INDEX bot_order_open_of_bot ON bot_order (bot_id, store_key)
      WHERE state IN ('reserved', 'submitted', 'resting');
    CREATE INDEX bot_fill_by_mode ON bot_fill (mode, seq);

    CREATE TABLE bot_closing_next (
      id INTEGER PRIMARY KEY,
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      venue TEXT NOT NULL,
      store_key TEXT NOT NULL,
      t INTEGER NOT NULL,
      kind TEXT NOT NULL,
      realized INTEGER NOT NULL
    ) STRICT;
    INSERT INTO bot_closing_next SELECT id, bot_id, mode, venue, store_key, t, kind, realized FROM bot_closing;
    DROP TABLE bot_closing;
    ALTER TABLE bot_closing_next RENAME TO bot_closing;
    CREATE INDEX bot_closing_bot ON bot_closing (bot_id, mode);
  `,
};
