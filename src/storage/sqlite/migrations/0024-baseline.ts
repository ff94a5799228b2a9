import { ACCOUNT_TABLES } from './baseline/accounts.ts';
import { BOT_TABLES } from './baseline/bot.ts';
import { MONEY_TABLES } from './baseline/money.ts';
import type { Migration } from './migration.ts';

/** Schema of version 1.1.0, with which every file begins. */
export const baseline: Migration = {
  name: '0024-baseline',
  sql: `${ACCOUNT_TABLES}${MONEY_TABLES}${BOT_TABLES}`,
};
