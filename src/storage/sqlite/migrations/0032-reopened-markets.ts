import type { Migration } from './migration.ts';

/** Columns that state what a settlement closed and by which resolution, so that it can be undone. */
export const reopenedMarkets: Migration = {
  name: '0032-reopened-markets',
  sql: `
    ALTER TABLE bot_closing ADD COLUMN size TEXT;
    ALTER TABLE bot_closing ADD COLUMN cost INTEGER CHECK (cost >= 0);
    ALTER TABLE bot_closing ADD COLUMN resolved_at INTEGER;
    CREATE INDEX bot_closing_settled ON bot_closing (venue, store_key, bot_id, mode)
      WHERE kind IN ('settlement', 'reopened');
  `,
};
