import { toOwnerAccount } from '../../../billing/ledger/chart.ts';
import { readAccount, readOwed } from '../../../billing/ledger/operations/accounts.ts';
import { placeHold } from '../../../billing/ledger/operations/holds.ts';
import type { LedgerRows } from '../../../billing/ledger/rows.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { toControl } from '../../control/control-row.ts';
import { readHalt } from '../../control/halt.ts';
import { explainRestriction, type Restriction } from '../../limits/opening-decision.ts';
import type { NewOrder, OrderPreview, ReserveOutcome } from '../order-store.ts';
import {
  decideReservation,
  type OwnerMoney,
  type ReservationDecision,
  type ReservationFacts,
} from '../reservation-decision.ts';
import type { OrderRow, TradingRows } from '../rows.ts';
import { countOrders } from './bookings.ts';
import { toHoldKey } from './fee.ts';
import { isEngineBusy, type LimitContext, readOpening } from './opening.ts';
import { readOrder, toNewRow, toOrder } from './order-row.ts';

export interface Reserve extends LimitContext {
  readonly request: NewOrder;
  readonly holdExpiresAt: EpochMs;
}

/** Reads the facts that decide a reservation. The balance is read only for an order with a fee. */
function readFacts(rows: TradingRows, request: NewOrder, context: LimitContext): ReservationFacts {
  const { orders, control, ledger } = rows;
  const { botId, clientOrderId, owner, feeMicroUsd, isClose } = request;
  const earlier = orders.findOrderOfBot(botId, clientOrderId);
  return {
    earlier: earlier === null ? null : readOrder(orders, earlier),
    isHalted: readHalt(control, toControl(control.find(botId))) === 'all',
    money: feeMicroUsd === 0 ? null : readMoney(ledger, owner),
    isClose,
    isBusy: isEngineBusy(rows, request, context),
    opening: readOpening(rows, request, context),
  };
}

function readMoney(ledger: LedgerRows, owner: string): OwnerMoney {
  const { balance, held } = readAccount(ledger, toOwnerAccount(owner));
  return { balance, held, owed: readOwed(ledger, owner) };
}

/** Decides whether an order can be reserved now. Changes no row. */
export function checkReservation(
  rows: TradingRows,
  request: NewOrder,
  context: LimitContext,
): ReservationDecision {
  return decideReservation(request.feeMicroUsd, readFacts(rows, request, context));
}

/** Previews whether an order would be accepted now, and which part of it. Changes no row. */
export function previewOrder(rows: TradingRows, { request, ...context }: Reserve): OrderPreview {
  const decision = checkReservation(rows, request, context);
  if (decision.status !== 'reserve') return decision;
  const { opening } = decision;
  if (opening.kind === 'refuse') return { status: 'refused' };
  return { status: 'reserved', closing: opening.kind === 'close' ? opening.shares : null };
}

/**
 * Stores an order, reserves its opening part from the bot's limits and places a hold for its fee, unless the order is
 * refused.
 */
export function reserveOrder(rows: TradingRows, reserve: Reserve): ReserveOutcome {
  return storeReservation(rows, reserve, checkReservation(rows, reserve.request, reserve));
}

/** Stores the outcome of a reservation, in the transaction in which its facts were read. */
export function storeReservation(
  rows: TradingRows,
  { request, now, holdExpiresAt }: Reserve,
  decision: ReservationDecision,
): ReserveOutcome {
  if (decision.status !== 'reserve') return decision;
  const { opening, isOnDebt } = decision;
  const row = toNewRow(request, opening, now);
  if (opening.kind === 'refuse') return storeRefused(rows, row, opening.restriction);
  const { owner, feeMicroUsd, orderId } = request;
  if (feeMicroUsd > 0 && !isOnDebt) {
    const hold = { ...toHoldKey(orderId), owner, amount: feeMicroUsd, expiresAt: holdExpiresAt };
    const held = placeHold(rows.ledger, hold, now);
    if (held.status !== 'held') throw new Error(`the ledger refused the hold of ${orderId}: ${held.status}`);
  }
  rows.orders.insertOrder(row);
  countOrders(rows.orders, row, { orders: 1 });
  const closing = opening.kind === 'close' ? opening.shares : null;
  return { status: 'reserved', order: toOrder(row, []), closing };
}

function storeRefused(
  { orders }: TradingRows,
  row: OrderRow,
  { reason, limit }: Restriction,
): ReserveOutcome {
  const refused: OrderRow = {
    ...row,
    state: 'rejected',
    reason,
    message: explainRestriction({ reason, limit }),
  };
  orders.insertOrder(refused);
  countOrders(orders, row, { orders: 1 });
  return { status: 'refused', order: toOrder(refused, []) };
}
