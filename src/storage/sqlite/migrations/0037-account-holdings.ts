import type { Migration } from './migration.ts';

/** Tables of account holdings behind credentials, their differences from the records of bots, and events of venues. */
export const accountHoldings: Migration = {
  name: '0037-account-holdings',
  sql: `
    CREATE TABLE bot_account (
      owner TEXT NOT NULL,
      venue TEXT NOT NULL,
      account TEXT,
      free_usd TEXT,
      since INTEGER NOT NULL,
      checked_at INTEGER,
      next_at INTEGER NOT NULL,
      problem TEXT,
      PRIMARY KEY (owner, venue)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE bot_holding (
      owner TEXT NOT NULL,
      venue TEXT NOT NULL,
      store_key TEXT NOT NULL,
      asset TEXT NOT NULL,
      size TEXT NOT NULL,
      yes TEXT,
      no TEXT,
      disowned TEXT NOT NULL,
      difference TEXT NOT NULL,
      differing INTEGER NOT NULL,
      checked_at INTEGER NOT NULL,
      PRIMARY KEY (owner, venue, store_key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE bot_account_event (
      owner TEXT NOT NULL,
      venue TEXT NOT NULL,
      event_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      store_key TEXT NOT NULL,
      t INTEGER NOT NULL,
      booked TEXT NOT NULL,
      PRIMARY KEY (owner, venue, event_id)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE bot_fill ADD COLUMN fill_kind TEXT NOT NULL DEFAULT 'trade';
    CREATE INDEX bot_fill_of_bot ON bot_fill (bot_id, mode, t, venue_fee);
    CREATE INDEX bot_order_of_owner ON bot_order (owner, venue, updated_at);
  `,
};
