import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { describeStaleReports } from '../../../test/contract/stale-reports.ts';
import { openMemoryStaleReports } from '../../../test/support/memory/stale-reports.ts';
import { SQLITE_ENGINES } from '../../../test/support/service-engine.ts';
import { STORE_SUITES } from '../../../test/support/store-suites.ts';
import {
  openServiceDatabase,
  type SqliteServiceDatabase,
} from '../../storage/sqlite/sqlite-service-database.ts';
import { StaleReports } from '../stale/stale-reports.ts';
import { moveOldStaleReports, prepareStaleReportQueries, procedures } from './stale-reports.ts';

const HOUR = 3_600_000;
const NOW = 1_763_700_000_000;

const openReports = (database: SqliteServiceDatabase) =>
  new StaleReports(database, prepareStaleReportQueries(database.reads));

for (const engine of SQLITE_ENGINES) STORE_SUITES.staleReports(engine);
describeStaleReports('rows in memory', async () => {
  const reports = openMemoryStaleReports();
  return { reports, reopen: async () => reports };
});

test('the reports of older versions move into the service database at the first start', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-reports-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const file = path.join(dataDir, 'stale-reports.sqlite');
  const old = new DatabaseSync(file);
  old.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE report (ts INTEGER PRIMARY KEY, ages TEXT NOT NULL) STRICT',
  );
  const insert = old.prepare('INSERT INTO report VALUES (?, ?)');
  insert.run(NOW, '{}');
  insert.run(NOW + HOUR, '{"kalshi":{"never":1}}');
  old.close();

  const database = await openServiceDatabase({ dataDir, procedures: [procedures] });
  assert.equal(await moveOldStaleReports(dataDir, database), 2);
  assert.equal(existsSync(file), false);
  assert.equal(await moveOldStaleReports(dataDir, database), 0);
  await database.close();
  const reopened = await openServiceDatabase({ dataDir, procedures: [procedures] });
  const reports = openReports(reopened);
  assert.equal((await reports.listSince(0)).length, 2);
  assert.equal((await reports.findNewest())?.ts, NOW + HOUR);
  await reopened.close();
});
