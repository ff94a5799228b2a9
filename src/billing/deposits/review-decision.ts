import { type MicroUsd, NO_MONEY } from '../../domain/index.ts';
import { computeRemainder, isInReview } from './deposit-row.ts';
import type { DepositRow } from './rows.ts';

/** The operator's release of a deposit that waits for a review. */
export interface DepositRelease {
  readonly id: string;
  /** Owner of the deposit; any owner if the deposit has none. */
  readonly owner: string;
  /** Amount of the release: the whole remainder of the deposit. */
  readonly amount: MicroUsd;
}

export type DepositReleaseDecision =
  | { readonly status: 'deposit_not_found' }
  /** Owner or amount differ from the deposit's. */
  | { readonly status: 'conflict' }
  | { readonly status: 'duplicate' }
  | { readonly status: 'release'; readonly row: DepositRow };

/**
 * Decides whether a deposit can be released from review. Writes nothing. @param row The deposit; null: it does not
 * exist.
 */
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
  /** `amount`: returned to its source; 0 if the deposit has no posting or no remainder. */
  | { readonly status: 'return'; readonly row: DepositRow; readonly amount: MicroUsd };

/**
 * Decides whether a deposit in review can be returned. Writes nothing. @param row The deposit; null: it does not exist.
 */
export function decideDepositReturn(row: DepositRow | null): ReturnDecision {
  if (row === null) return { status: 'deposit_not_found' };
  if (row.state === 'returned') return { status: 'duplicate', row };
  if (!isInReview(row)) return { status: 'deposit_not_found' };
  return { status: 'return', row, amount: computeRemainder(row) ?? NO_MONEY };
}
