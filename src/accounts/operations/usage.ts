import { operation } from '../../storage/operation.ts';
import type { QuotaUse, UsageCount } from '../limits/usage.ts';
import type { AccountRows } from '../rows.ts';

/** Adds counts of requests. Reads nothing, so that many rows need no round trip each on a server. */
export const addUsage = operation('usage.add', (rows: AccountRows, added: readonly UsageCount[]): null => {
  for (const row of added) addCount(rows, row);
  return null;
});

interface Take {
  /** Row to add; its count is the number of requests asked for. */
  readonly row: UsageCount;
  /** Maximum number of requests in the month. */
  readonly quota: number;
}

/** Adds as many requests of a row as the quota of the month has left. */
export const takeUsage = operation('usage.take', (rows: AccountRows, { row, quota }: Take): QuotaUse => {
  const before = rows.sumUsage(row.botId, row.month);
  const taken = Math.max(0, Math.min(row.count, quota - before));
  if (taken > 0) addCount(rows, { ...row, count: taken });
  return { taken, used: before + taken };
});

/** Deletes the counts of days before a day, of all bots. */
export const forgetUsageDays = operation('usage.forgetDays', (rows: AccountRows, before: string): null => {
  rows.deleteUsageDays(before);
  return null;
});

function addCount(rows: AccountRows, { day, ...row }: UsageCount): void {
  rows.addUsage(row);
  rows.addUsageDay({ botId: row.botId, day, count: row.count });
}
