import Big from 'big.js';
import { extendHold } from '../../../billing/operations/holds.ts';
import type { EpochMs } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../../execution/index.ts';
import { splitMoney } from '../money-moved.ts';
import { type BotOrder, isFinal, type OrderFill, type OrderLeg } from '../order.ts';
import type { OrderResult, OrderUpdate } from '../order-store.ts';
import {
  combineReasons,
  combineStates,
  decideState,
  explainResult,
  findVenueOrderId,
  hasFailedTrades,
  isSettlingAfter,
} from '../outcome.ts';
import type { OrderRow, OrderRows, TradingRows } from '../rows.ts';
import { bookFee, bookTrade, countOrders, readPosition, rebookMarket } from './bookings.ts';
import { resolveFee, toHoldKey } from './fee.ts';
import { areSameAsSum, insertFills, type NewFill, takeOverFee, withdrawFills } from './fills.ts';
import { requireRow, toOrder } from './stored-order.ts';

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
  const legBefore = scopeToLeg(before, leg);
  const { newFills, fills } = storeFills(orders, legBefore, { leg, result, now, stored: before.fills });
  const hasFill = fills.length > 0;
  const hasLegFill = fills.some((fill) => fill.leg === leg);
  const legAfter = endLeg(legBefore, result, hasLegFill, now);
  const outcome = combineLegs(before, leg, legAfter, hasFill);
  const isOver = isFinal(outcome.state);
  const chargedMicroUsd = resolveFee(ledger, before, { hasFill, isOver, now });
  // Only the venue's own answer extends the hold: an order that cannot be looked up must show up as stuck.
  if (result.status === 'resting' && !isOver) extendHold(ledger, toHoldKey(orderId), holdExpiresAt);
  countOrders(orders, before, {
    filled: Number(hasFill) - Number(before.fills.length > 0),
    accessFeesMicroUsd: chargedMicroUsd - before.chargedMicroUsd,
  });
  const next: OrderRow = { ...row, ...outcome, chargedMicroUsd, updatedAt: now };
  orders.updateOrder(next);
  return { order: toOrder(next, fills), newFills };
}

type LegEnd = Pick<OrderLeg, 'state' | 'reason' | 'message' | 'venueOrderId' | 'isSettling'>;

/** State of an order after a change of one leg. */
function combineLegs(
  before: BotOrder,
  index: number,
  legAfter: LegEnd,
  hasFill: boolean,
): LegEnd & Pick<OrderRow, 'legs'> {
  if (before.legs.length <= 1) return { ...legAfter, legs: null };
  const legs = before.legs.map((one, i) => (i === index ? { ...one, ...legAfter } : one));
  const states = legs.map((one) => one.state);
  const state = combineStates(states, hasFill);
  return {
    state,
    ...combineReasons(legs, state),
    venueOrderId: legs.find((one) => one.venueOrderId !== null)?.venueOrderId ?? null,
    isSettling: legs.some((one) => one.isSettling),
    legs: JSON.stringify(legs),
  };
}

/** The order reduced to one leg. An order that was never signed has no legs and is returned unchanged. */
function scopeToLeg(order: BotOrder, index: number): BotOrder {
  const leg = order.legs[index];
  if (leg === undefined && (index > 0 || order.legs.length > 0)) {
    throw new Error(`order ${order.orderId} has no leg ${index}`);
  }
  if (leg === undefined) return order;
  const { prepared: _, ...standing } = leg;
  return { ...order, ...standing, fills: order.fills.filter((fill) => fill.leg === index) };
}

function endLeg(before: BotOrder, result: OrderResult, hasFill: boolean, now: EpochMs): LegEnd {
  const state = decideState(before.state, result, hasFill);
  // A late result can add fills; the reason of the end stays.
  const { reason, message } =
    isFinal(before.state) && state === before.state ? before : explainResult(result);
  const venueOrderId = findVenueOrderId(result) ?? before.venueOrderId;
  return { state, reason, message, venueOrderId, isSettling: isSettlingAfter(before, result, now) };
}

interface Told {
  readonly leg: number;
  readonly result: OrderResult;
  readonly now: EpochMs;
  /** Fills of all legs. */
  readonly stored: readonly OrderFill[];
}

/**
 * Stores the fills of a result and books their consequences.
 *
 * @returns Fills of all legs, and those of this leg that were not known.
 */
function storeFills(
  orders: OrderRows,
  before: BotOrder,
  { leg, result, now, stored }: Told,
): { readonly newFills: readonly OrderFill[]; readonly fills: readonly OrderFill[] } {
  const prepared = before.legs[leg]?.prepared;
  const hasFailed = before.isSettling && hasFailedTrades(result);
  if (!('fills' in result) || prepared === undefined) {
    return { newFills: [], fills: hasFailed ? withdraw(orders, before, leg, [], now) : stored };
  }
  const given = withMoney(orders, before, prepared, result.fills);
  if (areSameAsSum(before, given)) {
    bookFee(orders, before, takeOverFee(orders, before, given));
    return { newFills: [], fills: orders.listFills(before.orderId) };
  }
  const standing = hasFailed ? withdraw(orders, before, leg, given, now) : stored;
  const fills = insertFills(orders, before, leg, given, standing);
  const known = new Set(before.fills.map(({ fillId }) => fillId));
  const newFills = fills.filter((fill) => fill.leg === leg && !known.has(fill.fillId));
  const isFar = prepared.details.nearMarket === false;
  // Booking the market anew has booked the fills that took the index of failed ones.
  const booked = new Set(standing.map(({ fillId }) => fillId));
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
