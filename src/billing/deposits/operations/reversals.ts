import { readDecimal } from '../amounts.ts';
import { isInReview, toReturned } from '../deposit-row.ts';
import type { Reversal, ReversalOutcome } from '../reversal.ts';
import type { DepositRow, DepositRows, ReversalRow } from '../rows.ts';
import { applyStoredReversal, type ReversalSource } from './apply-reversal.ts';
import type { MoneyRows } from './record.ts';

/**
 * Stores the new part of a reversal and applies it to its deposit or its owner; it stays pending until its deposit arrives.
 *
 * @param eventId Shown to the owner beside the entry.
 * @param now Wall clock, epoch ms.
 */
export function applyReversal(
  rows: MoneyRows,
  source: ReversalSource & { readonly eventId: string },
  reversal: Reversal,
  now: number,
): ReversalOutcome {
  const { deposits } = rows;
  const { scope, eventId } = source;
  const { effect, objectId, idem } = reversal;
  // A reinstatement belongs to the deposit and the owner of its dispute.
  const [dispute] = effect === 'reinstatement' ? deposits.listReversals(scope, 'dispute', objectId) : [];
  const paymentId = reversal.paymentId ?? dispute?.paymentId ?? null;
  const deposit = findPayment(deposits, scope, paymentId) ?? findDisputedDeposit(deposits, dispute);
  if (reversal.total === null) return returnUncounted(deposits, deposit, reversal, now);

  const earlier = deposits.listReversals(scope, effect, objectId);
  const amount = reversal.total - sumAmounts(earlier);
  if (amount <= 0) return describeRepeated(earlier);
  const owner = deposit?.owner ?? reversal.owner ?? dispute?.owner ?? null;
  if (deposit === null && owner === null && paymentId === null) return { status: 'unattributed' };
  const row: ReversalRow = {
    ...{ scope, effect, objectId, eventId, idem, paymentId, owner, amount },
    ...{ deposit: deposit?.id ?? null, moved: null, fromReview: 0, createdAt: now },
  };
  deposits.insertReversal(row);
  const outcome = applyStoredReversal(rows, source, row, deposit, now);
  if (effect === 'dispute' && outcome.status !== 'pending') {
    applyAll(rows, source, deposits.listReversals(scope, 'reinstatement', objectId), now);
  }
  return outcome;
}

/** Applies reversals that arrived before their deposit. @returns The outcome of each, with its event. */
export function applyPending(
  rows: MoneyRows,
  source: ReversalSource,
  paymentId: string,
  now: number,
): { readonly eventId: string; readonly outcome: ReversalOutcome }[] {
  const pending = rows.deposits.listPendingReversals(source.scope, paymentId);
  // Reinstatements come after what they undo.
  const isLate = ({ effect }: ReversalRow) => effect === 'reinstatement';
  const inOrder = [...pending.filter((row) => !isLate(row)), ...pending.filter(isLate)];
  return applyAll(rows, source, inOrder, now);
}

function applyAll(rows: MoneyRows, source: ReversalSource, reversals: readonly ReversalRow[], now: number) {
  return reversals
    .filter(({ moved }) => moved === null)
    .map((row) => {
      const deposit = findPayment(rows.deposits, source.scope, row.paymentId);
      return { eventId: row.eventId, outcome: applyStoredReversal(rows, source, row, deposit, now) };
    });
}

/** A deposit that was never counted is returned when all of it went back. */
function returnUncounted(
  deposits: DepositRows,
  deposit: DepositRow | null,
  { effect, amount }: Reversal,
  now: number,
): ReversalOutcome {
  const isWhole = deposit !== null && readDecimal(deposit.amount)?.text === readDecimal(amount)?.text;
  if (isWhole && effect !== 'reinstatement' && isInReview(deposit) && deposit.microUsd === null) {
    deposits.update(toReturned(deposit, now));
  }
  return { status: 'currency' };
}

function describeRepeated(earlier: readonly ReversalRow[]): ReversalOutcome {
  if (earlier.some(({ moved }) => moved === null)) return { status: 'pending' };
  const owner = earlier.find((row) => row.owner !== null)?.owner ?? null;
  if (owner === null) return { status: 'unattributed' };
  const moved = earlier.reduce((sum, row) => sum + (row.moved ?? 0), 0);
  return { status: 'repeated', owner, moved };
}

function sumAmounts(rows: readonly ReversalRow[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

function findPayment(deposits: DepositRows, scope: string, paymentId: string | null): DepositRow | null {
  return paymentId === null ? null : deposits.findByPayment(scope, paymentId);
}

function findDisputedDeposit(deposits: DepositRows, dispute: ReversalRow | undefined): DepositRow | null {
  return dispute?.deposit == null ? null : deposits.find(dispute.deposit);
}
