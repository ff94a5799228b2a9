import type { ReviewRows } from '../../billing/review/rows.ts';
import { operation } from '../../storage/operation.ts';
import type { VaultAndReview, VaultRow } from '../rows.ts';
import type { CredentialKey, UnreadableRecord } from '../vault-record.ts';

interface OpeningReport {
  readonly unreadable: readonly UnreadableRecord[];
  /** Subjects of review items whose records can be opened now, or no longer exist. */
  readonly ended: readonly string[];
  /** Wall clock, epoch ms. */
  readonly now: number;
}

/** Opens review items for records that cannot be opened, and ends the items of others. */
export const noteOpening = operation(
  'vault.noteOpening',
  ({ vault, review }: VaultAndReview, { unreadable, ended, now }: OpeningReport): null => {
    for (const name of ended) endWaiting(review, name, now);
    for (const { owner, venue, wrap, problem } of unreadable) {
      const row = vault.find({ owner, venue });
      if (row === null || Buffer.compare(row.wrap, wrap) !== 0) continue;
      review.put({
        kind: 'vault_unreadable',
        subject: nameRecord(row),
        since: now,
        owner,
        currency: null,
        amount: null,
        microUsd: null,
        known: { venue, keyId: row.kekId, addedAt: row.addedAt, problem },
      });
    }
    return null;
  },
);

/** Ends the review item of a record that is removed or replaced. @param now Wall clock, epoch ms. */
export function endUnreadable(review: ReviewRows, row: VaultRow | null, now: number): void {
  if (row !== null) endWaiting(review, nameRecord(row), now);
}

/**
 * Names a record in the review. A replacement has a different name, because a dismissal concerns only the earlier
 * record.
 */
export function nameRecord({ owner, venue, addedAt }: CredentialKey & { readonly addedAt: number }): string {
  return `${owner} ${venue} ${addedAt}`;
}

function endWaiting(review: ReviewRows, name: string, now: number): void {
  review.end('vault_unreadable', name, { as: 'resolved', at: now, reason: null });
}
