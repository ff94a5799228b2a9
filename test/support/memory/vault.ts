import type {
  KeyCheckRow,
  VaultAndReview,
  VaultQueries,
  VaultRow,
  VaultRows,
} from '../../../src/vault/rows.ts';
import type { CredentialKey } from '../../../src/vault/vault-record.ts';
import { VaultStore } from '../../../src/vault/vault-store.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';
import { createMemoryReview } from './review.ts';

/** Opens sealed credentials over rows in memory. */
export function openMemoryVault(): VaultStore {
  const undo: UndoLog = [];
  const records = new MemoryTable<VaultRow>(undo);
  const checks = new MemoryTable<KeyCheckRow>(undo);
  const find = ({ owner, venue }: CredentialKey) => records.find(owner, venue);
  const listSorted = () => records.list().sort((a, b) => comparePlaces(a, b));
  const review = createMemoryReview(undo);
  const rows: VaultRows = {
    find,
    put: (row) => records.put([row.owner, row.venue], row),
    remove: ({ owner, venue }) => records.remove(owner, venue),
    isUsed: (kekId) => records.list().some((row) => row.kekId === kekId),
    listUnder: (kekId, limit) =>
      listSorted()
        .filter((row) => row.kekId === kekId)
        .slice(0, limit),
    listKeyChecks: () => checks.list(),
    insertKeyCheck: (row) => checks.insert([row.kekId], row),
    removeKeyCheck: (kekId) => checks.remove(kekId),
  };
  const queries: VaultQueries = {
    find: async (credential) => find(credential),
    list: async (owner) => listSorted().filter((row) => row.owner === owner),
    listNotUnder: async (kekId, after, limit) =>
      listSorted()
        .filter((row) => row.kekId !== kekId && comparePlaces(row, after) > 0)
        .slice(0, limit),
    listKeyChecks: async () => checks.list(),
    listWaiting: async () => {
      const all = {
        kind: 'vault_unreadable',
        owner: null,
        after: null,
        limit: Number.MAX_SAFE_INTEGER,
      } as const;
      return (await review.queries.list(all)).map(({ subject }) => subject);
    },
  };
  const all: VaultAndReview = { vault: rows, review: review.rows };
  return new VaultStore(new MemoryDatabase(all, undo), queries);
}

interface Place {
  readonly owner: string;
  readonly venue: string;
}

function comparePlaces(a: Place, b: Place): number {
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  return 0;
}
