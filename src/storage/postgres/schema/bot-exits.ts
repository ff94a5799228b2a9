/**
 * Columns of orders: the largest amount that an order may open, the reason why it opens less than requested, and the
 * rule of an exit. The largest amount reserves limits of the bot until the order has ended. Orders in progress during
 * the migration reserve their whole size.
 */
export const ORDER_LIMITS = `
  ALTER TABLE bot_order ADD COLUMN opens bigint NOT NULL DEFAULT 0,
    ADD COLUMN restriction text COLLATE "C", ADD COLUMN exit_cause text COLLATE "C";
  UPDATE bot_order SET opens = CAST(trunc(COALESCE(size_shares * mark_price, size_usd) * 1000000 + 1) AS bigint)
    WHERE state IN ('reserved', 'submitted', 'resting') AND is_close = 0;
`;

/**
 * Halts of openings only, and the exit watch's state of a bot: a closing of all positions, the stop after a day's loss.
 */
export const BOT_HALTS = `
  ALTER TABLE bot_control
    ADD COLUMN halt text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (halt IN ('none', 'opening', 'all')),
    ADD COLUMN desk text COLLATE "C",
    ADD COLUMN is_closing bigint NOT NULL DEFAULT 0 CHECK (is_closing IN (0, 1));
  UPDATE bot_control SET halt = 'all' WHERE killed = 1;
  CREATE INDEX bot_control_closing ON bot_control (bot_id) WHERE is_closing = 1;
`;

/**
 * Columns for the opening time of positions, the value of a bot at the start of the day, and the next try of a refused
 * exit. Existing positions get the time of their market's newest fill as opening time, which is their minimum age.
 */
export const BOT_EXITS = `
  ALTER TABLE bot_position ADD COLUMN opened_at bigint;
  UPDATE bot_position SET opened_at = (
    SELECT MAX(f.t) FROM bot_fill f JOIN bot_order o ON o.order_id = f.order_id
    WHERE o.bot_id = bot_position.bot_id AND o.mode = bot_position.mode AND o.venue = bot_position.venue
      AND o.store_key = bot_position.store_key
  );

  CREATE TABLE bot_day_start (
        bot_id text COLLATE "C" NOT NULL,
        mode text COLLATE "C" NOT NULL,
        started_at bigint NOT NULL,
        realized bigint NOT NULL,
        access_fees bigint NOT NULL,
        unrealized text COLLATE "C" NOT NULL,
        PRIMARY KEY (bot_id, mode)
      );

  CREATE TABLE bot_exit_retry (
        bot_id text COLLATE "C" NOT NULL,
        mode text COLLATE "C" NOT NULL,
        venue text COLLATE "C" NOT NULL,
        store_key text COLLATE "C" NOT NULL,
        tries bigint NOT NULL CHECK (tries > 0),
        next_at bigint NOT NULL,
        reason text COLLATE "C" NOT NULL,
        PRIMARY KEY (bot_id, mode, venue, store_key)
      );
`;
