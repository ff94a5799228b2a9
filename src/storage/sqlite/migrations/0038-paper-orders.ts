import type { Migration } from './migration.ts';

/** Tables of the book levels that paper orders took, and of the results of live orders on paper. */
export const paperOrders: Migration = {
  name: '0038-paper-orders',
  sql: `
    CREATE TABLE bot_paper_taken (
      bot_id TEXT NOT NULL,
      mode TEXT NOT NULL,
      venue TEXT NOT NULL,
      store_key TEXT NOT NULL,
      side TEXT NOT NULL,
      price TEXT NOT NULL,
      offered TEXT NOT NULL,
      taken TEXT NOT NULL,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (bot_id, mode, venue, store_key, side, price)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bot_paper_taken_market ON bot_paper_taken (venue, store_key);

    ALTER TABLE bot_order ADD COLUMN paper TEXT;
  `,
};
