import Big from 'big.js';
import type { OrderFill } from '../order.ts';
import type { KnownLegs, NewOrder, RecordOutcome } from '../order-store.ts';
import type { TradingRows } from '../rows.ts';
import { applyOrderResult } from './apply-result.ts';
import { readPosition } from './bookings.ts';
import { checkReservation, type Reserve, storeReservation } from './reserve.ts';
import { submitLegOfOrder, submitOrder } from './submit.ts';

export interface OrderRecord extends Reserve {
  readonly known: KnownLegs;
}

/** The steps of an order whose outcome is known, in one commit. */
export function recordOrder(rows: TradingRows, { known, ...reserve }: OrderRecord): RecordOutcome {
  const { request, now, holdExpiresAt } = reserve;
  const decision = checkReservation(rows, request, reserve);
  if (decision.status === 'reserve' && 'sizedBy' in known) {
    const { sizedBy, closing = null } = known;
    const closes = decision.opening.kind === 'close' ? decision.opening.shares : null;
    const isRefused = decision.opening.kind === 'refuse';
    const isOther = !isRefused && closes !== closing;
    if (isOther || (sizedBy !== null && hasMoved(rows, request, sizedBy)))
      return { status: 'position_moved' };
  }
  const reserved = storeReservation(rows, reserve, decision);
  if (reserved.status !== 'reserved') return reserved;
  const { orderId } = request;
  if ('result' in known) {
    const { result } = known;
    return { status: 'recorded', ...applyOrderResult(rows, { orderId, leg: 0, result, now, holdExpiresAt }) };
  }
  const { ceilings } = reserve;
  submitOrder(rows, { orderId, legs: known.legs.map(({ prepared }) => prepared), now, ceilings });
  const newFills: OrderFill[] = [];
  let { order } = reserved;
  for (const [leg, { result }] of known.legs.entries()) {
    if (leg > 0) submitLegOfOrder(rows, { orderId, leg, now });
    const update = applyOrderResult(rows, { orderId, leg, result, now, holdExpiresAt });
    newFills.push(...update.newFills);
    order = update.order;
  }
  return { status: 'recorded', order, newFills };
}

/** Whether the part of the position that the order closes has changed since the order was sized. */
function hasMoved({ orders }: TradingRows, request: NewOrder, sizedBy: string): boolean {
  const isAgainst = (open: Big) => (request.side === 'sell' ? open.gt(0) : open.lt(0));
  const [before, now] = [new Big(sizedBy), new Big(readPosition(orders, request).size)];
  if (!isAgainst(before) && !isAgainst(now)) return false;
  return !before.eq(now);
}
