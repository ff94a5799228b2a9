import type { SourceQueries, SourceRow, SourceRows } from '../../../src/billing/sources/rows.ts';
import { MemoryTable, type UndoLog } from './memory-database.ts';

/** Rows of sources in memory. @param undo Of the database that they are a part of. */
export function createMemorySources(undo: UndoLog): {
  readonly rows: SourceRows;
  readonly queries: Pick<SourceQueries, 'find' | 'list'>;
} {
  const sources = new MemoryTable<SourceRow>(undo);
  const find = (source: string) => sources.find(source);
  return {
    rows: { find, put: (row) => sources.put([row.source], row) },
    queries: { find: async (source) => find(source), list: async () => sources.list() },
  };
}
