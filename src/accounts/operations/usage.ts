import { operation } from '../../storage/operation.ts';
import type { QuotaUse, UsageRow } from '../limits/usage.ts';
import type { AccountRows } from '../rows.ts';

/** Adds counts of requests. Reads nothing, so that many rows need no round trip each on a server. */
export const addUsage = operation('usage.add', (rows: AccountRows, added: readonly UsageRow[]): null => {
  for (const row of added) rows.addUsage(row);
  return null;
});

interface Take {
  /** Row to add; its count is the number of requests asked for. */
  readonly row: UsageRow;
  /** Maximum number of requests in the month. */
  readonly quota: number;
}

/** Adds as many requests of a row as the quota of the month has left. */
export const takeUsage = operation('usage.take', (rows: AccountRows, { row, quota }: Take): QuotaUse => {
  const before = rows.sumUsage(row.botId, row.month);
  const taken = Math.max(0, Math.min(row.count, quota - before));
  if (taken > 0) rows.addUsage({ ...row, count: taken });
  return { taken, used: before + taken };
});
