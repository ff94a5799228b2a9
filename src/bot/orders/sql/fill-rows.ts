import type { Transaction } from '../../../storage/procedure.ts';
import type { AccountFillKind, OrderFill } from '../order.ts';
import type { FailedFillRow, OrderRows } from '../rows.ts';
import { IS_ENDED, IS_OPEN, marketKey } from './conditions.ts';
import { prepareStatements } from './prepared.ts';

/** Prepares the rows of the fills of orders, and of fills that failed on chain. */
export function prepareFills(
  tx: Transaction,
): Pick<
  OrderRows,
  | 'listFills'
  | 'listFillsInMarket'
  | 'insertFill'
  | 'updateVenueFee'
  | 'removeFills'
  | 'findFillPlace'
  | 'removeFill'
  | 'findFailedFill'
  | 'insertFailedFill'
> {
  const { find, list, run } = prepareStatements(tx);
  const listStoredFills = list<StoredFill>(
    `SELECT ${FILL_COLUMNS} FROM bot_fill WHERE order_id = ? ORDER BY COALESCE(place, seq)`,
  );
  const listFills = (orderId: string) => listStoredFills(orderId).map(toFill);
  const listFillsInMarket = list<ReturnType<OrderRows['listFillsInMarket']>[number]>(
    `SELECT f.t, f.size, f.usd AS "notionalMicroUsd", f.fill_kind AS kind, o.side
     FROM (${[IS_ENDED, IS_OPEN].map(selectOfMarket).join(' UNION ALL ')}) AS o
     JOIN bot_fill f ON f.order_id = o.order_id ORDER BY COALESCE(f.place, f.seq)`,
  );
  const insertFill = run(
    `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, cost, proceeds, leg, basis, place,
       fill_kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateVenueFee = run('UPDATE bot_fill SET venue_fee = ? WHERE order_id = ? AND fill_id = ?');
  const findFillPlace = find<{ place: number }>(
    'SELECT COALESCE(place, seq) AS place FROM bot_fill WHERE order_id = ? AND fill_id = ?',
  );
  const removeFill = run('DELETE FROM bot_fill WHERE order_id = ? AND fill_id = ?');
  const removeFills = run('DELETE FROM bot_fill WHERE order_id = ? AND leg = ?');
  const findFailedFill = find<FailedFillRow>(
    `SELECT order_id AS "orderId", fill_id AS "fillId", t, price, size, usd AS "notionalMicroUsd", failed_at AS "failedAt"
     FROM bot_failed_fill WHERE order_id = ? AND fill_id = ?`,
  );
  const insertFailedFill = run(
    'INSERT INTO bot_failed_fill (order_id, fill_id, t, price, size, usd, failed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  return {
    listFills,
    listFillsInMarket: (market) => listFillsInMarket(...marketKey(market)),
    insertFill: (row) =>
      insertFill(
        row.orderId,
        row.fillId,
        row.botId,
        row.mode,
        row.t,
        row.price,
        row.size,
        row.notionalMicroUsd,
        row.venueFeeMicroUsd,
        row.costMicroUsd,
        row.proceedsMicroUsd,
        row.leg,
        row.basis,
        row.place ?? null,
        row.kind ?? 'trade',
      ),
    updateVenueFee: ({ orderId, fillId }, fee) => updateVenueFee(fee, orderId, fillId),
    removeFills,
    findFillPlace: ({ orderId, fillId }) => findFillPlace(orderId, fillId)?.place ?? null,
    removeFill: ({ orderId, fillId }) => removeFill(orderId, fillId),
    findFailedFill: ({ orderId, fillId }) => findFailedFill(orderId, fillId),
    insertFailedFill: ({ orderId, fillId, t, price, size, notionalMicroUsd, failedAt }) =>
      insertFailedFill(orderId, fillId, t, price, size, notionalMicroUsd, failedAt),
  };
}

export const FILL_COLUMNS = `fill_id AS "fillId", t, price, size, usd AS "notionalMicroUsd", cost AS "costMicroUsd",
  proceeds AS "proceedsMicroUsd", venue_fee AS "venueFeeMicroUsd", leg, basis, fill_kind AS kind`;

const selectOfMarket = (condition: string) =>
  `SELECT order_id, side FROM bot_order WHERE bot_id = ?1 AND mode = ?2 AND venue = ?3 AND store_key = ?4 AND ${condition}`;

/** Columns of a stored fill. The kind `trade` is that of an order's fill. */
export type StoredFill = Omit<OrderFill, 'kind'> & { readonly kind: AccountFillKind | 'trade' };

/** Converts a stored fill. A fill of kind `trade` is returned without `kind`. */
export function toFill<Row extends StoredFill>({ kind, ...fill }: Row) {
  return kind === 'trade' ? fill : { ...fill, kind };
}
