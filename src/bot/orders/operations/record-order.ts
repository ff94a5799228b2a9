import Big from 'big.js';
import { MICRO_PER_USD } from '../../../domain/index.ts';
import { toControl } from '../../control/control-row.ts';
import { isStillTaken } from '../../execution/mock/taken-levels.ts';
import { findLack } from '../../limits/purse.ts';
import type { BotOrder, OrderFill } from '../order.ts';
import type { KnownLegs, NewOrder, RecordOutcome } from '../order-store.ts';
import type { TradingRows } from '../rows.ts';
import { applyOrderResult } from './apply-result.ts';
import { readPosition } from './bookings.ts';
import { BufferedOrder } from './buffered-order.ts';
import { storeTaking, toPaperSide } from './paper.ts';
import { checkReservation, type Reserve, storeReservation } from './reserve.ts';
import { submitLegOfOrder, submitOrder } from './submit.ts';

export interface OrderRecord extends Reserve {
  readonly known: KnownLegs;
}

/** Stores an order whose outcome is known, with all its steps, in one commit. */
export function recordOrder(stored: TradingRows, record: OrderRecord): RecordOutcome {
  const buffered = new BufferedOrder(stored);
  const outcome = runSteps(buffered.rows, record);
  buffered.store();
  return outcome;
}

function runSteps(rows: TradingRows, { known, ...reserve }: OrderRecord): RecordOutcome {
  const { request, now, holdExpiresAt } = reserve;
  const decision = checkReservation(rows, request, reserve);
  if (decision.status === 'reserve' && 'sizedBy' in known) {
    const { sizedBy, closing = null } = known;
    const closes = decision.opening.kind === 'close' ? decision.opening.shares : null;
    const isRefused = decision.opening.kind === 'refuse';
    const isOther = !isRefused && closes !== closing;
    const hasChanged = isOther || (sizedBy !== null && hasMoved(rows, request, sizedBy));
    if (hasChanged || isTakenByOther(rows, request, known)) return { status: 'position_moved' };
  }
  const reserved = storeReservation(rows, reserve, decision);
  if (reserved.status !== 'reserved') return reserved;
  const { orderId } = request;
  if ('result' in known) {
    const { result } = known;
    return { status: 'recorded', ...applyOrderResult(rows, { orderId, leg: 0, result, now, holdExpiresAt }) };
  }
  const lack = known.taking === undefined ? null : explainLack(rows, reserved.order, known.legs);
  if (lack !== null) {
    const result = { status: 'not_sent', reason: 'insufficient_funds', message: lack } as const;
    return { status: 'recorded', ...applyOrderResult(rows, { orderId, leg: 0, result, now, holdExpiresAt }) };
  }
  if (known.taking !== undefined) storeTaking(rows, request, known.taking);
  const { ceilings } = reserve;
  const prepared = known.legs.map((leg) => leg.prepared);
  submitOrder(rows, { orderId, legs: prepared, paper: null, now, ceilings });
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

/** Whether the position that the order would close has changed since the order was sized. */
function hasMoved({ orders }: TradingRows, request: NewOrder, sizedBy: string): boolean {
  const isAgainst = (open: Big) => (request.side === 'sell' ? open.gt(0) : open.lt(0));
  const [before, now] = [new Big(sizedBy), new Big(readPosition(orders, request).size)];
  if (!isAgainst(before) && !isAgainst(now)) return false;
  return !before.eq(now);
}

type LegsOfRecord = Extract<KnownLegs, { readonly sizedBy: string | null }>;

/** Whether another order of the bot has taken from the book since this one was sized. */
function isTakenByOther({ orders }: TradingRows, request: NewOrder, { taking }: LegsOfRecord): boolean {
  return taking !== undefined && !isStillTaken(taking, orders.listTaken(toPaperSide(request)));
}

/** Explains why the bot's paper money does not cover the order; null: it does. */
function explainLack(
  { orders, control }: TradingRows,
  order: BotOrder,
  legs: LegsOfRecord['legs'],
): string | null {
  const { botId, mode } = order;
  const lack = findLack(order, legs, {
    paperBalanceUsd: toControl(control.find(botId)).config.paperBalanceUsd,
    realizedMicroUsd: orders.findScore(botId, mode)?.realizedMicroUsd ?? 0,
    positions: orders.listPositions(botId, mode),
  });
  if (lack === null) return null;
  const [left, needed] = [lack.purseMicroUsd, lack.neededMicroUsd].map((micro) =>
    (micro / MICRO_PER_USD).toFixed(2),
  );
  return `the paper purse holds ${left} USD, and this order may cost ${needed}`;
}
