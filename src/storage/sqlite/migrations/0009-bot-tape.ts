import type { Migration } from './migration.ts';

/** The tape of one mode: years of fills in the other one are not walked to find the newest. */
export const botTape: Migration = {
  name: '0009-bot-tape',
  sql: 'CREATE INDEX bot_fill_by_mode ON bot_fill (mode, seq);',
};
