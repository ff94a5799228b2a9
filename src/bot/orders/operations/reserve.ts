import { ownerAccount, receivableAccount } from '../../../billing/chart.ts';
import { readAccount } from '../../../billing/operations/accounts.ts';
import { placeHold } from '../../../billing/operations/holds.ts';
import { getAvailable } from '../../../billing/posting.ts';
import { type EpochMs, microUsd } from '../../../domain/index.ts';
import { isHalted } from '../../control/stored-controls.ts';
import type { NewOrder, ReserveOutcome, ReserveRefusal } from '../order-store.ts';
import type { TradingRows } from '../rows.ts';
import { countOrders } from './bookings.ts';
import { toHoldKey } from './fee.ts';
import { readOrder, toNewRow, toOrder } from './order-row.ts';

export interface Reserve {
  readonly request: NewOrder;
  readonly now: EpochMs;
  readonly holdExpiresAt: EpochMs;
}

/** The reason to refuse an order; null: none. */
export function findRefusal(rows: TradingRows, request: NewOrder): ReserveRefusal | null {
  const { botId, clientOrderId, owner, feeMicroUsd } = request;
  const earlier = rows.orders.findOrderOfBot(botId, clientOrderId);
  if (earlier !== null) return { status: 'duplicate', order: readOrder(rows.orders, earlier) };
  if (isHalted(rows.control, botId)) return { status: 'killed' };
  if (feeMicroUsd === 0) return null;
  const { balance, held } = readAccount(rows.ledger, ownerAccount(owner));
  const { balance: receivable } = readAccount(rows.ledger, receivableAccount(owner));
  return findLackOfMoney(feeMicroUsd, { balance, held, owed: 0 - receivable });
}

/** Refuses while the owner has debts, even when enough is available. */
export function findLackOfMoney(
  feeMicroUsd: number,
  { balance, held, owed }: { readonly balance: number; readonly held: number; readonly owed: number },
): ReserveRefusal | null {
  const available = getAvailable({ balance, held });
  if (owed === 0 && available >= feeMicroUsd) return null;
  return { status: 'insufficient', balance: microUsd(balance), available, owed: microUsd(owed) };
}

/** Stores an order and places a hold for its fee, unless it is refused. */
export function reserveOrder(rows: TradingRows, { request, now, holdExpiresAt }: Reserve): ReserveOutcome {
  const refusal = findRefusal(rows, request);
  if (refusal !== null) return refusal;
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
