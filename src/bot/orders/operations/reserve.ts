import { toOwnerAccount } from '../../../billing/chart.ts';
import { readAccount, readOwed } from '../../../billing/operations/accounts.ts';
import { placeHold } from '../../../billing/operations/holds.ts';
import type { LedgerRows } from '../../../billing/rows.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { isHalted } from '../../control/halt.ts';
import type { NewOrder, ReserveOutcome } from '../order-store.ts';
import {
  decideReservation,
  type OwnerMoney,
  type ReservationDecision,
  type ReservationFacts,
} from '../reservation-decision.ts';
import type { TradingRows } from '../rows.ts';
import { countOrders } from './bookings.ts';
import { toHoldKey } from './fee.ts';
import { readOrder, toNewRow, toOrder } from './order-row.ts';

export interface Reserve {
  readonly request: NewOrder;
  readonly now: EpochMs;
  readonly holdExpiresAt: EpochMs;
}

/** Reads the facts of a reservation. The money of an order without a fee is not read. */
function readFacts(
  { orders, control, ledger }: TradingRows,
  { botId, clientOrderId, owner, feeMicroUsd }: NewOrder,
): ReservationFacts {
  const earlier = orders.findOrderOfBot(botId, clientOrderId);
  return {
    earlier: earlier === null ? null : readOrder(orders, earlier),
    isHalted: isHalted(control, botId),
    money: feeMicroUsd === 0 ? null : readMoney(ledger, owner),
  };
}

function readMoney(ledger: LedgerRows, owner: string): OwnerMoney {
  const { balance, held } = readAccount(ledger, toOwnerAccount(owner));
  return { balance, held, owed: readOwed(ledger, owner) };
}

/** Decides whether an order can be reserved now. Writes nothing. */
export function checkReservation(rows: TradingRows, request: NewOrder): ReservationDecision {
  return decideReservation(request.feeMicroUsd, readFacts(rows, request));
}

/** Stores an order and places a hold for its fee, unless it is refused. */
export function reserveOrder(rows: TradingRows, { request, now, holdExpiresAt }: Reserve): ReserveOutcome {
  const decision = checkReservation(rows, request);

  if (decision.status !== 'reserve') return decision;
  const { owner, feeMicroUsd, orderId } = request;
  if (feeMicroUsd > 0) {
    const hold = { ...toHoldKey(orderId), owner, amount: feeMicroUsd, expiresAt: holdExpiresAt };
    const held = placeHold(rows.ledger, hold, now);
    if (held.status !== 'held') throw new Error(`hold of ${orderId} was ${held.status}`);
  }
  const row = toNewRow(request, now);
  rows.orders.insertOrder(row);
  countOrders(rows.orders, request, { orders: 1 });
  return { status: 'reserved', order: toOrder(row, []) };
}
