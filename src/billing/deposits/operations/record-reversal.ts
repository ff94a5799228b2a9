import { isCounted, type Reversal, type ReversalOutcome } from '../reversal.ts';
import { decideNewPart } from '../reversal-decision.ts';
import type { DepositRow, DepositRows, ReversalRow } from '../rows.ts';
import { applyReversal, type ReversalContext } from './apply-reversal.ts';
import { applyUncounted, recordUncounted } from './uncounted-reversal.ts';

/** The outcome of a reversal, and of those of other events that waited for it. */
export interface RecordedReversal {
  readonly outcome: ReversalOutcome;
  readonly applied: readonly AppliedReversal[];
}

/** A reversal that had waited and was applied, or still waits, with its event. */
export interface AppliedReversal {
  readonly eventId: string;
  readonly outcome: ReversalOutcome;
}

/**
 * Stores the new part of a reversal and applies it to its deposit or its owner; it stays pending until its deposit
 * arrives.
 *
 * @param eventId Shown to the owner beside the entry.
 */
export function recordReversal(
  context: ReversalContext,
  eventId: string,
  reversal: Reversal,
): RecordedReversal {
  const { deposits } = context.rows;
  const { now } = context;
  const { scope } = context.source;
  const alone = (outcome: ReversalOutcome): RecordedReversal => ({ outcome, applied: [] });
  if (!isCounted(reversal)) {
    recordUncounted(context.rows, scope, reversal, now);
    return alone({ status: 'currency' });
  }
  const { effect, objectId } = reversal;
  // A reinstatement belongs to the deposit and the owner of its dispute.
  const dispute = effect === 'reinstatement' ? findDispute(deposits, scope, objectId) : null;
  const paymentId = reversal.paymentId ?? dispute?.paymentId ?? null;
  const deposit = findDeposit(deposits, scope, paymentId, dispute);
  const earlier = deposits.listReversals(scope, effect, objectId);

  const decision = decideNewPart(reversal, { scope, eventId, paymentId, deposit, dispute, earlier, now });

  if (decision.status !== 'new') return alone(decision);
  const { row } = decision;
  deposits.insertReversal(row);
  const outcome = applyReversal(context, row, deposit);
  if (effect !== 'dispute' || outcome.status === 'pending') return alone(outcome);
  const waiting = deposits.listReversals(scope, 'reinstatement', objectId);
  return { outcome, applied: applyAll(context, waiting) };
}

/** Applies reversals that arrived before their deposit. @returns The outcome of each, with its event. */
export function applyPending(context: ReversalContext, paymentId: string): AppliedReversal[] {
  const { rows, source, now } = context;
  const deposit = rows.deposits.findByPayment(source.scope, paymentId);
  if (deposit !== null) applyUncounted(rows, deposit, now);
  const pending = rows.deposits.listPendingReversals(source.scope, paymentId);
  // Reinstatements come after the disputes that they undo.
  const isLate = ({ effect }: ReversalRow) => effect === 'reinstatement';
  const inOrder = [...pending.filter((row) => !isLate(row)), ...pending.filter(isLate)];
  return applyAll(context, inOrder);
}

function applyAll(context: ReversalContext, reversals: readonly ReversalRow[]): AppliedReversal[] {
  const { deposits } = context.rows;
  const { scope } = context.source;
  return reversals
    .filter(({ moved }) => moved === null)
    .map((row) => {
      const dispute = row.effect === 'reinstatement' ? findDispute(deposits, scope, row.objectId) : null;
      const deposit = findDeposit(deposits, scope, row.paymentId ?? dispute?.paymentId ?? null, dispute);
      // A change of a review counts every report that has the deposit, this one too.
      const found = { ...row, deposit: deposit?.id ?? null };
      if (found.deposit !== row.deposit) deposits.updateReversal(found);
      return { eventId: row.eventId, outcome: applyReversal(context, found, deposit) };
    });
}

/** The first part of a dispute; null: it has not arrived. */
function findDispute(deposits: DepositRows, scope: string, objectId: string): ReversalRow | null {
  return deposits.listReversals(scope, 'dispute', objectId)[0] ?? null;
}

/** The deposit of a payment, or that of a reinstatement's dispute; null: it has not arrived, or nothing names it. */
function findDeposit(
  deposits: DepositRows,
  scope: string,
  paymentId: string | null,
  dispute: ReversalRow | null,
): DepositRow | null {
  const found = paymentId === null ? null : deposits.findByPayment(scope, paymentId);
  if (found !== null || dispute?.deposit == null) return found;
  return deposits.find(dispute.deposit);
}
