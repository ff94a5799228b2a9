import type { AdminAction } from '../../../accounts/admin-actions.ts';
import type { AccountRows } from '../../../accounts/rows.ts';
import type { Hold } from '../../../billing/ledger.ts';
import { DAY_MS, type EpochMs, epochMs, type MicroUsd, NO_MONEY } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { type BotOrder, isFinal } from '../order.ts';
import type { CloseOutcome, OrderClosing } from '../order-review.ts';
import type { TradingRows } from '../rows.ts';
import { applyOrderResult } from './apply-result.ts';
import { toHoldKey } from './fee.ts';
import { readOrder } from './order-row.ts';

/** The operator may close an order only after this long: most venues answer again within a minute. */
const MIN_UNANSWERED_MS = DAY_MS;

interface Close extends OrderClosing {
  readonly by: AdminAction;
}

/** Closes an order whose venue can no longer be asked, and stores who asked for it and the outcome. */
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

export type CloseDecision =
  | Extract<CloseOutcome, { readonly status: 'never_sent' | 'too_soon' }>
  | { readonly status: 'close' };

/** Decides whether the operator may close an order that is not final. Writes nothing. */
export function decideClose(order: BotOrder, hold: Hold | null, now: EpochMs): CloseDecision {
  const closableFrom = findClosableFrom(order, hold);
  if (closableFrom === null) return { status: 'never_sent' };
  return now < closableFrom ? { status: 'too_soon', closableFrom } : { status: 'close' };
}

/** A day after it was sent, and a day after its venue last said that it rests; null: it was never sent. */
export function findClosableFrom(
  { state, reason, submittedAt, updatedAt }: BotOrder,
  hold: Hold | null,
): EpochMs | null {
  if (submittedAt === null) return null;
  // Each time the venue says that the order rests, its hold lasts another day; without a fee there is no hold.
  const lastWordAt =
    hold === null && state === 'resting' && reason !== 'unconfirmed' ? updatedAt : submittedAt;
  return epochMs(Math.max(lastWordAt + MIN_UNANSWERED_MS, hold?.expiresAt ?? 0));
}

/** Amount that a hold still sets aside. */
export function findHeld(hold: Hold | null): MicroUsd {
  return hold?.state === 'pending' ? hold.amount : NO_MONEY;
}
