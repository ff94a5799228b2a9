import { CheckStore } from '../../../src/bot/credential-checks/check-store.ts';
import {
  type CheckQueries,
  type CheckRow,
  type CheckRows,
  SPREAD_FACTOR,
} from '../../../src/bot/credential-checks/rows.ts';
import type { CredentialKey } from '../../../src/vault/vault-record.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

/** A credential of the vault, as far as checks know it. */
export interface HeldCredential extends CredentialKey {
  readonly addedAt: number;
}

/** Verdicts over rows in memory. @param credentials What the vault holds, read at each use. */
export function openMemoryChecks(credentials: () => readonly HeldCredential[]): CheckStore {
  const undo: UndoLog = [];
  const table = new MemoryTable<CheckRow>(undo);
  const isHeld = (row: CheckRow) =>
    credentials().some(({ owner, venue }) => owner === row.owner && venue === row.venue);
  const find = ({ owner, venue }: CredentialKey) => table.find(owner, venue);
  const put = (row: CheckRow) => table.put([row.owner, row.venue], row);
  const rows: CheckRows = {
    find,
    put,
    remove: ({ owner, venue }) => table.remove(owner, venue),
    removeOfAbsentCredentials: () => {
      for (const row of table.list()) if (!isHeld(row)) table.remove(row.owner, row.venue);
    },
    spreadNextAt: (from, within) => {
      for (const row of table.list()) {
        const withinMs = BigInt(row.usable ? within.usable : within.unusable);
        const laterMs = Number((BigInt(row.addedAt) * BigInt(SPREAD_FACTOR)) % withinMs);
        put({ ...row, nextAt: from + (row.checkedAt === null ? 0 : laterMs) });
      }
    },
    insertForOtherCredentials: (verdict) => {
      for (const { owner, venue, addedAt } of credentials()) {
        if (find({ owner, venue }) === null) put({ ...verdict, owner, venue, addedAt });
      }
    },
  };
  const queries: CheckQueries = {
    find: async (credential) => find(credential),
    list: async (owner) => table.list().filter((row) => row.owner === owner),
    listDue: async (now, limit, except) =>
      table
        .list()
        .filter(({ venue, nextAt }) => nextAt !== null && nextAt <= now && !except.includes(venue))
        .sort(
          (a, b) =>
            Number(a.checkedAt !== null) - Number(b.checkedAt !== null) ||
            Number(a.nextAt) - Number(b.nextAt),
        )
        .slice(0, limit),
    countRefused: async () => {
      const refused = table.list().filter(({ usable, checkedAt }) => !usable && checkedAt !== null);
      return [...Map.groupBy(refused, ({ venue }) => venue)].map(([venue, { length }]) => ({
        venue,
        count: length,
      }));
    },
  };
  return new CheckStore(new MemoryDatabase(rows, undo), queries);
}
