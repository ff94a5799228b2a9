import type { Migration } from './migration.ts';

/**
 * Columns of orders: the largest amount that an order may open, the reason why it opens less than requested, and the
 * rule of an exit. The largest amount reserves limits of the bot until the order has ended. Orders in progress during
 * the migration reserve their whole size.
 */
export const orderLimits: Migration = {
  name: '0033-order-limits',
  sql: `
    ALTER TABLE bot_order ADD COLUMN opens INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bot_order ADD COLUMN restriction TEXT;
    ALTER TABLE bot_order ADD COLUMN exit_cause TEXT;
    UPDATE bot_order SET opens = CAST(COALESCE(size_shares * mark_price, size_usd) * 1000000 + 1 AS INTEGER)
      WHERE state IN ('reserved', 'submitted', 'resting') AND is_close = 0;
  `,
};
