import type { FlagRow } from '../../../src/accounts/rows.ts';
import { ControlStore } from '../../../src/bot/control/control-store.ts';
import type { ControlQueries, ControlRow, ControlRows, SecretRow } from '../../../src/bot/control/rows.ts';
import type { Clock } from '../../../src/domain/index.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

export interface MemoryControls {
  readonly rows: ControlRows;
  readonly queries: ControlQueries;
  /** Sets the global flag as the operator does. */
  putFlag(flag: FlagRow): void;
}

/** Settings and flags of bots over rows in memory. */
export function openMemoryControls(clock: Clock): {
  readonly store: ControlStore;
  setGlobalKill(value: boolean): void;
} {
  const undo: UndoLog = [];
  const { rows, queries, putFlag } = createMemoryControls(undo);
  return {
    store: new ControlStore(new MemoryDatabase(rows, undo), queries, clock),
    setGlobalKill: (value) => putFlag({ name: 'global_kill', value, changedAt: clock() }),
  };
}

/** Rows of settings and flags in memory. @param undo Of the database that they are a part of. */
export function createMemoryControls(undo: UndoLog): MemoryControls {
  const controls = new MemoryTable<ControlRow>(undo);
  const flags = new MemoryTable<FlagRow>(undo);
  const secrets = new MemoryTable<SecretRow>(undo);
  const rows: ControlRows = {
    find: (botId) => controls.find(botId),
    put: (row) => controls.put([row.botId], row),
    findFlag: (name) => flags.find(name),
    insertFlag: (row) => flags.insert([row.name], row),
    findSecret: (name) => secrets.find(name),
    insertSecret: (row) => secrets.insert([row.name], row),
  };
  const queries: ControlQueries = {
    find: async (botId) => controls.find(botId),
    findFlag: async (name) => flags.find(name),
    readHalts: async (botId, [kill, opening]) => ({
      own: controls.find(botId)?.halt ?? 'none',
      kill: flags.find(kill)?.value === true,
      opening: flags.find(opening)?.value === true,
    }),
    findWithFlags: async (botId, [kill, opening]) => ({
      row: controls.find(botId),
      kill: flags.find(kill)?.value === true,
      opening: flags.find(opening)?.value === true,
    }),
    listWatched: async () => controls.list(),
    listRunning: async (after, limit) =>
      controls
        .list()
        .filter(({ botId, enabled, halt }) => enabled && halt !== 'all' && botId > after)
        .sort((a, b) => (a.botId < b.botId ? -1 : 1))
        .slice(0, limit),
  };
  return { rows, queries, putFlag: (flag) => flags.put([flag.name], flag) };
}
