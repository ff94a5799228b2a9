import { ownerAccount } from '../../../billing/chart.ts';
import type { IdempotencyKey } from '../../../billing/ledger.ts';
import { captureHold, releaseHold } from '../../../billing/operations/holds.ts';
import { postTransfer } from '../../../billing/operations/post-transfer.ts';
import { BOOKINGS } from '../../../billing/prices.ts';
import type { LedgerRows } from '../../../billing/rows.ts';
import { type EpochMs, type MicroUsd, NO_MONEY } from '../../../domain/index.ts';
import type { BotOrder } from '../order.ts';

/** The fee of an order is set aside under its id. */
export const toHoldKey = (orderId: string): IdempotencyKey => ({ scope: 'trade.hold', idem: orderId });

/**
 * The fee is captured at the first fill, once; what was set aside is let go when nothing can fill any more. When all
 * trades failed on chain, no fill was ever real, and the fee goes back.
 */
export function resolveFee(
  rows: LedgerRows,
  { orderId, owner, feeMicroUsd, chargedMicroUsd }: BotOrder,
  { hasFill, isOver, now }: { readonly hasFill: boolean; readonly isOver: boolean; readonly now: EpochMs },
): MicroUsd {
  if (chargedMicroUsd > 0 && !hasFill) {
    giveBack(rows, { orderId, owner, amount: chargedMicroUsd }, now);
    return NO_MONEY;
  }
  if (feeMicroUsd === 0 || chargedMicroUsd > 0) return chargedMicroUsd;
  if (hasFill) {
    const capture = captureHold(
      rows,
      {
        hold: toHoldKey(orderId),
        amount: feeMicroUsd,
        type: BOOKINGS.trade.type,
        dst: BOOKINGS.trade.revenue,
        scope: BOOKINGS.trade.scope,
        idem: orderId,
        ref: orderId,
      },
      now,
    );
    // A fill that is learnt after the hold was let go is on the house: nobody is charged for what was given back.
    return capture.status === 'captured' ? feeMicroUsd : NO_MONEY;
  }
  if (isOver) releaseHold(rows, toHoldKey(orderId), 'released', now);
  return NO_MONEY;
}

function giveBack(
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
