import { type MicroUsd, NO_MONEY } from '../../domain/index.ts';
import { computeRemainder, isInReview } from './deposit-row.ts';
import type { DepositRow } from './rows.ts';

/** The operator's release of a deposit that waits for a review. */
export interface DepositRelease {
  readonly id: string;
  /** The deposit's owner; any owner when the deposit has none. */
  readonly owner: string;
  /** The whole remainder of the deposit. */
  readonly amount: MicroUsd;
}

export type DepositReleaseDecision =
  | { readonly status: 'deposit_not_found' }
  /** Another owner or amount than the deposit has. */
  | { readonly status: 'conflict' }
  | { readonly status: 'duplicate' }
  | { readonly status: 'release'; readonly row: DepositRow };

/** Decides whether a deposit can be paid out from review. Writes nothing. @param row null: there is no such deposit. */
export function decideDepositRelease(
  row: DepositRow | null,
  { owner, amount }: DepositRelease,
): DepositReleaseDecision {
  if (row === null) return { status: 'deposit_not_found' };
  const isReplay = row.state === 'released';
  if (!isReplay && !isInReview(row)) return { status: 'deposit_not_found' };
  const isOthers = row.owner !== null && row.owner !== owner;
  if (isOthers || computeRemainder(row) !== amount) return { status: 'conflict' };
  return isReplay ? { status: 'duplicate' } : { status: 'release', row };
}

export type ReturnDecision =
  | { readonly status: 'deposit_not_found' }
  | { readonly status: 'duplicate'; readonly row: DepositRow }
  /** `amount`: returned to its source; 0 when the deposit was never counted or has no remainder. */
  | { readonly status: 'return'; readonly row: DepositRow; readonly amount: MicroUsd };

/** Decides whether a deposit in review can go back outside. Writes nothing. @param row null: there is no such deposit. */
export function decideDepositReturn(row: DepositRow | null): ReturnDecision {
  if (row === null) return { status: 'deposit_not_found' };
  if (row.state === 'returned') return { status: 'duplicate', row };
  if (!isInReview(row)) return { status: 'deposit_not_found' };
  return { status: 'return', row, amount: computeRemainder(row) ?? NO_MONEY };
}
