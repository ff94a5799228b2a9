import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import { appendDecisions } from '../operations/decisions.ts';
import type { DecisionQueries, DecisionRow, DecisionRows } from '../rows.ts';

function prepareDecisionRows(tx: Transaction): DecisionRows {
  return {
    insert: (botId, { t, decision }) => {
      tx.get('INSERT INTO bot_decision (bot_id, t, decision) VALUES (?, ?, ?)').run(botId, t, decision);
    },
    keepNewest: (botId, count) => {
      tx.get(
        `DELETE FROM bot_decision WHERE bot_id = ?1 AND id <=
           (SELECT id FROM bot_decision WHERE bot_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
      ).run(botId, count);
    },
  };
}

export const procedures = bindOperations(import.meta.url, [appendDecisions], prepareDecisionRows);

/** Prepares the reads of a bot's decisions, newest first, outside of transactions, as SQL for both engines. */
export function prepareDecisionQueries(reads: Statements): DecisionQueries {
  return {
    listNewest: async (botId, limit) =>
      reads
        .get<DecisionRow>('SELECT t, decision FROM bot_decision WHERE bot_id = ? ORDER BY id DESC LIMIT ?')
        .all(botId, limit),
  };
}
