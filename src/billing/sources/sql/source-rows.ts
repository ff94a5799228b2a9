import type { Statements } from '../../../storage/statements.ts';
import type { Movement, SourceQueries, SourceRow, SourceRows } from '../rows.ts';

const COLUMNS = `source, base_at AS "baseAt", base_position AS "basePosition", base_balance AS "baseBalance",
  last_at AS "lastAt", last_position AS "lastPosition", last_balance AS "lastBalance"`;

/** Prepares the rows of sources as statements of one connection. */
export function prepareSourceRows(tx: Statements): SourceRows {
  return {
    find: (source) =>
      tx.get<SourceRow>(`SELECT ${COLUMNS} FROM source_balance WHERE source = ?`).get(source) ?? null,
    put: ({ source, baseAt, basePosition, baseBalance, lastAt, lastPosition, lastBalance }) => {
      tx.get(
        `INSERT INTO source_balance
           (source, base_at, base_position, base_balance, last_at, last_position, last_balance)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (source) DO UPDATE SET base_at = excluded.base_at, base_position = excluded.base_position,
           base_balance = excluded.base_balance, last_at = excluded.last_at,
           last_position = excluded.last_position, last_balance = excluded.last_balance`,
      ).run(source, baseAt, basePosition, baseBalance, lastAt, lastPosition, lastBalance);
    },
  };
}

/** Reads of sources and of sums received from them, in micro-USD, outside of transactions, as SQL for both engines. */
export function prepareSourceQueries(reads: Statements): SourceQueries {
  const rows = prepareSourceRows(reads);
  return {
    find: async (source) => rows.find(source),
    list: async () => reads.get<SourceRow>(`SELECT ${COLUMNS} FROM source_balance ORDER BY source`).all(),
    sumReceived: async (account) => {
      const row = reads
        .get<{ received: number }>(
          `SELECT COALESCE((SELECT SUM(amount) FROM transfer WHERE src = ?), 0)
             - COALESCE((SELECT SUM(amount) FROM transfer WHERE dst = ?), 0) AS received`,
        )
        .get(account, account);
      return row!.received;
    },
    listMovements: async (account, scope, after) =>
      reads
        .get<Movement>(
          `SELECT CASE WHEN src = ? THEN amount ELSE -amount END AS amount,
             COALESCE(
               (SELECT payment_id FROM deposit WHERE deposit.scope = transfer.scope AND deposit.idem = transfer.idem),
               (SELECT payment_id FROM deposit WHERE deposit.id = transfer.idem),
               (SELECT MIN(payment_id) FROM reversal_report
                 WHERE reversal_report.scope = ? AND reversal_report.idem = transfer.idem)) AS "paymentId"
           FROM transfer WHERE ts > ? AND (src = ? OR dst = ?)`,
        )
        .all(account, scope, after, account, account),
  };
}
