import type { Migration } from './migration.ts';

/**
 * Orders of two legs, and the money that fills moved. `legs` holds what each leg came to where there are two; an order
 * with one leg has its state in the row itself, as before.
 *
 * Fills of earlier orders knew price times size alone: a sell that bought No moved one minus the price for each share.
 * Volumes follow.
 */
export const orderLegs: Migration = {
  name: '0016-order-legs',
  sql: `
    ALTER TABLE bot_order ADD COLUMN legs TEXT;
    ALTER TABLE bot_fill ADD COLUMN leg INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE bot_fill ADD COLUMN cost INTEGER NOT NULL DEFAULT 0 CHECK (cost >= 0);
    ALTER TABLE bot_fill ADD COLUMN proceeds INTEGER NOT NULL DEFAULT 0 CHECK (proceeds >= 0);
    ALTER TABLE bot_score ADD COLUMN far_fills INTEGER NOT NULL DEFAULT 0;

    UPDATE bot_fill SET
      cost = CASE WHEN o.side = 'buy' THEN usd ELSE 0 END,
      proceeds = CASE WHEN o.side = 'buy' THEN 0 ELSE usd END
    FROM bot_order o WHERE o.order_id = bot_fill.order_id;

    CREATE TEMP TABLE no_fill AS
      SELECT f.seq, f.bot_id, f.mode, o.side, f.usd,
        MAX(0, CAST(ROUND(CAST(f.size AS REAL) * 1000000) AS INTEGER) - f.usd) AS moved
      FROM bot_fill f JOIN bot_order o ON o.order_id = f.order_id
      WHERE json_extract(o.prepared, '$.leg') = 'no';
    UPDATE bot_fill SET
      cost = CASE WHEN n.side = 'sell' THEN n.moved ELSE 0 END,
      proceeds = CASE WHEN n.side = 'sell' THEN 0 ELSE n.moved END
    FROM no_fill n WHERE n.seq = bot_fill.seq;
    UPDATE bot_score SET volume = MAX(0, volume + n.more)
    FROM (SELECT bot_id, mode, SUM(moved - usd) AS more FROM no_fill GROUP BY bot_id, mode) n
    WHERE n.bot_id = bot_score.bot_id AND n.mode = bot_score.mode;
    DROP TABLE no_fill;
  `,
};
