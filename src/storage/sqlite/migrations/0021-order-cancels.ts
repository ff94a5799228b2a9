import type { Migration } from './migration.ts';

/** When the bot asked to cancel an order: the service asks its venue until the order has ended, also after a restart. */
export const orderCancels: Migration = {
  name: '0021-order-cancels',
  sql: 'ALTER TABLE bot_order ADD COLUMN cancel_requested_at INTEGER;',
};
