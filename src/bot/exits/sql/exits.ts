import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { putDayStart, putRetry } from '../operations/exits.ts';
import type { DayStartRow, ExitQueries, ExitRows, OpenOrderRow, RetryRow } from '../rows.ts';

/** Prepares the rows of the exit watch on one connection. */
function prepareExitRows(tx: Transaction): ExitRows {
  return {
    putDayStart: ({ botId, mode, startedAt, realizedMicroUsd, accessFeesMicroUsd, unrealized }) => {
      tx.get(
        `INSERT INTO bot_day_start (bot_id, mode, started_at, realized, access_fees, unrealized)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (bot_id, mode) DO UPDATE SET started_at = excluded.started_at, realized = excluded.realized,
           access_fees = excluded.access_fees, unrealized = excluded.unrealized`,
      ).run(botId, mode, startedAt, realizedMicroUsd, accessFeesMicroUsd, unrealized);
    },
    putRetry: ({ botId, mode, venue, storeKey, tries, nextAt, reason }) => {
      tx.get(
        `INSERT INTO bot_exit_retry (bot_id, mode, venue, store_key, tries, next_at, reason)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (bot_id, mode, venue, store_key) DO UPDATE SET tries = excluded.tries,
           next_at = excluded.next_at, reason = excluded.reason`,
      ).run(botId, mode, venue, storeKey, tries, nextAt, reason);
    },
    removeRetry: ({ botId, mode, venue, storeKey }) => {
      tx.get('DELETE FROM bot_exit_retry WHERE bot_id = ? AND mode = ? AND venue = ? AND store_key = ?').run(
        botId,
        mode,
        venue,
        storeKey,
      );
    },
  };
}

export const procedures = bindOperations(import.meta.url, [putDayStart, putRetry], prepareExitRows);

/**
 * Prepares the reads of positions, open orders, scores and limits of all bots outside of transactions, as SQL for both
 * engines.
 */
export function prepareExitQueries(reads: Statements): ExitQueries {
  const list = <Row extends object>(sql: string, ...values: SqlValue[]): Row[] =>
    reads
      .get<Row>(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  return {
    listPositions: async (mode) =>
      list(
        `SELECT bot_id AS "botId", mode, venue, store_key AS "storeKey", asset, size, cost AS "costMicroUsd",
           opened_at AS "openedAt"
         FROM bot_position WHERE mode = ? ORDER BY bot_id, venue, store_key`,
        mode,
      ),
    listOpenOrders: async (mode) =>
      list<Omit<OpenOrderRow, 'isClose'> & { readonly isClose: number }>(
        `SELECT bot_id AS "botId", order_id AS "orderId", venue, store_key AS "storeKey", opens AS "opensMicroUsd",
           is_close AS "isClose", cancel_requested_at AS "cancelRequestedAt"
         FROM bot_order WHERE state IN ('reserved', 'submitted', 'resting') AND mode = ?`,
        mode,
      ).map((row) => ({ ...row, isClose: row.isClose === 1 })),
    listRetries: async (mode) =>
      list<RetryRow>(
        `SELECT bot_id AS "botId", mode, venue, store_key AS "storeKey", tries, next_at AS "nextAt", reason
         FROM bot_exit_retry WHERE mode = ?`,
        mode,
      ),
    listDayStarts: async (mode) =>
      list<DayStartRow>(
        `SELECT bot_id AS "botId", mode, started_at AS "startedAt", realized AS "realizedMicroUsd",
           access_fees AS "accessFeesMicroUsd", unrealized
         FROM bot_day_start WHERE mode = ?`,
        mode,
      ),
    listScores: async (mode) =>
      list(
        `SELECT bot_id AS "botId", realized AS "realizedMicroUsd", fees AS "accessFeesMicroUsd"
         FROM bot_score WHERE mode = ?`,
        mode,
      ),
    findOwner: async (botId) =>
      list<{ owner: string }>(
        'SELECT owner FROM bot_order WHERE bot_id = ? ORDER BY created_at DESC LIMIT 1',
        botId,
      )[0]?.owner ?? null,
  };
}
