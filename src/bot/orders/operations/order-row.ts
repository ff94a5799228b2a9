import { NO_MONEY } from '../../../domain/index.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import type { OpeningDecision } from '../../limits/opening-decision.ts';
import type { BotOrder, OrderFill, OrderLeg } from '../order.ts';
import type { NewOrder } from '../order-store.ts';
import type { OrderRow, OrderRows } from '../rows.ts';

/** Builds an order from its row and its fills. */
export function toOrder(row: OrderRow, fills: readonly OrderFill[]): BotOrder {
  const { prepared, legs, sizeUsd, restriction, exit, paper, ...order } = row;
  const isInDollars = !order.isClose && order.sizeShares === null;
  return {
    ...order,
    sizeUsd: isInDollars ? sizeUsd : null,
    restriction: restriction === null ? null : (JSON.parse(restriction) as BotOrder['restriction']),
    exit: exit === null ? null : (JSON.parse(exit) as BotOrder['exit']),
    paper: paper === null ? null : (JSON.parse(paper) as BotOrder['paper']),
    legs: toLegs(row, prepared, legs),
    fills,
  };
}

/** Builds the legs of an order. A single leg has the state of its order. */
function toLegs(
  { state, reason, message, venueOrderId, submittedAt, isSettling }: OrderRow,
  prepared: string | null,
  legs: string | null,
): OrderLeg[] {
  if (legs !== null) return JSON.parse(legs) as OrderLeg[];
  if (prepared === null) return [];
  const only = JSON.parse(prepared) as PreparedOrder;
  return [{ prepared: only, state, reason, message, venueOrderId, submittedAt, isSettling }];
}

const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** Builds the row of a new order. */
export function toNewRow(
  request: NewOrder,
  opening: Exclude<OpeningDecision, { readonly kind: 'halted' }>,
  now: BotOrder['createdAt'],
): OrderRow {
  const { orderId, botId, owner, mode, clientOrderId, source, venue, asset, storeKey, venueAsset } = request;
  const { side, sizeUsd, sizeShares, isClose, markPrice, feeMicroUsd, exit } = request;
  return {
    orderId,
    botId,
    owner,
    mode,
    clientOrderId,
    source,
    venue,
    asset,
    storeKey,
    venueAsset,
    side,
    sizeUsd: sizeUsd ?? 0,
    sizeShares,
    isClose,
    markPrice,
    feeMicroUsd,
    opensMicroUsd: opening.kind === 'open' ? opening.opensMicroUsd : NO_MONEY,
    restriction: 'restriction' in opening ? toJson(opening.restriction) : null,
    exit: toJson(exit),
    paper: null,
    chargedMicroUsd: NO_MONEY,
    state: 'reserved',
    reason: null,
    message: null,
    prepared: null,
    legs: null,
    venueOrderId: null,
    createdAt: now,
    submittedAt: null,
    updatedAt: now,
    isSettling: false,
    cancelRequestedAt: null,
  };
}

/** Reads the row of an order. @throws {Error} when the order is not stored. */
export function requireRow(rows: OrderRows, orderId: string): OrderRow {
  const row = rows.findOrder(orderId);
  if (row === null) throw new Error(`there is no order ${orderId}`);
  return row;
}

/** Reads the fills of a stored order, and builds the order from row and fills. */
export function readOrder(rows: OrderRows, row: OrderRow): BotOrder {
  return toOrder(row, rows.listFills(row.orderId));
}

/** Stores a changed row. @returns The order as it is stored now. */
export function storeChange(rows: OrderRows, row: OrderRow): BotOrder {
  rows.updateOrder(row);
  return readOrder(rows, row);
}
