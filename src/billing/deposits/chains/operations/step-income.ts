import type { Arrival } from '../../deposit.ts';
import type { ChainRows } from '../rows.ts';
import type { OwnedTransfer } from '../step-decision.ts';
import type { Step } from '../step-request.ts';

interface StepIncome {
  /** The deposits among the transfers of the step. */
  readonly owned: readonly OwnedTransfer[];
  /** Arrivals that were not known before. */
  readonly recorded: readonly Arrival[];
  /** Small amounts that are new. */
  readonly small: readonly OwnedTransfer[];
}

/**
 * Keeps what a step found at the treasuries, by position: with it the balance of a treasury is compared. Sweeps belong to
 * it too, since they came in there. A transfer that a reorganisation moved is kept once, as its deposit is.
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
