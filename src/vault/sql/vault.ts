import { prepareReviewRows } from '../../billing/review/sql/review-rows.ts';
import { bindOperations, type Transaction } from '../../storage/procedure.ts';
import type { Statements } from '../../storage/statements.ts';
import { admitKey, dropUnusedKeyChecks, forgetKey } from '../operations/key-checks.ts';
import { noteOpening } from '../operations/unreadable.ts';
import { putRecord, removeRecord, removeUnchanged, replaceWrap } from '../operations/vault-records.ts';
import type { KeyCheckRow, VaultAndReview, VaultQueries, VaultRow, VaultRows } from '../rows.ts';
import type { CredentialKey } from '../vault-record.ts';

const COLUMNS = 'owner, venue, kind, kek_id AS kekId, wrap, box, added_at AS addedAt';

function vaultRows(tx: Transaction): VaultRows {
  return {
    find: (credential) => findRecord(tx, credential),
    put: ({ owner, venue, kind, kekId, wrap, box, addedAt }) => {
      tx.get(
        `INSERT INTO vault_record (owner, venue, kind, kek_id, wrap, box, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, venue) DO UPDATE SET kind = excluded.kind, kek_id = excluded.kek_id,
           wrap = excluded.wrap, box = excluded.box, added_at = excluded.added_at`,
      ).run(owner, venue, kind, kekId, wrap, box, addedAt);
    },
    remove: ({ owner, venue }) => {
      tx.get('DELETE FROM vault_record WHERE owner = ? AND venue = ?').run(owner, venue);
    },
    isUsed: (kekId) => tx.get('SELECT 1 FROM vault_record WHERE kek_id = ? LIMIT 1').get(kekId) !== undefined,
    listUnder: (kekId, limit) =>
      tx
        .get<VaultRow>(`SELECT ${COLUMNS} FROM vault_record WHERE kek_id = ? ORDER BY owner, venue LIMIT ?`)
        .all(kekId, limit),
    listKeyChecks: () => listKeyChecks(tx),
    insertKeyCheck: ({ kekId, wrap, box }) => {
      tx.get('INSERT INTO vault_key_check (kek_id, wrap, box) VALUES (?, ?, ?)').run(kekId, wrap, box);
    },
    removeKeyCheck: (kekId) => {
      tx.get('DELETE FROM vault_key_check WHERE kek_id = ?').run(kekId);
    },
  };
}

export const procedures = bindOperations(
  import.meta.url,
  [
    putRecord,
    removeRecord,
    removeUnchanged,
    replaceWrap,
    admitKey,
    dropUnusedKeyChecks,
    forgetKey,
    noteOpening,
  ],
  (tx): VaultAndReview => ({ vault: vaultRows(tx), review: prepareReviewRows(tx) }),
);

/** Reads of encrypted credentials outside of transactions, as SQL for both engines. */
export function prepareVaultQueries(reads: Statements): VaultQueries {
  return {
    find: async (credential) => findRecord(reads, credential),
    list: async (owner) =>
      reads.get<VaultRow>(`SELECT ${COLUMNS} FROM vault_record WHERE owner = ? ORDER BY venue`).all(owner),
    listNotUnder: async (kekId, after, limit) =>
      reads
        .get<VaultRow>(
          `SELECT ${COLUMNS} FROM vault_record WHERE kek_id <> ? AND (owner, venue) > (?, ?)
           ORDER BY owner, venue LIMIT ?`,
        )
        .all(kekId, after.owner, after.venue, limit),
    listKeyChecks: async () => listKeyChecks(reads),
    listWaiting: async () =>
      reads
        .get(`SELECT subject FROM review_item WHERE kind = 'vault_unreadable' AND ended_at IS NULL`)
        .all()
        .map(({ subject }) => String(subject)),
  };
}

function findRecord(statements: Statements, { owner, venue }: CredentialKey): VaultRow | null {
  const row = statements.get<VaultRow>(`SELECT ${COLUMNS} FROM vault_record WHERE owner = ? AND venue = ?`);
  return row.get(owner, venue) ?? null;
}

function listKeyChecks(statements: Statements): readonly KeyCheckRow[] {
  return statements
    .get<KeyCheckRow>('SELECT kek_id AS kekId, wrap, box FROM vault_key_check ORDER BY kek_id')
    .all();
}
