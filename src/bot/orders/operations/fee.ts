import { clawBack } from '../../../billing/ledger/operations/debts.ts';
import { captureHold, releaseHold } from '../../../billing/ledger/operations/holds.ts';
import { postTransfer } from '../../../billing/ledger/operations/post-transfer.ts';
import { requirePosted } from '../../../billing/ledger/operations/store-transfer.ts';
import type { IdempotencyKey, Posting } from '../../../billing/ledger/posting.ts';
import type { LedgerRows } from '../../../billing/ledger/rows.ts';
import { SCOPES } from '../../../billing/ledger/scopes.ts';
import { toCharge, toRefund } from '../../../billing/prices.ts';
import { type EpochMs, type MicroUsd, NO_MONEY } from '../../../domain/index.ts';
import type { FeeDecision } from '../fee-decision.ts';
import type { BotOrder } from '../order.ts';

/** Builds the key of the hold that sets aside the fee of an order. */
export const toHoldKey = (orderId: string): IdempotencyKey => ({ scope: SCOPES.tradeHold, idem: orderId });

/** Captures, releases or refunds the fee of an order as decided. @returns The total fee charged for the order. */
export function storeFee(rows: LedgerRows, order: BotOrder, decision: FeeDecision, now: EpochMs): MicroUsd {
  switch (decision) {
    case 'refund':
      refundFee(rows, order, now);
      return NO_MONEY;
    case 'capture':
      return captureFee(rows, order, now);
    case 'release':
      releaseHold(rows, toHoldKey(order.orderId), now);
      return NO_MONEY;
    case 'keep':
      return order.chargedMicroUsd;
  }
}

/** Captures the fee of an order from its hold. @returns The charged amount. */
function captureFee(
  rows: LedgerRows,
  { orderId, owner, feeMicroUsd: amount, isClose }: BotOrder,
  now: EpochMs,
): MicroUsd {
  const charge = toCharge({ use: 'trade', owner, id: orderId, amount });
  if (isClose && rows.findHold(toHoldKey(orderId)) === null)
    return chargeOnDebt(rows, charge, { owner, now });
  const { status } = captureHold(rows, { ...charge, hold: toHoldKey(orderId) }, now);
  if (status === 'captured') return amount;
  // The hold was released before, so a fill that becomes known only now is free.
  if (status === 'already_resolved') return NO_MONEY;
  // Every order with a fee has a hold, so only a broken ledger lacks it. The error undoes the whole commit.
  throw new Error(`the fee of ${orderId} could not be captured: ${status}`);
}

/** Charges a close that was placed without a hold. What the free balance does not cover becomes a debt. */
function chargeOnDebt(
  rows: LedgerRows,
  { scope, idem, type, dst, amount, ref }: Posting,
  { owner, now }: { readonly owner: string; readonly now: EpochMs },
): MicroUsd {
  const charged = clawBack(rows, { scope, idem, type, owner, amount, asset: dst, ref }, now);
  requirePosted(charged, `the fee of ${idem}`);
  return amount;
}

function refundFee(
  rows: LedgerRows,
  { orderId, owner, chargedMicroUsd: amount }: BotOrder,
  now: EpochMs,
): void {
  const refund = toRefund({ use: 'trade', owner, id: orderId, amount });
  requirePosted(postTransfer(rows, refund, now), `the refund of the fee of ${orderId}`);
}
