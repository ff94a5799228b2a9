import { operation } from '../../storage/operation.ts';
import type { Envelope } from '../envelope.ts';
import type { VaultRow, VaultRows } from '../rows.ts';
import type { CredentialKey, KeyCheck } from '../vault-store.ts';

export const putRecord = operation('vault.put', (rows: VaultRows, row: VaultRow): null => {
  rows.put(row);
  return null;
});

export const removeRecord = operation(
  'vault.remove',
  (rows: VaultRows, credential: CredentialKey): boolean => {
    const isThere = rows.find(credential) !== null;
    rows.remove(credential);
    return isThere;
  },
);

/** Removes a record unless it was stored again meanwhile: its wrap tells. */
export const removeUnchanged = operation(
  'vault.removeUnchanged',
  (rows: VaultRows, { owner, venue, wrap }: CredentialKey & { readonly wrap: Uint8Array }): boolean => {
    const row = rows.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, wrap) !== 0) return false;
    rows.remove({ owner, venue });
    return true;
  },
);

interface ReplaceWrap extends CredentialKey {
  readonly before: Uint8Array;
  readonly after: Envelope;
}

/** Replaces the wrap of a record unless the record was stored again meanwhile: its wrap tells. */
export const replaceWrap = operation(
  'vault.replaceWrap',
  (rows: VaultRows, { owner, venue, before, after }: ReplaceWrap): boolean => {
    const row = rows.find({ owner, venue });
    if (row === null || Buffer.compare(row.wrap, before) !== 0) return false;
    rows.put({ ...row, kekId: after.kekId, wrap: after.wrap });
    return true;
  },
);

/** The first check value of a key stays. */
export const putKeyCheck = operation('vault.putKeyCheck', (rows: VaultRows, check: KeyCheck): null => {
  const isKnown = rows.listKeyChecks().some(({ kekId }) => kekId === check.kekId);
  if (!isKnown) rows.insertKeyCheck({ ...check.envelope, kekId: check.kekId });
  return null;
});

export const dropUnusedKeyChecks = operation(
  'vault.dropUnusedKeyChecks',
  (rows: VaultRows, keep: string): null => {
    for (const { kekId } of rows.listKeyChecks()) {
      if (kekId !== keep && !rows.isUsed(kekId)) rows.removeKeyCheck(kekId);
    }
    return null;
  },
);
