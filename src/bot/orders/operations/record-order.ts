import Big from 'big.js';
import type { OrderFill } from '../order.ts';
import type { OrderRequest, PlacedLegs, PlaceOutcome } from '../order-store.ts';
import type { TradingRows } from '../rows.ts';
import { settleOrder } from './apply-result.ts';
import { readPosition } from './bookings.ts';
import { findRefusal, type Reserve, reserveOrder } from './reserve.ts';
import { submitLegOfOrder, submitOrder } from './submit.ts';

export interface Place extends Reserve {
  readonly placed: PlacedLegs;
}

/** The steps of an order whose outcome is known, in one commit. */
export function placeOrder(rows: TradingRows, { request, placed, now, holdExpiresAt }: Place): PlaceOutcome {
  if ('sizedBy' in placed && placed.sizedBy !== null) {
    const refusal = findRefusal(rows, request);
    if (refusal !== null) return refusal;
    if (hasMoved(rows, request, placed.sizedBy)) return { status: 'position_moved' };
  }
  const reserved = reserveOrder(rows, { request, now, holdExpiresAt });
  if (reserved.status !== 'reserved') return reserved;
  const { orderId } = request;
  if ('result' in placed) {
    const { result } = placed;
    return { status: 'placed', ...settleOrder(rows, { orderId, leg: 0, result, now, holdExpiresAt }) };
  }
  submitOrder(rows, { orderId, legs: placed.legs.map(({ prepared }) => prepared), now });
  const newFills: OrderFill[] = [];
  let { order } = reserved;
  for (const [leg, { result }] of placed.legs.entries()) {
    if (leg > 0) submitLegOfOrder(rows, { orderId, leg, now });
    const settled = settleOrder(rows, { orderId, leg, result, now, holdExpiresAt });
    newFills.push(...settled.newFills);
    order = settled.order;
  }
  return { status: 'placed', order, newFills };
}

/** Whether an order that gives back what is open could give back another amount now. */
function hasMoved({ orders }: TradingRows, request: OrderRequest, sizedBy: string): boolean {
  const isAgainst = (open: Big) => (request.side === 'sell' ? open.gt(0) : open.lt(0));
  const [before, now] = [new Big(sizedBy), new Big(readPosition(orders, request).size)];
  if (!isAgainst(before) && !isAgainst(now)) return false;
  return !before.eq(now);
}
