import type { Migration } from './migration.ts';

/** Orders that are sized in shares, or by what is open: their `size_usd` is 0 and says nothing. */
export const orderSizes: Migration = {
  name: '0014-order-sizes',
  sql: `
    ALTER TABLE bot_order ADD COLUMN size_shares REAL CHECK (size_shares > 0);
    ALTER TABLE bot_order ADD COLUMN is_close INTEGER NOT NULL DEFAULT 0 CHECK (is_close IN (0, 1));
  `,
};
