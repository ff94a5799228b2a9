/** Columns that state what a settlement closed and by which resolution, so that it can be undone. */
export const REOPENED_MARKETS = `
  ALTER TABLE bot_closing ADD COLUMN size text COLLATE "C", ADD COLUMN cost bigint CHECK (cost >= 0),
    ADD COLUMN resolved_at bigint;

  CREATE INDEX bot_closing_settled ON bot_closing (venue, store_key, bot_id, mode)
    WHERE kind IN ('settlement', 'reopened');
`;
