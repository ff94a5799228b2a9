import type { EpochMs } from '../../../../domain/index.ts';
import { operation } from '../../../../storage/operation.ts';
import { computeReviewId } from '../../../review/review-item.ts';
import { recordDeposit } from '../../operations/record.ts';
import type { StepOutcome } from '../chain-step.ts';
import type { ChainRows, SkippedRow } from '../rows.ts';
import { decideStep, isCurrentStep, listSmallTransactions, type OwnedTransfer } from '../step-decision.ts';
import type { Step } from '../step-request.ts';
import { toSkipItem } from './reading.ts';
import { listRecorded, loadStepDeposits } from './step-deposits.ts';
import { recordIncome } from './step-income.ts';
import { findOwners } from './step-owners.ts';
import type { StepRows } from './step-rows.ts';
import { recordSmall } from './step-small.ts';

/** Records the deposits of a range and the position that it reached, in one transaction. */
export const recordStep = operation('chains.step', (rows: StepRows, step: Step): StepOutcome => {
  const { ledger, review, chains } = rows;
  const { scope, stream, limits, readAgain, now } = step;
  if (readAgain !== null && !isWaiting(rows, scope, readAgain)) return { isCurrent: true, recorded: 0 };
  if (!isCurrentStep(step, chains.findCursor(scope, stream))) return { isCurrent: false, recorded: 0 };
  const owned = findOwners(chains, step);
  const earlier = listRecorded(rows.deposits, step, owned);
  const summed = listSmall(chains, step, owned);

  const { arrivals, small, positions } = decideStep(step, owned, earlier, summed);

  const deposits = loadStepDeposits(rows.deposits, earlier, arrivals, now);
  const context = { rows: { ledger, review, deposits }, limits, now };
  const recorded = arrivals.filter((one) => recordDeposit(context, one).isNew);
  if (small.length > 0) recordSmall(rows, step, small);
  recordIncome(chains, step, { owned, recorded, small });
  if (readAgain !== null) endSkipped(rows, scope, readAgain, now);
  for (const position of positions) chains.putCursor({ ...position, scope, updatedAt: now });
  return { isCurrent: true, recorded: recorded.length };
});

/**
 * Lists the summed-up transactions of a step. Reads nothing if the step has no small amounts, because each read of a
 * server is a round trip.
 */
function listSmall(chains: ChainRows, step: Step, owned: readonly OwnedTransfer[]): readonly string[] {
  const hashes = listSmallTransactions(step, owned);
  return hashes.length === 0 ? [] : chains.listSmall(step.scope, hashes);
}

/** Whether a skipped transaction still waits. A decision of a person about it stays in force. */
function isWaiting({ chains, review }: StepRows, scope: string, tx: string): boolean {
  const row = chains.findSkipped(scope, tx);
  const item = review.find(computeReviewId(toSkipItem(scope, tx)));
  return row !== null && row.readAt === null && item?.endedAt === null;
}

function endSkipped({ chains, review }: StepRows, scope: string, tx: string, now: EpochMs): void {
  chains.putSkipped({ ...(chains.findSkipped(scope, tx) as SkippedRow), triedAt: now, readAt: now });
  const { kind, subject } = toSkipItem(scope, tx);
  review.end(kind, subject, { as: 'resolved', at: now, reason: 'it could be read' });
}
