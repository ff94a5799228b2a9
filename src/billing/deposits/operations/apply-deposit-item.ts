import { microUsd } from '../../../domain/index.ts';
import { type ApplyStep, refuseDecision } from '../../review/operations/apply-step.ts';
import { computeRemainder, isInReview } from '../deposit-row.ts';
import { findItemDeposit } from './follow-deposit.ts';
import { releaseCounted, releaseDeposit } from './review.ts';

/**
 * Releases a deposit in review: its remainder or, where the currency is not counted, the amount that a person names.
 */
export const applyDepositItem: ApplyStep = (rows, item, { owner: named, amount }, now) => {
  const deposit = findItemDeposit(rows.deposits, item);
  if (deposit === null || !isInReview(deposit))
    throw new Error(`the deposit of ${item.id} is not waiting for a decision`);
  const owner = named ?? deposit.owner;
  if (owner === null) return refuseDecision('owner', 'the owner of the deposit is not known: name one');
  if (deposit.owner !== null && deposit.owner !== owner) {
    return refuseDecision('owner', `the deposit belongs to ${deposit.owner}`);
  }
  const remainder = computeRemainder(deposit);
  const ending = { as: 'applied', reason: null } as const;
  if (remainder === null) {
    if (amount === null || amount === 0) {
      return refuseDecision(
        'microUsd',
        `the value of ${deposit.amount} ${deposit.currency} is not known: name it`,
      );
    }
    const released = releaseCounted(rows, { row: deposit, owner, amount }, now, ending);
    if (released.status === 'ceiling') {
      return refuseDecision(
        'microUsd',
        'the amount is too large: the sum of all balances could not be counted exactly',
      );
    }
    return { owner, moved: amount };
  }
  if (amount !== null && amount !== remainder) {
    return refuseDecision(
      'microUsd',
      `a deposit is paid out whole: the amount must be ${remainder} micro-USD`,
    );
  }
  releaseDeposit(rows, { id: deposit.id, owner, amount: microUsd(remainder) }, now, ending);
  return { owner, moved: remainder };
};
