import type { Migration } from './migration.ts';

/**
 * Columns for the opening time of positions, the value of a bot at the start of the day, and the next try of a refused
 * exit. Existing positions get the time of their market's newest fill as opening time, which is their minimum age.
 */
export const botExits: Migration = {
  name: '0035-bot-exits',
  sql: `
    ALTER TABLE bot_position ADD COLUMN opened_at INTEGER;
    UPDATE bot_position SET opened_at = (
      SELECT MAX(f.t) FROM bot_fill f JOIN bot_order o ON o.order_id = f.order_id
      WHERE o.bot_id = bot_position.bot_id AND o.mode = bot_position.mode AND o.venue = bot_position.venue
        AND o.store_key = bot_position.store_key
    );

    CREATE TABLE bot_day_start (
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      realized INTEGER NOT NULL,
      access_fees INTEGER NOT NULL,
      unrealized TEXT NOT NULL,
      PRIMARY KEY (bot_id, mode)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE bot_exit_retry (
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      venue TEXT NOT NULL,
      store_key TEXT NOT NULL,
      tries INTEGER NOT NULL CHECK (tries > 0),
      next_at INTEGER NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (bot_id, mode, venue, store_key)
    ) STRICT, WITHOUT ROWID;
  `,
};
