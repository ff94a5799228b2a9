import type { ReviewItem } from '../../review/review-item.ts';
import type { ReviewEnding, ReviewRows } from '../../review/rows.ts';
import { computeRemainder, isInReview } from '../deposit-row.ts';
import type { DepositRow, DepositRows, NewDeposit } from '../rows.ts';

/** Opens the review item of a waiting deposit. Every operation that stores a new deposit calls this function. */
export function openDepositItem(review: ReviewRows, deposit: NewDeposit, now: number): void {
  if (!isInReview(deposit)) return;
  const { state, id, owner, currency, amount, source, reason, eventId, chain, txHash, from } = deposit;
  review.put({
    kind: state as 'held' | 'unattributed',
    subject: id,
    since: now,
    owner,
    currency,
    amount,
    microUsd: computeRemainder(deposit),
    known: { deposit: id, source, reason, eventId, chain, txHash, from },
  });
}

/**
 * Stores a changed deposit and its review item: a waiting deposit has an open item, any other deposit has none.
 *
 * @param ending How the item ends when the deposit no longer waits. Absent: it is resolved.
 */
export function storeDeposit(
  { deposits, review }: { readonly deposits: DepositRows; readonly review: ReviewRows },
  deposit: DepositRow,
  now: number,
  ending: Pick<ReviewEnding, 'as' | 'reason'> = { as: 'resolved', reason: null },
): void {
  deposits.update(deposit);
  openDepositItem(review, deposit, now);
  if (isInReview(deposit)) return;
  for (const kind of ['held', 'unattributed'] as const) review.end(kind, deposit.id, { ...ending, at: now });
}

/** Finds the deposit of an item of kind `held` or `unattributed`. */
export function findItemDeposit(deposits: DepositRows, { subject }: ReviewItem): DepositRow | null {
  return deposits.find(subject);
}
