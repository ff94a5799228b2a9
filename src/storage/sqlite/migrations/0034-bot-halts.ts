import type { Migration } from './migration.ts';

/**
 * Halts of openings only, and the exit watch's state of a bot: a closing of all positions, the stop after a day's loss.
 */
export const botHalts: Migration = {
  name: '0034-bot-halts',
  sql: `
    ALTER TABLE bot_control ADD COLUMN halt TEXT NOT NULL DEFAULT 'none' CHECK (halt IN ('none', 'opening', 'all'));
    ALTER TABLE bot_control ADD COLUMN desk TEXT;
    ALTER TABLE bot_control ADD COLUMN is_closing INTEGER NOT NULL DEFAULT 0 CHECK (is_closing IN (0, 1));
    UPDATE bot_control SET halt = 'all' WHERE killed = 1;
    CREATE INDEX bot_control_closing ON bot_control (bot_id) WHERE is_closing = 1;
  `,
};
