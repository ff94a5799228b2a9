import type { Migration } from './migration.ts';

/** Table of the requests of each bot by day, with an index by which the oldest day is found and deleted. */
export const usageDays: Migration = {
  name: '0041-usage-days',
  sql: `
    CREATE TABLE usage_day (
      bot_id TEXT NOT NULL,
      day TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (bot_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX usage_day_oldest ON usage_day (day);
  `,
};
