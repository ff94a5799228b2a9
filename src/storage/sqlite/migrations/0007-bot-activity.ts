import type { Migration } from './migration.ts';

/**
 * Totals of a bot, counted as they happen: after a year of orders they are not counted again for each request
 * at the status. And the way to a bot's open orders and to the keys of a bot.
 */
export const botActivity: Migration = {
  name: '0007-bot-activity',
  sql: `
    ALTER TABLE bot_score ADD COLUMN orders INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bot_score ADD COLUMN filled INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bot_score ADD COLUMN fees INTEGER NOT NULL DEFAULT 0;
    INSERT INTO bot_score (bot_id, mode, orders, filled, fees)
      SELECT bot_id, mode, COUNT(*),
        SUM(EXISTS (SELECT 1 FROM bot_fill WHERE bot_fill.order_id = bot_order.order_id)), SUM(charged)
      FROM bot_order WHERE true GROUP BY bot_id, mode
      ON CONFLICT DO UPDATE SET orders = excluded.orders, filled = excluded.filled, fees = excluded.fees;

    DROP INDEX bot_order_open;
    CREATE INDEX bot_order_open ON bot_order (created_at, order_id)
      WHERE state IN ('reserved', 'submitted', 'resting');
    CREATE INDEX bot_order_open_of_bot ON bot_order (bot_id, store_key)
      WHERE state IN ('reserved', 'submitted', 'resting');
    CREATE INDEX api_key_by_bot ON api_key (bot_id, created_at);
  `,
};
