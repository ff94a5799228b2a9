import type { Migration } from './migration.ts';

/** Whether a bot is enabled is a column, so that a round of the engine reads the bots that run and no others. */
export const botEnabled: Migration = {
  name: '0020-bot-enabled',
  sql: `
    ALTER TABLE bot_control ADD COLUMN enabled INTEGER NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1));
    UPDATE bot_control
      SET enabled = coalesce(json_extract(config, '$.enabled'), 0), config = json_remove(config, '$.enabled');
    CREATE INDEX bot_control_running ON bot_control (bot_id) WHERE enabled = 1 AND killed = 0;
  `,
};
