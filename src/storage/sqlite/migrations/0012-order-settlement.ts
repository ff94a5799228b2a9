import type { Migration } from './migration.ts';

/**
 * Trades that were matched and can still fail on their chain: their orders are looked at again, and what was reported
 * and never happened leaves the fills and is kept beside them.
 */
export const orderSettlement: Migration = {
  name: '0012-order-settlement',
  sql: `
    ALTER TABLE bot_order ADD COLUMN is_settling INTEGER NOT NULL DEFAULT 0 CHECK (is_settling IN (0, 1));
    DROP INDEX bot_order_open;
    CREATE INDEX bot_order_open ON bot_order (created_at, order_id)
      WHERE state IN ('reserved', 'submitted', 'resting') OR is_settling = 1;

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
  `,
};
