import type { StaleReportQueries, StaleReportRow, StaleReportRows } from '../../../src/health/rows.ts';
import { StaleReports } from '../../../src/health/stale/stale-reports.ts';
import { MemoryDatabase, MemoryTable, type UndoLog } from './memory-database.ts';

/** Opens stale reports over rows in memory. */
export function openMemoryStaleReports(): StaleReports {
  const undo: UndoLog = [];
  const table = new MemoryTable<StaleReportRow>(undo);
  const rows: StaleReportRows = {
    put: (row) => table.put([row.ts], row),
    removeBefore: (limit) => {
      for (const { ts } of table.list()) if (ts < limit) table.remove(ts);
    },
  };
  const listOldestFirst = () => table.list().sort((a, b) => a.ts - b.ts);
  const queries: StaleReportQueries = {
    listSince: async (sinceMs) => listOldestFirst().filter(({ ts }) => ts >= sinceMs),
    findNewest: async () => listOldestFirst().at(-1) ?? null,
  };
  return new StaleReports(new MemoryDatabase(rows, undo), queries);
}
