import type { Transaction } from '../../../storage/sqlite/procedure.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import type { BotOrder, OrderFill, OrderLeg } from '../order.ts';

const ORDER_COLUMNS = `order_id AS orderId, bot_id AS botId, owner, mode, client_order_id AS clientOrderId, source, venue,
  asset, store_key AS storeKey, venue_asset AS venueAsset, side, size_usd AS sizeUsd,
  size_shares AS sizeShares, is_close AS isClose, mark_price AS markPrice,
  fee AS feeMicroUsd, charged AS chargedMicroUsd, state, reason, message, prepared, venue_order_id AS venueOrderId,
  created_at AS createdAt, submitted_at AS submittedAt, updated_at AS updatedAt, is_settling AS isSettling, legs`;

const FILL_COLUMNS = `fill_id AS fillId, t, price, size, usd AS usdMicro, cost AS costMicroUsd,
  proceeds AS proceedsMicroUsd, venue_fee AS venueFeeMicroUsd, leg`;

export function readOrder(tx: Transaction, orderId: string): BotOrder | null {
  const row = tx.get(`SELECT ${ORDER_COLUMNS} FROM bot_order WHERE order_id = ?`).get(orderId);
  return row === undefined ? null : toOrder(tx, row);
}

export function readOrderOfBot(tx: Transaction, botId: string, clientOrderId: string): BotOrder | null {
  const row = tx
    .get(`SELECT ${ORDER_COLUMNS} FROM bot_order WHERE bot_id = ? AND client_order_id = ?`)
    .get(botId, clientOrderId);
  return row === undefined ? null : toOrder(tx, row);
}

/** @param where A constant condition with an order and a limit, whose values are bound. */
export function readOrders(tx: Transaction, where: string, ...values: (string | number)[]): BotOrder[] {
  const rows = tx.get(`SELECT ${ORDER_COLUMNS} FROM bot_order ${where}`).all(...values);
  return rows.map((row) => toOrder(tx, row));
}

export function readFills(tx: Transaction, orderId: string): OrderFill[] {
  const rows = tx.get(`SELECT ${FILL_COLUMNS} FROM bot_fill WHERE order_id = ? ORDER BY seq`).all(orderId);
  return rows as unknown as OrderFill[];
}

type Row = Omit<BotOrder, 'legs' | 'fills' | 'isSettling' | 'isClose' | 'sizeUsd'> & {
  readonly prepared: string | null;
  readonly legs: string | null;
  readonly isSettling: number;
  readonly isClose: number;
  readonly sizeUsd: number;
};

function toOrder(tx: Transaction, row: unknown): BotOrder {
  const { prepared, legs, isSettling, isClose, sizeUsd, ...order } = row as Row;
  const isInDollars = isClose === 0 && order.sizeShares === null;
  const common = {
    ...order,
    sizeUsd: isInDollars ? sizeUsd : null,
    isClose: isClose === 1,
    isSettling: isSettling === 1,
  };
  return { ...common, legs: toLegs(common, prepared, legs), fills: readFills(tx, order.orderId) };
}

/** The state of a single leg is that of its order. */
function toLegs(
  { state, reason, message, venueOrderId, submittedAt, isSettling }: Omit<BotOrder, 'legs' | 'fills'>,
  prepared: string | null,
  legs: string | null,
): OrderLeg[] {
  if (legs !== null) return JSON.parse(legs) as OrderLeg[];
  if (prepared === null) return [];
  const only = JSON.parse(prepared) as PreparedOrder;
  return [{ prepared: only, state, reason, message, venueOrderId, submittedAt, isSettling }];
}
