import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { moveOldStaleReports, procedures, SqliteStaleReports } from './stale-reports.ts';

const HOUR = 3_600_000;
const NOW = 1_763_700_000_000;

test('reports come oldest first and those older than 48 hours go with the next one', async (t) => {
  const database = await openServiceDatabase({ dataDir: null, procedures: [procedures] });
  t.after(() => database.close());
  const reports = new SqliteStaleReports(database);
  assert.equal(reports.latest(), null);
  for (const hours of [0, 10, 47, 48, 49]) await reports.add({ ts: NOW + hours * HOUR, ages: {} });
  assert.deepEqual(
    reports.since(NOW).map(({ ts }) => (ts - NOW) / HOUR),
    [10, 47, 48, 49],
  );
  assert.equal(reports.latest()?.ts, NOW + 49 * HOUR);
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
  const reports = new SqliteStaleReports(reopened);
  assert.equal(reports.since(0).length, 2);
  assert.equal(reports.latest()?.ts, NOW + HOUR);
  await reopened.close();
});
