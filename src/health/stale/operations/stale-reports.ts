import { operation } from '../../../storage/operation.ts';
import type { StaleReportRow, StaleReportRows } from '../../rows.ts';
import { STALE_REPORT_RETENTION_MS } from '../stale-report.ts';

/** Stores reports, oldest first, and deletes those that are too old compared with the newest one. */
export const addStaleReports = operation(
  'staleReports.add',
  (rows: StaleReportRows, reports: readonly StaleReportRow[]): null => {
    for (const report of reports) rows.put(report);
    const newest = reports.at(-1)?.ts ?? 0;
    rows.removeBefore(newest - STALE_REPORT_RETENTION_MS);
    return null;
  },
);
