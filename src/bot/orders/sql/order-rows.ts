import type { Transaction } from '../../../storage/procedure.ts';
import type { SqlValue } from '../../../storage/statements.ts';
import { type PendingRow, toPending } from '../pending-order.ts';
import type { OrderRow, OrderRows } from '../rows.ts';
import { prepareFills } from './fill-rows.ts';
import { preparePositions } from './position-rows.ts';
import { prepareStatements } from './prepared.ts';
import { prepareScores } from './score-rows.ts';

export const ORDER_COLUMNS = `order_id AS "orderId", bot_id AS "botId", owner, mode, client_order_id AS "clientOrderId",
  source, venue, asset, store_key AS "storeKey", venue_asset AS "venueAsset", side, size_usd AS "sizeUsd",
  size_shares AS "sizeShares", is_close AS "isClose", mark_price AS "markPrice", fee AS "feeMicroUsd",
  charged AS "chargedMicroUsd", state, reason, message, prepared, venue_order_id AS "venueOrderId",
  created_at AS "createdAt", submitted_at AS "submittedAt", updated_at AS "updatedAt", is_settling AS "isSettling",
  legs, cancel_requested_at AS "cancelRequestedAt", opens AS "opensMicroUsd", restriction, exit_cause AS exit, paper`;

/** Prepares the rows of orders and fills, and of the positions and scores that follow from these, on one connection. */
export function prepareOrderRows(tx: Transaction): OrderRows {
  return { ...prepareOrders(tx), ...prepareFills(tx), ...preparePositions(tx), ...prepareScores(tx) };
}

/** Prepares the rows of orders. */
function prepareOrders(
  tx: Transaction,
): Pick<
  OrderRows,
  'findOrder' | 'findOrderOfBot' | 'insertOrder' | 'updateOrder' | 'listPending' | 'countEngineOrders'
> {
  const { find, list, run } = prepareStatements(tx);
  const findRow = (sql: string) => {
    const statement = tx.get(sql);
    return (...values: SqlValue[]): OrderRow | null => {
      const row = statement.get(...values);
      return row === undefined ? null : toOrderRow(row);
    };
  };
  const findOrder = findRow(`SELECT ${ORDER_COLUMNS} FROM bot_order WHERE order_id = ?`);
  const findOrderOfBot = findRow(
    `SELECT ${ORDER_COLUMNS} FROM bot_order WHERE bot_id = ? AND client_order_id = ?`,
  );
  const insertOrder = run(
    `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
       side, size_usd, size_shares, is_close, mark_price, fee, charged, state, reason, message, prepared, legs,
       venue_order_id, created_at, submitted_at, updated_at, is_settling, cancel_requested_at, opens, restriction, exit_cause,
       paper)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateOrder = run(
    `UPDATE bot_order SET state = ?, reason = ?, message = ?, prepared = ?, legs = ?, venue_order_id = ?, charged = ?,
       submitted_at = ?, updated_at = ?, is_settling = ?, cancel_requested_at = ?, opens = ?, restriction = ?, paper = ?
     WHERE order_id = ?`,
  );
  const listPending = list<PendingRow>(LIST_PENDING);
  const countEngineOrders = find<{ n: number }>(
    `SELECT COUNT(*) AS n FROM bot_order
     WHERE bot_id = ? AND created_at > ? AND source = 'engine' AND state <> 'rejected'`,
  );

  return {
    findOrder,
    findOrderOfBot,
    insertOrder: (row) =>
      insertOrder(
        row.orderId,
        row.botId,
        row.owner,
        row.mode,
        row.clientOrderId,
        row.source,
        row.venue,
        row.asset,
        row.storeKey,
        row.venueAsset,
        row.side,
        row.sizeUsd,
        row.sizeShares,
        Number(row.isClose),
        row.markPrice,
        row.feeMicroUsd,
        row.chargedMicroUsd,
        row.state,
        row.reason,
        row.message,
        row.prepared,
        row.legs,
        row.venueOrderId,
        row.createdAt,
        row.submittedAt,
        row.updatedAt,
        Number(row.isSettling),
        row.cancelRequestedAt,
        row.opensMicroUsd,
        row.restriction,
        row.exit,
        row.paper,
      ),
    updateOrder: (row) =>
      updateOrder(
        row.state,
        row.reason,
        row.message,
        row.prepared,
        row.legs,
        row.venueOrderId,
        row.chargedMicroUsd,
        row.submittedAt,
        row.updatedAt,
        Number(row.isSettling),
        row.cancelRequestedAt,
        row.opensMicroUsd,
        row.restriction,
        row.paper,
        row.orderId,
      ),
    listPending: (botId, mode) => listPending(botId, mode).map(toPending),
    countEngineOrders: (botId, after) => Number(countEngineOrders(botId, after)?.n ?? 0),
  };
}

type StoredRow = Omit<OrderRow, 'isClose' | 'isSettling'> & {
  readonly isClose: number;
  readonly isSettling: number;
};

/** Converts an engine's row to an order's row: SQLite has whole numbers in place of booleans. */
export function toOrderRow(row: object): OrderRow {
  const { isClose, isSettling, ...rest } = row as StoredRow;
  return { ...rest, isClose: isClose === 1, isSettling: isSettling === 1 };
}

/** Selects unfinished orders, with the amount that their fills have opened. */
export const LIST_PENDING = `SELECT o.order_id AS "orderId", o.venue, o.store_key AS "storeKey", o.opens, o.side,
    o.size_usd AS "sizeUsd", o.size_shares AS "sizeShares", o.is_close AS "isClose", o.mark_price AS "markPrice",
    (SELECT COALESCE(SUM(f.cost), 0) FROM bot_fill f WHERE f.order_id = o.order_id) AS opened
  FROM bot_order o
  WHERE o.bot_id = ? AND o.mode = ? AND o.state IN ('reserved', 'submitted', 'resting')`;
