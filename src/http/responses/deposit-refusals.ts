import type { DepositReleaseOutcome, ReturnOutcome } from '../../billing/deposits/deposit-page.ts';
import { ApiError } from './errors.ts';

/**
 * Requires the outcome of an operator's decision to be about a deposit in review.
 *
 * @throws {ApiError} `deposit_not_found` when no such deposit waits.
 */
export function requireInReview<Outcome extends DepositReleaseOutcome | ReturnOutcome>(
  outcome: Outcome,
): Exclude<Outcome, { readonly status: 'deposit_not_found' }> {
  if (outcome.status === 'deposit_not_found') {
    throw new ApiError('deposit_not_found', 'no deposit with this id waits for review');
  }
  return outcome as Exclude<Outcome, { readonly status: 'deposit_not_found' }>;
}
