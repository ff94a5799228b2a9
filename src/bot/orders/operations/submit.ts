import { type EpochMs, NO_MONEY } from '../../../domain/index.ts';
import type { PreparedOrder } from '../../execution/index.ts';
import { findRefusal } from '../../limits/opening-decision.ts';
import { computeOpened, mayOpen } from '../../limits/signed-legs.ts';
import { type BotOrder, isFinal, type OrderLeg } from '../order.ts';
import type { SubmitOutcome, SubmittedPaper } from '../order-store.ts';
import type { OrderRow, TradingRows } from '../rows.ts';
import { type LimitContext, readFactsAgain } from './opening.ts';
import { readOrder, requireRow, storeChange, toOrder } from './order-row.ts';
import { storeTaking } from './paper.ts';

export interface Submit extends LimitContext {
  readonly orderId: string;
  readonly legs: readonly PreparedOrder[];
  readonly paper: SubmittedPaper | null;
}

/**
 * Stores the signed bytes of all legs, after which the first leg may be sent. From now on, the amount that the legs may
 * spend on opening is reserved. It exceeds the earlier reservation when the account holds less than the bot's record;
 * if the limits have no room for it, only the closing legs are stored.
 */
export function submitOrder(
  rows: TradingRows,
  { orderId, legs: signed, paper: ofWhole, ...context }: Submit,
): SubmitOutcome {
  const { orders } = rows;
  const { now } = context;
  const reserved = toOrder(requireRow(orders, orderId), []);
  const { legs, opensMicroUsd, restriction } = limitLegs(rows, reserved, { signed, context });
  if (signed.length > 0 && legs.length === 0) {
    return {
      status: 'refused',
      message: `what it would buy passes ${restriction?.limit ?? 'the halt'} of the bot`,
    };
  }
  const [first] = legs;
  if (first === undefined) throw new Error(`order ${orderId} has nothing to send`);
  const row = requireRow(orders, orderId);
  if (row.state !== 'reserved') throw new Error(`order ${orderId} cannot be submitted a second time`);
  // The fills on paper are those of the whole order. They do not fit an order that lost a leg to the limits.
  const onPaper = legs.length < signed.length ? null : ofWhole;
  const next: OrderRow = {
    ...row,
    state: 'submitted',
    prepared: JSON.stringify(first),
    legs: legs.length === 1 ? null : JSON.stringify(createLegs(legs, now)),
    opensMicroUsd,
    restriction: restriction === null ? null : JSON.stringify(restriction),
    paper: onPaper === null ? null : JSON.stringify(onPaper.paper),
    submittedAt: now,
    updatedAt: now,
  };
  orders.updateOrder(next);
  if (onPaper !== null) storeTaking(rows, row, onPaper.taking);
  // The order was not sent before, so it has no fills.
  return { status: 'submitted', order: toOrder(next, []) };
}

/** Selects the legs that the limits allow to be sent, with the amount that they may open. */
function limitLegs(
  rows: TradingRows,
  order: BotOrder,
  { signed, context }: { readonly signed: readonly PreparedOrder[]; readonly context: LimitContext },
): Pick<BotOrder, 'opensMicroUsd' | 'restriction'> & { readonly legs: readonly PreparedOrder[] } {
  const { opensMicroUsd: reserved, restriction } = order;
  const opens = computeOpened(order, signed);
  if (opens <= reserved) return { legs: signed, opensMicroUsd: opens, restriction };
  const facts = readFactsAgain(rows, order, context);
  const refusal = facts === null ? null : findRefusal(order, opens, facts);
  if (refusal === null) return { legs: signed, opensMicroUsd: opens, restriction };
  const legs = signed.filter((leg) => !mayOpen(order, leg));
  return { legs, opensMicroUsd: NO_MONEY, restriction: { ...refusal, isPartial: legs.length > 0 } };
}

/** Builds the legs: the first one may be sent now, the others wait for its end. */
function createLegs(legs: readonly PreparedOrder[], now: EpochMs): OrderLeg[] {
  return legs.map((prepared, index) => ({
    prepared,
    state: index === 0 ? 'submitted' : 'reserved',
    reason: null,
    message: null,
    venueOrderId: null,
    submittedAt: index === 0 ? now : null,
    isSettling: false,
  }));
}

export interface SubmitLeg {
  readonly orderId: string;
  readonly leg: number;
  readonly now: EpochMs;
}

/** Marks a later leg as one that may be sent, once the legs before it have ended. */
export function submitLegOfOrder({ orders }: TradingRows, { orderId, leg, now }: SubmitLeg): BotOrder {
  const row = requireRow(orders, orderId);
  const { legs } = readOrder(orders, row);
  const next = legs[leg];
  const mayLeave = legs.slice(0, leg).every(({ state }) => isFinal(state));
  if (next?.state !== 'reserved' || !mayLeave) {
    const why = mayLeave ? `its state is ${next?.state ?? 'not known'}` : 'a leg before it has not ended';
    throw new Error(`leg ${leg} of order ${orderId} cannot be submitted: ${why}`);
  }
  const changed = legs.with(leg, { ...next, state: 'submitted', submittedAt: now });
  return storeChange(orders, { ...row, legs: JSON.stringify(changed), updatedAt: now });
}

export interface CancelRequest {
  readonly botId: string;
  readonly orderId: string;
  readonly now: EpochMs;
}

/** Stores the time at which a bot first requested to cancel its order. @returns null when the bot has no such order. */
export function requestOrderCancel(
  { orders }: TradingRows,
  { botId, orderId, now }: CancelRequest,
): BotOrder | null {
  const row = orders.findOrder(orderId);
  if (row === null || row.botId !== botId) return null;
  const isDone = isFinal(row.state) || row.cancelRequestedAt !== null;
  return isDone ? readOrder(orders, row) : storeChange(orders, { ...row, cancelRequestedAt: now });
}
