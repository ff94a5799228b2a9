import { operation } from '../../storage/operation.ts';
import type { AccountRows } from '../rows.ts';
import type { UsageRow } from '../usage.ts';

/** Counts of the same thing add up; the first time stays, and the last one moves forward. */
export const addUsage = operation('usage.add', (rows: AccountRows, added: readonly UsageRow[]): null => {
  for (const row of added) {
    const known = rows.findUsage(row);
    rows.putUsage(
      known === null
        ? row
        : { ...known, count: known.count + row.count, lastAt: Math.max(known.lastAt, row.lastAt) },
    );
  }
  return null;
});
