import { operation } from '../../storage/operation.ts';
import type { Envelope } from '../envelope.ts';
import type { VaultAndReview, VaultRow, VaultRows } from '../rows.ts';
import type { CredentialKey, ReplaceOutcome } from '../vault-record.ts';
import { endUnreadable } from './unreadable.ts';

/**
 * Stores a credential in place of the earlier one, if the check value of its key is present. Another process may have
 * removed the key since the caller checked it.
 *
 * @returns Whether the credential was stored.
 */
export const putRecord = operation(
  'vault.put',
  ({ vault, review }: VaultAndReview, row: VaultRow): boolean => {
    if (!hasKeyCheck(vault, row.kekId)) return false;
    endUnreadable(review, vault.find(row), row.addedAt);
    vault.put(row);
    return true;
  },
);

interface Removal extends CredentialKey {
  /** Wall clock, epoch ms. */
  readonly now: number;
}

export const removeRecord = operation(
  'vault.remove',
  ({ vault, review }: VaultAndReview, { now, ...credential }: Removal): boolean => {
    const row = vault.find(credential);
    endUnreadable(review, row, now);
    vault.remove(credential);
    return row !== null;
  },
);

/** Removes a record, unless it was stored again since it was read. Its wrapped key shows this. */
export const removeUnchanged = operation(
  'vault.removeUnchanged',
  (
    { vault, review }: VaultAndReview,
    { owner, venue, wrap, now }: Removal & { readonly wrap: Uint8Array },
  ): boolean => {
    const row = vault.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, wrap) !== 0) return false;
    endUnreadable(review, row, now);
    vault.remove({ owner, venue });
    return true;
  },
);

interface ReplaceWrap extends CredentialKey {
  readonly before: Uint8Array;
  readonly after: Envelope;
}

/** Replaces the wrapped data key of a record. */
export const replaceWrap = operation(
  'vault.replaceWrap',
  ({ vault }: VaultAndReview, { owner, venue, before, after }: ReplaceWrap): ReplaceOutcome => {
    if (!hasKeyCheck(vault, after.kekId)) return 'key_unused';
    const row = vault.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, before) !== 0) return 'changed';
    vault.put({ ...row, kekId: after.kekId, wrap: after.wrap });
    return 'replaced';
  },
);

function hasKeyCheck(vault: VaultRows, kekId: string): boolean {
  return vault.listKeyChecks().some((check) => check.kekId === kekId);
}
