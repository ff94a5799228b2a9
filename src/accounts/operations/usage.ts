import { operation } from '../../storage/operation.ts';
import type { AccountRows } from '../rows.ts';
import type { UsageRow } from '../usage.ts';

/** Adds counts of requests. Nothing is read, so that many rows cost a server no round trip each. */
export const addUsage = operation('usage.add', (rows: AccountRows, added: readonly UsageRow[]): null => {
  for (const row of added) rows.addUsage(row);
  return null;
});
