import Big from 'big.js';
import { isInReview } from './deposit-row.ts';
import type { DepositRow, UncountedReversalRow } from './rows.ts';

/** `return`: all of the deposit went back. `reopen`: it came back after a dispute. */
export type UncountedDecision = 'return' | 'reopen' | 'keep';

/**
 * Decides what reversals change of a deposit whose value is not counted. It waits or goes back as a whole, because nothing of
 * it can be released. Writes nothing.
 *
 * @param reversals All of its payment.
 */
export function decideUncounted(
  deposit: DepositRow,
  reversals: readonly UncountedReversalRow[],
): UncountedDecision {
  const ofCurrency = reversals.filter(({ currency }) => currency === deposit.currency);
  const isWhole = sumTakenBack(ofCurrency).gte(deposit.amount);
  if (isInReview(deposit)) return isWhole && deposit.microUsd === null ? 'return' : 'keep';
  // The operator may have returned it instead, and then it stays so.
  const wasTakenBack = deposit.state === 'returned' && reversals.some((row) => row.deposit === deposit.id);
  return wasTakenBack && !isWhole ? 'reopen' : 'keep';
}

/** Refunds and disputes less reinstatements, each at most what its dispute took. */
function sumTakenBack(reversals: readonly UncountedReversalRow[]): Big {
  let sum = new Big(0);
  for (const { effect, objectId, total } of reversals) {
    if (effect === 'reinstatement') continue;
    const reinstated = reversals.find((row) => row.effect === 'reinstatement' && row.objectId === objectId);
    const left = effect === 'dispute' ? new Big(total).minus(reinstated?.total ?? 0) : new Big(total);
    if (left.gt(0)) sum = sum.plus(left);
  }
  return sum;
}
