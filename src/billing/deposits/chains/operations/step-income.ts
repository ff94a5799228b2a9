import type { Arrival } from '../../deposit.ts';
import type { ChainRows } from '../rows.ts';
import type { OwnedTransfer } from '../step-decision.ts';
import type { Step } from '../step-request.ts';

interface StepIncome {
  /** Transfers of the step that are deposits. */
  readonly owned: readonly OwnedTransfer[];
  /** Arrivals that were recorded by this step. */
  readonly recorded: readonly Arrival[];
  /** Small amounts that were added by this step. */
  readonly small: readonly OwnedTransfer[];
}

/**
 * Stores the income of the treasuries that a step found, by position, for the comparison with the treasuries' balances.
 * Sweeps are income too, because they arrive at a treasury. A transfer that a reorganization moved is stored once, as
 * its deposit is.
 */
export function recordIncome(chains: ChainRows, step: Step, { owned, recorded, small }: StepIncome): void {
  const deposits = new Set(owned.map(({ transfer }) => transfer.idem));
  const fresh = new Set([
    ...recorded.map(({ key }) => key.idem),
    ...small.map(({ transfer }) => transfer.idem),
  ]);
  for (const { idem, to: treasury, token, position, amount } of step.transfers) {
    if (!step.treasuries.includes(treasury)) continue;
    if (deposits.has(idem) && !fresh.has(idem)) continue;
    chains.putIncome({ scope: step.scope, idem, treasury, token, position, amount });
  }
}
