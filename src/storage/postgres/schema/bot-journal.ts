/** Indexes for listing the orders of a bot and for summing its days. They contain the indexes that they replace. */
export const BOT_JOURNAL = `
  DROP INDEX bot_order_recent;
  CREATE INDEX bot_order_recent ON bot_order (bot_id, created_at, order_id, mode, charged);
  CREATE INDEX bot_order_by_market ON bot_order (bot_id, store_key, created_at, order_id, mode, state);
  CREATE INDEX bot_order_ended ON bot_order (bot_id, state, created_at, order_id, mode)
    WHERE state IN ('filled', 'cancelled', 'rejected');

  DROP INDEX bot_fill_of_bot;
  CREATE INDEX bot_fill_of_bot ON bot_fill (bot_id, mode, t, venue_fee, fill_kind, cost, proceeds);

  DROP INDEX bot_closing_bot;
  CREATE INDEX bot_closing_bot ON bot_closing (bot_id, mode, venue, store_key, t);
  CREATE INDEX bot_closing_by_time ON bot_closing (bot_id, mode, t, kind, realized);
`;
