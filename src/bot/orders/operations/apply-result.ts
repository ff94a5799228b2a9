import { extendHold } from '../../../billing/ledger/operations/holds.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { decideFee } from '../fee-decision.ts';
import { decideFillChanges } from '../fills-decision.ts';
import { type BotOrder, isFinal } from '../order.ts';
import type { OrderResult, OrderUpdate } from '../order-store.ts';
import { decideOrder, scopeToLeg } from '../result-decision.ts';
import type { OrderRow, OrderRows, TradingRows } from '../rows.ts';
import { countOrders, readPosition } from './bookings.ts';
import { storeFee, toHoldKey } from './fee.ts';
import { storeFills } from './fills.ts';
import { requireRow, toOrder } from './order-row.ts';

export interface ApplyResult {
  readonly orderId: string;
  readonly leg: number;
  readonly result: OrderResult;
  readonly now: EpochMs;
  /** Time at which the hold for the fee of a resting order expires. */
  readonly holdExpiresAt: EpochMs;
}

/** Applies the result of a leg to its order: stores fills, fee, position and score together with the new state. */
export function applyOrderResult(
  rows: TradingRows,
  { orderId, leg, result, now, holdExpiresAt }: ApplyResult,
): OrderUpdate {
  const { orders, ledger } = rows;
  const row = requireRow(orders, orderId);
  const before = toOrder(row, orders.listFills(orderId));
  const beforeLeg = scopeToLeg(before, leg);
  const open = readOpen(orders, beforeLeg, leg, result);

  const plan = decideFillChanges({ leg, before: beforeLeg, stored: before.fills, result, open });
  const filledLegs = new Set(plan.fills.map((fill) => fill.leg));
  const withoutFee = plan.fills.filter(({ venueFeeMicroUsd }) => venueFeeMicroUsd === null);
  const legsWithoutFee = new Set(withoutFee.map((fill) => fill.leg));
  const { change, legs } = decideOrder(before, { leg, result, filledLegs, legsWithoutFee, now });
  const hasFill = plan.fills.length > 0;
  const isOver = isFinal(change.state);
  const fee = decideFee({ ...before, hasFill, isOver });

  storeFills({ rows: orders, order: beforeLeg, leg, now }, plan);
  const chargedMicroUsd = storeFee(ledger, before, fee, now);
  // Only an answer of the venue extends the hold, so that an order that cannot be looked up appears as stuck.
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
  return { order: toOrder(next, plan.fills), newFills: plan.newFills };
}

/** Reads the open position if the closed part of a fill depends on it; else returns 0. */
function readOpen(orders: OrderRows, before: BotOrder, leg: number, result: OrderResult): string {
  const isNeeded = 'fills' in result && before.legs[leg]?.prepared.leg === null;
  return isNeeded ? readPosition(orders, before).size : '0';
}
