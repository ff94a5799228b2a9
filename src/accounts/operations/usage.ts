import { operation } from '../../storage/operation.ts';
import type { QuotaUse, UsageRow } from '../limits/usage.ts';
import type { AccountRows } from '../rows.ts';

/** Adds counts of requests. Reads nothing, so that many rows cost no round trip each on a server. */
export const addUsage = operation('usage.add', (rows: AccountRows, added: readonly UsageRow[]): null => {
  for (const row of added) rows.addUsage(row);
  return null;
});

interface Take {
  /** The row whose count is returned. */
  readonly row: UsageRow;
  /** Requests of the month. */
  readonly quota: number;
}

/** Adds as much of a count as the quota of the month has left. */
export const takeUsage = operation('usage.take', (rows: AccountRows, { row, quota }: Take): QuotaUse => {
  const before = rows.sumUsage(row.botId, row.month);
  const taken = Math.max(0, Math.min(row.count, quota - before));
  if (taken > 0) rows.addUsage({ ...row, count: taken });
  return { taken, used: before + taken };
});
