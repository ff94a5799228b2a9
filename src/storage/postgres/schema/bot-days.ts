const MAX = Number.MAX_SAFE_INTEGER;
const DAY_MS = 86_400_000;

const toDay = (t: string) => `${t} / ${DAY_MS} * ${DAY_MS}`;
const sum = (amount: string) =>
  `CAST(GREATEST(-${MAX}, LEAST(${MAX}, COALESCE(SUM(${amount}), 0))) AS bigint)`;

/** Running sums of a bot's days, and indexes that list the orders of any state of a bot and of a market. */
export const BOT_DAYS = `
  -- Writers of an earlier version wait until the sums stand.
  SELECT 1 FROM ledger_head FOR UPDATE;

  CREATE TABLE bot_day (
    bot_id text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL,
    day bigint NOT NULL,
    orders bigint NOT NULL,
    fills bigint NOT NULL,
    closings bigint NOT NULL,
    wins bigint NOT NULL,
    without_fee bigint NOT NULL,
    access_fees bigint NOT NULL,
    volume bigint NOT NULL,
    gain bigint NOT NULL,
    venue_fees bigint NOT NULL,
    PRIMARY KEY (bot_id, mode, day)
  );

  INSERT INTO bot_day (bot_id, mode, day, orders, fills, closings, wins, without_fee, access_fees, volume, gain, venue_fees)
  SELECT bot_id, mode, day, SUM(orders), SUM(fills), SUM(closings), SUM(wins), SUM(without_fee),
    SUM(access_fees), SUM(volume), SUM(gain), SUM(venue_fees)
  FROM (
    SELECT bot_id, mode, ${toDay('created_at')} AS day, COUNT(*) AS orders, 0 AS fills, 0 AS closings, 0 AS wins,
      0 AS without_fee, ${sum('charged')} AS access_fees, 0 AS volume, 0 AS gain, 0 AS venue_fees
    FROM bot_order GROUP BY 1, 2, 3
    UNION ALL
    SELECT bot_id, mode, ${toDay('t')}, 0, COUNT(*) FILTER (WHERE fill_kind = 'trade'), 0, 0,
      COUNT(*) - COUNT(venue_fee), 0, ${sum(`CASE fill_kind WHEN 'trade' THEN cost + proceeds ELSE 0 END`)}, 0,
      ${sum('venue_fee')}
    FROM bot_fill GROUP BY 1, 2, 3
    UNION ALL
    SELECT bot_id, mode, ${toDay('t')}, 0, 0, SUM(CASE kind WHEN 'reopened' THEN -1 ELSE 1 END),
      SUM(CASE WHEN kind = 'reopened' AND realized < 0 THEN -1 WHEN kind <> 'reopened' AND realized > 0 THEN 1 ELSE 0 END),
      0, 0, 0, ${sum('realized')}, 0
    FROM bot_closing GROUP BY 1, 2, 3
  ) AS parts GROUP BY 1, 2, 3;

  DROP INDEX bot_fill_of_bot;
  DROP INDEX bot_closing_by_time;
  DROP INDEX bot_order_recent;
  DROP INDEX bot_order_by_market;
  DROP INDEX bot_order_ended;
  DROP INDEX bot_order_open_of_bot;
  CREATE INDEX bot_order_recent ON bot_order (bot_id, created_at, order_id);
  CREATE INDEX bot_order_open_of_bot ON bot_order (bot_id, mode, venue, store_key)
    WHERE state IN ('reserved', 'submitted', 'resting');
  CREATE INDEX bot_order_ended ON bot_order (bot_id, mode, state, created_at, order_id)
    WHERE state IN ('filled', 'cancelled', 'rejected');
  CREATE INDEX bot_order_ended_in_market ON bot_order (bot_id, mode, venue, store_key, state, created_at, order_id)
    WHERE state IN ('filled', 'cancelled', 'rejected');
`;
