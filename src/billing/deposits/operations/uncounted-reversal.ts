import Big from 'big.js';
import type { EpochMs } from '../../../domain/index.ts';
import { toReopened, toReturned } from '../deposit-row.ts';
import type { Reversal } from '../reversal.ts';
import type { DepositRow } from '../rows.ts';
import { decideUncounted } from '../uncounted-reversal-decision.ts';
import { storeDeposit } from './follow-deposit.ts';
import type { MoneyRows } from './record.ts';

/**
 * Stores the total of a reversal in a currency that is not counted and applies it to its deposit. The ledger has nothing of
 * such a deposit, so no money moves. A reversal that names no payment is not kept.
 *
 * @param scope Of the provider, `wh:<provider>`.
 * @param now Wall clock, epoch ms.
 */
export function recordUncounted(
  rows: Pick<MoneyRows, 'deposits' | 'review'>,
  scope: string,
  { effect, objectId, paymentId: named, currency, amount }: Reversal,
  now: EpochMs,
): void {
  const { deposits } = rows;
  const earlier = deposits.findUncountedReversal(scope, effect, objectId);
  const dispute = deposits.findUncountedReversal(scope, 'dispute', objectId);
  const paymentId = named ?? dispute?.paymentId ?? null;
  if (paymentId === null) return;
  // An event that is delivered late states less than the one before it.
  const total = earlier !== null && new Big(earlier.total).gt(amount) ? earlier.total : amount;
  const row = { scope, effect, objectId, paymentId, currency, total, deposit: earlier?.deposit ?? null };
  deposits.putUncountedReversal({ ...row, updatedAt: now });
  const deposit = deposits.findByPayment(scope, paymentId);
  if (deposit !== null) applyUncounted(rows, deposit, now);
}

/** Applies all reversals of a deposit in currencies that are not counted. @param now Epoch ms. */
export function applyUncounted(
  rows: Pick<MoneyRows, 'deposits' | 'review'>,
  deposit: DepositRow,
  now: EpochMs,
): void {
  const { deposits } = rows;
  const { id, scope, paymentId } = deposit;
  if (paymentId === null) return;
  const reversals = deposits.listUncountedReversals(scope, paymentId);

  const decision = decideUncounted(deposit, reversals);

  if (decision === 'keep') return;
  const isReturned = decision === 'return';
  storeDeposit(rows, isReturned ? toReturned(deposit, now) : toReopened(deposit, 0), now);
  for (const row of reversals) deposits.putUncountedReversal({ ...row, deposit: isReturned ? id : null });
}
