import type { AdminAction } from '../../../accounts/admin-actions.ts';
import type { AccountRows } from '../../../accounts/rows.ts';
import type { EpochMs } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { decideClose, findHeld } from '../close-decision.ts';
import { isFinal } from '../order.ts';
import type { TradingRows } from '../rows.ts';
import type { CloseOutcome, OrderClosing } from '../waiting-order.ts';
import { applyOrderResult } from './apply-result.ts';
import { toHoldKey } from './fee.ts';
import { readOrder } from './order-row.ts';

interface Close extends OrderClosing {
  readonly by: AdminAction;
}

/** Closes an order whose venue can no longer be asked. Stores the operator's reason with the outcome. */
export const closeUnanswered = operation(
  'bot.closeOrder',
  (
    rows: TradingRows & { readonly accounts: Pick<AccountRows, 'insertAdminAction'> },
    { orderId, note, by }: Close,
  ): CloseOutcome => {
    const outcome = closeOrder(rows, orderId, note, by.at);
    rows.accounts.insertAdminAction({ ...by, detail: `${note} ${outcome.status}` });
    return outcome;
  },
);

function closeOrder(rows: TradingRows, orderId: string, note: string, now: EpochMs): CloseOutcome {
  const row = rows.orders.findOrder(orderId);
  if (row === null || isFinal(row.state)) return { status: 'order_not_found' };
  const order = readOrder(rows.orders, row);
  const hold = rows.ledger.findHold(toHoldKey(orderId));

  const decision = decideClose(order, hold, now);

  if (decision.status !== 'close') return decision;
  const result = { status: 'closed', message: `closed by the operator: ${note}` } as const;
  let closed = order;
  const open = order.legs.flatMap(({ state }, leg) => (isFinal(state) ? [] : [leg]));
  for (const leg of open) {
    closed = applyOrderResult(rows, { orderId, leg, result, now, holdExpiresAt: now }).order;
  }
  return { status: 'closed', order: closed, releasedMicroUsd: findHeld(hold) };
}
