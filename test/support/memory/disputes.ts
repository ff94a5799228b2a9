import { DisputeStore } from '../../../src/links/disputes/dispute-store.ts';
import type { DisputeRow, DisputeRows } from '../../../src/links/rows.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

/** Disputes over rows in memory. */
export function openMemoryDisputes(): DisputeStore {
  const undo: UndoLog = [];
  const table = new MemoryTable<DisputeRow>(undo);
  const rows: DisputeRows = {
    put: (row) => table.put([row.pair], row),
    remove: (pair) => table.remove(pair),
  };
  return new DisputeStore(new MemoryDatabase(rows, undo), { listAll: async () => table.list() });
}
