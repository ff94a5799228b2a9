import { operation } from '../../../../storage/operation.ts';
import type { ReviewRows } from '../../../review/rows.ts';
import type { LedgerRows } from '../../../rows.ts';
import { recordDeposit } from '../../operations/record.ts';
import type { DepositRows } from '../../rows.ts';
import type { StepOutcome } from '../chain-store.ts';
import type { ChainRows } from '../rows.ts';
import { decideStep, isCurrentStep } from '../step-decision.ts';
import type { Step } from '../step-request.ts';
import { listRecorded, loadStepDeposits } from './step-deposits.ts';
import { findOwners } from './step-owners.ts';

interface StepRows {
  readonly ledger: LedgerRows;
  readonly deposits: DepositRows;
  readonly review: ReviewRows;
  readonly chains: ChainRows;
}

/** Records the deposits of a range and how far it reached: all of it, or nothing. */
export const takeStep = operation('chains.step', (rows: StepRows, step: Step): StepOutcome => {
  const { ledger, review, chains } = rows;
  const { scope, stream, limits, now } = step;
  if (!isCurrentStep(step, chains.findCursor(scope, stream))) return { isCurrent: false, recorded: 0 };
  const owned = findOwners(chains, step);
  const earlier = listRecorded(rows.deposits, step, owned);

  const { arrivals, positions } = decideStep(step, owned, earlier);

  const deposits = loadStepDeposits(rows.deposits, earlier, arrivals, now);
  const context = { rows: { ledger, review, deposits }, limits, now };
  const recorded = arrivals.filter((one) => recordDeposit(context, one).isNew);
  for (const position of positions) chains.putCursor({ ...position, scope, updatedAt: now });
  return { isCurrent: true, recorded: recorded.length };
});
