import { DecisionStore } from '../../../src/bot/engine/decision-store.ts';
import type { DecisionRow, DecisionRows } from '../../../src/bot/engine/rows.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

/** Decisions over rows in memory. */
export function openMemoryDecisions(): DecisionStore {
  const undo: UndoLog = [];
  const table = new MemoryTable<DecisionRow & { readonly botId: string; readonly id: number }>(undo);
  let lastId = 0;
  const listBot = (botId: string) => table.list().filter((row) => row.botId === botId);
  const rows: DecisionRows = {
    insert: (botId, row) => {
      const id = ++lastId;
      table.insert([id], { ...row, botId, id });
    },
    keepNewest: (botId, count) => {
      for (const { id } of listBot(botId).slice(0, -count)) table.remove(id);
    },
  };
  return new DecisionStore(new MemoryDatabase(rows, undo), {
    listNewest: async (botId, limit) => listBot(botId).reverse().slice(0, limit),
  });
}
