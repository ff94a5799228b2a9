import type { VenueId } from '../../../domain/index.ts';
import { bindOperations, type Transaction } from '../../../storage/procedure.ts';
import type { Statements } from '../../../storage/statements.ts';
import type { CredentialKey } from '../../../vault/vault-record.ts';
import { makeAllDue, makeCheckDue, putCheck, removeCheck } from '../operations/checks.ts';
import { type CheckQueries, type CheckRow, type CheckRows, SPREAD_FACTOR } from '../rows.ts';

const COLUMNS = `owner, venue, added_at AS addedAt, usable, missing, problem, checked_at AS checkedAt,
  next_at AS nextAt`;
const INSERT =
  'INSERT INTO bot_credential_check (owner, venue, added_at, usable, missing, problem, checked_at, next_at)';

function prepareCheckRows(tx: Transaction): CheckRows {
  return {
    find: (credential) => findCheck(tx, credential),
    put: ({ owner, venue, addedAt, usable, missing, problem, checkedAt, nextAt }) => {
      tx.get(
        `${INSERT} VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (owner, venue) DO UPDATE SET added_at = excluded.added_at, usable = excluded.usable,
           missing = excluded.missing, problem = excluded.problem, checked_at = excluded.checked_at,
           next_at = excluded.next_at`,
      ).run(owner, venue, addedAt, usable ? 1 : 0, missing, problem, checkedAt, nextAt);
    },
    remove: ({ owner, venue }) => {
      tx.get('DELETE FROM bot_credential_check WHERE owner = ? AND venue = ?').run(owner, venue);
    },
    removeOfAbsentCredentials: () => {
      tx.get(
        `DELETE FROM bot_credential_check WHERE NOT EXISTS (SELECT 1 FROM vault_record v
           WHERE v.owner = bot_credential_check.owner AND v.venue = bot_credential_check.venue)`,
      ).run();
    },
    spreadNextAt: (from, { usable, unusable }) => {
      tx.get(
        `UPDATE bot_credential_check SET next_at = CAST(? AS BIGINT) + CASE WHEN checked_at IS NULL THEN 0
           ELSE (added_at * ${SPREAD_FACTOR}) % CASE WHEN usable = 1 THEN CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END END`,
      ).run(from, usable, unusable);
    },
    insertForOtherCredentials: ({ usable, missing, problem, checkedAt, nextAt }) => {
      tx.get(
        `${INSERT} SELECT owner, venue, added_at, ?, ?, ?, ?, ? FROM vault_record WHERE true
         ON CONFLICT (owner, venue) DO NOTHING`,
      ).run(usable ? 1 : 0, missing, problem, checkedAt, nextAt);
    },
  };
}

export const procedures = bindOperations(
  import.meta.url,
  [putCheck, removeCheck, makeAllDue, makeCheckDue],
  prepareCheckRows,
);

/** Prepares the reads of credential checks outside of transactions, as SQL for both engines. */
export function prepareCheckQueries(reads: Statements): CheckQueries {
  return {
    find: async (credential) => findCheck(reads, credential),
    list: async (owner) =>
      reads
        .get<StoredCheck>(`SELECT ${COLUMNS} FROM bot_credential_check WHERE owner = ?`)
        .all(owner)
        .map(toRow),
    listDue: async (now, limit, except) => {
      // Each number of excepted venues has its own SQL text; there are few such numbers.
      const others = except.length === 0 ? '' : `AND venue NOT IN (${except.map(() => '?').join(', ')})`;
      return reads
        .get<StoredCheck>(
          `SELECT ${COLUMNS} FROM bot_credential_check WHERE next_at <= ? ${others}
           ORDER BY checked_at IS NOT NULL, next_at, owner, venue LIMIT ?`,
        )
        .all(now, ...except, limit)
        .map(toRow);
    },
    countRefused: async () =>
      reads
        .get<{ readonly venue: VenueId; readonly count: number }>(
          `SELECT venue, COUNT(*) AS count FROM bot_credential_check
           WHERE usable = 0 AND checked_at IS NOT NULL GROUP BY venue`,
        )
        .all(),
  };
}

function findCheck(statements: Statements, { owner, venue }: CredentialKey): CheckRow | null {
  const row = statements
    .get<StoredCheck>(`SELECT ${COLUMNS} FROM bot_credential_check WHERE owner = ? AND venue = ?`)
    .get(owner, venue);
  return row === undefined ? null : toRow(row);
}

type StoredCheck = Omit<CheckRow, 'usable'> & { readonly usable: number };

function toRow({ usable, ...rest }: StoredCheck): CheckRow {
  return { ...rest, usable: usable === 1 };
}
