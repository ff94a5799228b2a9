import { bindOperations, type Transaction } from '../../storage/procedure.ts';
import type { Statements } from '../../storage/statements.ts';
import { changeDisputes } from '../disputes/operations/disputes.ts';
import type { DisputeQueries, DisputeRow, DisputeRows } from '../rows.ts';

function prepareDisputeRows(tx: Transaction): DisputeRows {
  return {
    put: ({ pair, since, gap }) => {
      tx.get(
        `INSERT INTO link_dispute (pair, since, gap) VALUES (?, ?, ?)
         ON CONFLICT (pair) DO UPDATE SET since = excluded.since, gap = excluded.gap`,
      ).run(pair, since, gap);
    },
    remove: (pair) => {
      tx.get('DELETE FROM link_dispute WHERE pair = ?').run(pair);
    },
  };
}

export const procedures = bindOperations(import.meta.url, [changeDisputes], prepareDisputeRows);

/** Prepares reads of disputes outside of transactions, in SQL for both engines. */
export function prepareDisputeQueries(reads: Statements): DisputeQueries {
  return {
    listAll: async () => reads.get<DisputeRow>('SELECT pair, since, gap FROM link_dispute').all(),
  };
}
