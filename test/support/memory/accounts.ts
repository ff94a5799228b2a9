import type { AdminAction } from '../../../src/accounts/admin-actions.ts';
import { isLive, type KeySelection } from '../../../src/accounts/keys/keys.ts';
import type { UsageDay, UsageRow } from '../../../src/accounts/limits/usage.ts';
import type {
  AccountQueries,
  AccountRows,
  FlagRow,
  KeyRow,
  OwnerRow,
  UsageKey,
} from '../../../src/accounts/rows.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryAccounts {
  readonly rows: AccountRows;
  readonly queries: AccountQueries;
  /** Lists the actions, oldest first. */
  listActions(): readonly AdminAction[];
}

/** Rows of the accounts in memory. @param undo Of the database that they are a part of. */
export function createMemoryAccounts(undo: UndoLog): MemoryAccounts {
  const keys = new MemoryTable<KeyRow>(undo);
  const owners = new MemoryTable<OwnerRow>(undo);
  const usage = new MemoryTable<UsageRow>(undo);
  const usageDays = new MemoryTable<UsageDay>(undo);
  const flags = new MemoryTable<FlagRow>(undo);
  const actions = new MemoryTable<AdminAction>(undo);
  const usageKey = ({ botId, month, endpoint, venue }: UsageKey) => [botId, month, endpoint, venue ?? ''];
  const listNewest = () =>
    keys.list().sort((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.hash < b.hash ? 1 : -1));
  const listKeys = (selection: KeySelection): readonly KeyRow[] => {
    if (selection.kind === 'bot') return listNewest().filter(({ botId }) => botId === selection.botId);
    if (selection.kind === 'owner') return listNewest().filter(({ owner }) => owner === selection.owner);
    const line = new Set<string>();
    for (let hash: string | null = selection.hash; hash !== null; hash = keys.find(hash)?.successor ?? null) {
      line.add(hash);
    }
    return listNewest().filter(({ hash }) => line.has(hash));
  };
  const rows: AccountRows = {
    findKey: (hash) => keys.find(hash),
    listKeys,
    insertKey: (row) => keys.insert([row.hash], row),
    updateKey: (change) => {
      const row = keys.find(change.hash);
      if (row !== null) keys.put([row.hash], { ...row, ...change });
    },
    touchKey: (hash, at) => {
      const row = keys.find(hash);
      if (row !== null && (row.lastUsedAt ?? 0) < at) keys.put([hash], { ...row, lastUsedAt: at });
    },
    findOwner: (name) => owners.find(name),
    insertOwner: (row) => owners.insert([row.name], row),
    addUsage: (row) => {
      const known = usage.find(...usageKey(row));
      const { count, firstAt, lastAt } = known ?? { count: 0, firstAt: row.firstAt, lastAt: row.lastAt };
      usage.put(usageKey(row), {
        ...row,
        count: count + row.count,
        firstAt,
        lastAt: Math.max(lastAt, row.lastAt),
      });
    },
    addUsageDay: ({ botId, day, count }) => {
      const known = usageDays.find(botId, day)?.count ?? 0;
      usageDays.put([botId, day], { botId, day, count: known + count });
    },
    deleteUsageDays: (before) => {
      for (const { botId, day } of usageDays.list()) if (day < before) usageDays.remove(botId, day);
    },
    sumUsage: (botId, month) =>
      usage
        .list()
        .filter((row) => row.botId === botId && row.month === month)
        .reduce((sum, { count }) => sum + count, 0),
    putFlag: (row) => flags.put([row.name], row),
    insertAdminAction: (action) => actions.insert([actions.size + 1], action),
  };
  const queries: AccountQueries = {
    findKey: async (hash) => keys.find(hash),
    listKeys: async (selection) => listKeys(selection),
    findLiveKey: async (botId, now) =>
      listKeys({ kind: 'bot', botId }).find((row) => isLive(row, now)) ?? null,
    listNewestKeys: async (owner, limit) =>
      (owner === null ? listNewest() : listKeys({ kind: 'owner', owner })).slice(0, limit),
    hasKey: async (botId) => keys.list().some((row) => botId === null || row.botId === botId),
    findOwner: async (name) => owners.find(name),
    listUsage: async (botId, month) =>
      usage.list().filter((row) => row.botId === botId && row.month === month),
    listUsageDays: async (botId, from) =>
      usageDays.list().filter((row) => row.botId === botId && row.day >= from),
    findFirstUsageDay: async () =>
      usageDays
        .list()
        .map(({ day }) => day)
        .sort()[0] ?? null,
    listActions: async (before, limit) =>
      actions
        .list()
        .map((action, i) => ({ ...action, id: i + 1 }))
        .filter(({ id }) => id < before)
        .reverse()
        .slice(0, limit),
    findFlag: async (name) => flags.find(name),
  };
  return { rows, queries, listActions: () => actions.list() };
}

/** Opens a database of the accounts alone. */
export function openMemoryAccounts(): MemoryAccounts & { readonly database: MemoryDatabase } {
  const undo: UndoLog = [];
  const accounts = createMemoryAccounts(undo);
  return { ...accounts, database: new MemoryDatabase(accounts.rows, undo) };
}
