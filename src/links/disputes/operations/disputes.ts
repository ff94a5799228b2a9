import { operation } from '../../../storage/operation.ts';
import type { DisputeRow, DisputeRows } from '../../rows.ts';

interface Change {
  readonly begun: readonly DisputeRow[];
  readonly ended: readonly string[];
}

export const changeDisputes = operation(
  'disputes.change',
  (rows: DisputeRows, { begun, ended }: Change): null => {
    for (const row of begun) rows.put(row);
    for (const pair of ended) rows.remove(pair);
    return null;
  },
);
