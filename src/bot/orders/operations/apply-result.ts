import Big from 'big.js';
import { extendHold } from '../../../billing/operations/holds.ts';
import type { EpochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../../execution/index.ts';
import { splitMoney } from '../money-moved.ts';
import { type BotOrder, isFinal, type OrderFill } from '../order.ts';
import type { OrderResult, OrderUpdate } from '../order-store.ts';
import { decideFills, decideOrder, scopeToLeg } from '../result-decision.ts';
import type { OrderRow, OrderRows, TradingRows } from '../rows.ts';
import { bookFee, bookTrade, countOrders, readPosition, rebookMarket } from './bookings.ts';
import { resolveFee, toHoldKey } from './fee.ts';
import { insertFills, type NewFill, takeOverFee, withdrawFills } from './fills.ts';
import { requireRow, toOrder } from './order-row.ts';

export interface ApplyResult {
  readonly orderId: string;
  readonly leg: number;
  readonly result: OrderResult;
  readonly now: EpochMs;
  /** Expiry of the hold for the fee of a resting order. */
  readonly holdExpiresAt: EpochMs;
}

/** Applies the result of a leg to its order: stores fills, fee, position and score with the new state. */
export function applyOrderResult(
  rows: TradingRows,
  { orderId, leg, result, now, holdExpiresAt }: ApplyResult,
): OrderUpdate {
  const { orders, ledger } = rows;
  const row = requireRow(orders, orderId);
  const before = toOrder(row, orders.listFills(orderId));
  const target = { leg, before: scopeToLeg(before, leg), stored: before.fills };
  const { newFills, fills } = storeFills(orders, target, result, now);

  const filledLegs = new Set(fills.map((fill) => fill.leg));
  const { change, legs } = decideOrder(before, { leg, result, filledLegs, now });

  const hasFill = fills.length > 0;
  const isOver = isFinal(change.state);
  const chargedMicroUsd = resolveFee(ledger, before, { hasFill, isOver, now });
  // Only the venue's own answer extends the hold: an order that cannot be looked up must show up as stuck.
  if (result.status === 'resting' && !isOver) extendHold(ledger, toHoldKey(orderId), holdExpiresAt);
  countOrders(orders, before, {
    filled: Number(hasFill) - Number(before.fills.length > 0),
    accessFeesMicroUsd: chargedMicroUsd - before.chargedMicroUsd,
  });
  const next: OrderRow = {
    ...row,
    ...change,
    legs: legs === null ? null : JSON.stringify(legs),
    chargedMicroUsd,
    updatedAt: now,
  };
  orders.updateOrder(next);
  return { order: toOrder(next, fills), newFills };
}

/** Where fills go: the leg of an order that a result belongs to, and the fills of all its legs. */
interface FillTarget {
  readonly leg: number;
  /** The order, reduced to the leg. */
  readonly before: BotOrder;
  readonly stored: readonly OrderFill[];
}

/**
 * Stores the fills of a result and books their consequences.
 *
 * @returns Fills of all legs, and those of this leg that were not known.
 */
function storeFills(
  orders: OrderRows,
  { leg, before, stored }: FillTarget,
  result: OrderResult,
  now: EpochMs,
): { readonly newFills: readonly OrderFill[]; readonly fills: readonly OrderFill[] } {
  const prepared = before.legs[leg]?.prepared;
  const decision = decideFills(before, result, prepared !== undefined);
  if (decision.action === 'keep') return { newFills: [], fills: stored };
  if (!('fills' in decision) || prepared === undefined) {
    return { newFills: [], fills: withdraw(orders, before, leg, [], now) };
  }
  const given = withMoney(orders, before, prepared, decision.fills);
  if (decision.action === 'take_over_fee') {
    bookFee(orders, before, takeOverFee(orders, before, given));
    return { newFills: [], fills: orders.listFills(before.orderId) };
  }
  const remaining = decision.action === 'replace' ? withdraw(orders, before, leg, given, now) : stored;
  const fills = insertFills(orders, before, leg, given, remaining);
  const known = new Set(before.fills.map(({ fillId }) => fillId));
  const newFills = fills.filter((fill) => fill.leg === leg && !known.has(fill.fillId));
  const isFar = prepared.details.nearMarket === false;
  // The market was booked anew after the withdrawal, with the fills that took the index of failed ones.
  const booked = new Set(remaining.map(({ fillId }) => fillId));
  for (const fill of newFills) {
    if (!booked.has(fill.fillId)) bookTrade(orders, before, { side: before.side, ...fill }, isFar);
  }
  return { newFills, fills };
}

/** Adds its cost and proceeds to each fill, in order, against the open position. */
function withMoney(
  orders: OrderRows,
  order: BotOrder,
  prepared: PreparedOrder,
  fills: readonly VenueFill[],
): readonly NewFill[] {
  const known = new Set(order.fills.map(({ fillId }) => fillId));
  let open = new Big(prepared.leg === null ? readPosition(orders, order).size : 0);
  return fills.map((fill) => {
    const money = splitMoney(prepared, fill, open.toFixed());
    if (!known.has(fill.fillId)) open = order.side === 'buy' ? open.plus(fill.size) : open.minus(fill.size);
    return { ...fill, ...money };
  });
}

/**
 * Takes back what failed on chain, from the fills and from everything that follows from them.
 *
 * @returns Fills of all legs afterwards.
 */
function withdraw(
  orders: OrderRows,
  order: BotOrder,
  leg: number,
  standing: readonly NewFill[],
  now: EpochMs,
): readonly OrderFill[] {
  const withdrawn = withdrawFills(orders, order, leg, standing, now);
  const fills = orders.listFills(order.orderId);
  const stored = fills.filter((fill) => fill.leg === leg);
  if (withdrawn.length > 0) rebookMarket(orders, order, { withdrawn, stored });
  return fills;
}
