import { isInReview } from './deposit-row.ts';
import type { DepositRow, UncountedReversalRow } from './rows.ts';
import { computeTakenBack } from './taken-back.ts';

/** `return`: all of the deposit went back. `reopen`: it came back after a dispute. */
export type UncountedDecision = 'return' | 'reopen' | 'keep';

/**
 * Decides how reversals change a deposit whose value is not counted. It waits or is returned as a whole, because no
 * part of it can be released. Writes nothing.
 *
 * @param reversals All of its payment.
 */
export function decideUncounted(
  deposit: DepositRow,
  reversals: readonly UncountedReversalRow[],
): UncountedDecision {
  const ofCurrency = reversals.filter(({ currency }) => currency === deposit.currency);
  const isWhole = computeTakenBack(ofCurrency.map((row) => ({ ...row, amount: row.total }))).gte(
    deposit.amount,
  );
  if (isInReview(deposit)) return isWhole && deposit.microUsd === null ? 'return' : 'keep';
  // The operator may have returned it instead, and then it stays so.
  const wasTakenBack = deposit.state === 'returned' && reversals.some((row) => row.deposit === deposit.id);
  return wasTakenBack && !isWhole ? 'reopen' : 'keep';
}
