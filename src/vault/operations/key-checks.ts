import { operation } from '../../storage/operation.ts';
import type { VaultAndReview } from '../rows.ts';
import type { CredentialKey, KeyCheck } from '../vault-record.ts';
import { endUnreadable } from './unreadable.ts';

interface KeyAdmission {
  /** Ids of the keys whose check values the caller has opened. */
  readonly verified: readonly string[];
  /** Check value of the caller's first key. */
  readonly check: KeyCheck;
}

/**
 * Stores the check value of a key, unless there is a check value that the caller has not opened. If two processes start
 * together with different keys, the second one has to check again, and finds that it lacks a key.
 *
 * @returns Whether the check value is stored now.
 */
export const admitKey = operation(
  'vault.admitKey',
  ({ vault }: VaultAndReview, { verified, check }: KeyAdmission): boolean => {
    const present = vault.listKeyChecks().map(({ kekId }) => kekId);
    if (!present.every((kekId) => verified.includes(kekId))) return false;
    if (!present.includes(check.kekId)) vault.insertKeyCheck({ ...check.envelope, kekId: check.kekId });
    return true;
  },
);

export const dropUnusedKeyChecks = operation(
  'vault.dropUnusedKeyChecks',
  ({ vault }: VaultAndReview, keep: string): null => {
    for (const { kekId } of vault.listKeyChecks()) {
      if (kekId !== keep && !vault.isUsed(kekId)) vault.removeKeyCheck(kekId);
    }
    return null;
  },
);

interface LostKey {
  readonly kekId: string;
  readonly limit: number;
  /** Wall clock, epoch ms. */
  readonly now: number;
}

/**
 * Removes credentials that are encrypted with a key, and with the last one the key's check value.
 *
 * @returns The removed credentials; null: the key has neither credentials nor a check value.
 */
export const forgetKey = operation(
  'vault.forgetKey',
  ({ vault, review }: VaultAndReview, { kekId, limit, now }: LostKey): readonly CredentialKey[] | null => {
    const rows = vault.listUnder(kekId, limit);
    const hasCheck = vault.listKeyChecks().some((check) => check.kekId === kekId);
    if (rows.length === 0 && !hasCheck) return null;
    for (const row of rows) {
      endUnreadable(review, row, now);
      vault.remove(row);
    }
    if (hasCheck && !vault.isUsed(kekId)) vault.removeKeyCheck(kekId);
    return rows.map(({ owner, venue }) => ({ owner, venue }));
  },
);
