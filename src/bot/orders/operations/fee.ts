import { ownerAccount } from '../../../billing/chart.ts';
import type { IdempotencyKey } from '../../../billing/ledger.ts';
import { captureHold, releaseHold } from '../../../billing/operations/holds.ts';
import { postTransfer } from '../../../billing/operations/post-transfer.ts';
import { BOOKINGS } from '../../../billing/prices.ts';
import type { LedgerRows } from '../../../billing/rows.ts';
import { type EpochMs, type MicroUsd, NO_MONEY } from '../../../domain/index.ts';
import type { FeeDecision } from '../fee-decision.ts';
import type { BotOrder } from '../order.ts';

/** The fee of an order is set aside under its id. */
export const toHoldKey = (orderId: string): IdempotencyKey => ({ scope: 'trade.hold', idem: orderId });

/** Captures, releases or refunds the fee of an order as decided. @returns The fee charged so far. */
export function storeFee(
  rows: LedgerRows,
  { orderId, owner, feeMicroUsd, chargedMicroUsd }: BotOrder,
  decision: FeeDecision,
  now: EpochMs,
): MicroUsd {
  switch (decision) {
    case 'refund':
      refundFee(rows, { orderId, owner, amount: chargedMicroUsd }, now);
      return NO_MONEY;
    case 'capture':
      return captureFee(rows, orderId, feeMicroUsd, now);
    case 'release':
      releaseHold(rows, toHoldKey(orderId), now);
      return NO_MONEY;
    case 'keep':
      return chargedMicroUsd;
  }
}

/** @returns The amount charged. */
function captureFee(rows: LedgerRows, orderId: string, amount: MicroUsd, now: EpochMs): MicroUsd {
  const { type, revenue: dst, scope } = BOOKINGS.trade;
  const capture = { hold: toHoldKey(orderId), amount, type, dst, scope, idem: orderId, ref: orderId };
  const { status } = captureHold(rows, capture, now);
  if (status === 'captured') return amount;
  // A fill that becomes known after the hold was released is free: the fee was given back.
  if (status === 'already_resolved') return NO_MONEY;
  // Each order has its hold, so only a broken ledger could lack it; throwing undoes everything.
  throw new Error(`the fee of ${orderId} could not be captured: ${status}`);
}

function refundFee(
  rows: LedgerRows,
  fee: { readonly orderId: string; readonly owner: string; readonly amount: MicroUsd },
  now: EpochMs,
): void {
  const { orderId, owner, amount } = fee;
  const posted = postTransfer(
    rows,
    {
      scope: BOOKINGS.trade.refundScope,
      idem: orderId,
      type: 'refund',
      src: BOOKINGS.trade.revenue,
      dst: ownerAccount(owner),
      amount,
      ref: orderId,
    },
    now,
  );
  // It was earned with this order, so only a broken ledger could lack it; throwing undoes everything.
  if (posted.status !== 'posted')
    throw new Error(`the fee of ${orderId} could not go back: ${posted.status}`);
}
