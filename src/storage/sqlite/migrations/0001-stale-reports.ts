import type { Migration } from './migration.ts';

/** Reports of how old the records of all tracked assets were. */
export const staleReportTable: Migration = {
  name: '0001-stale-reports',
  sql: 'CREATE TABLE stale_report (ts INTEGER PRIMARY KEY, ages TEXT NOT NULL) STRICT;',
};
