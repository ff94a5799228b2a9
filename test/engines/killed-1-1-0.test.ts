import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { restoreBackup } from '../../src/app/backups/restore.ts';
import { VENUES } from '../../src/domain/index.ts';
import { readObservation } from '../../src/history/columns/columns.ts';
import type { HistoryReader } from '../../src/history/contract/history-store.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../src/history/sqlite/verify.ts';
import { migrate } from '../../src/storage/sqlite/migrate.ts';
import { SCHEMA_VERSION } from '../../src/storage/sqlite/migrations/index.ts';
import { closeWriter, openReader, openWriter, readPragma } from '../../src/storage/sqlite/open.ts';
import { copyKilled, newDirectory, readExpectedOfKilled } from '../support/data-of-1-1-0.ts';

const expected = readExpectedOfKilled();

/** A directory whose files alone hold next to nothing. */
function copyWithLogs(t: TestContext): string {
  const dataDir = copyKilled(t);
  for (const name of ['history', 'service'])
    assert.ok(statSync(join(dataDir, `${name}.sqlite-wal`)).size > 0);
  return dataDir;
}

async function compareHistory(history: HistoryReader): Promise<void> {
  for (const { venue, storeKey, asset, count, sha256 } of expected.series) {
    const facts = await history.find({ venue, storeKey });
    assert.deepEqual([facts?.asset, facts?.count], [asset, count]);
    const { columns } = await history.read({ venue, storeKey }, { limit: 100_000 });
    const records = Array.from({ length: columns.length }, (_, i) => {
      const { t, p, v, s } = readObservation(columns, i);
      return [t, p, v, s];
    });
    assert.equal(createHash('sha256').update(JSON.stringify(records)).digest('hex'), sha256, asset);
  }
  const gaps = [];
  for (const venue of VENUES) gaps.push(...(await history.listGaps(venue, {})));
  assert.deepEqual(gaps, expected.gaps);
  assert.equal((await history.listMarkets({ limit: 1_000 })).markets.length, expected.markets);
  assert.equal((await history.listRules({ limit: 1_000 })).rules.length, expected.rules);
}

function compareLedger(dataDir: string, isMigrated: boolean): void {
  const db = openReader(dataDir);
  try {
    assert.equal(readPragma(db, 'user_version'), isMigrated ? SCHEMA_VERSION : 24);
    const rows = db.prepare('SELECT * FROM transfer ORDER BY id').all();
    const read = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    );
    assert.equal(read.length, expected.transfers.length);
    assert.partialDeepStrictEqual(read, expected.transfers);
  } finally {
    db.close();
  }
}

test('what a killed 1.1.0 left in the logs beside its files is read without a change of either', async (t) => {
  const dataDir = copyWithLogs(t);
  const bytes = () =>
    ['history.sqlite', 'history.sqlite-wal', 'service.sqlite', 'service.sqlite-wal'].map((name) =>
      createHash('sha256')
        .update(readFileSync(join(dataDir, name)))
        .digest('hex'),
    );
  const before = bytes();
  const history = await openReadOnlyHistory({ dataDir });
  await compareHistory(history);
  await history.close();
  compareLedger(dataDir, false);
  assert.deepEqual(bytes(), before);
});

test('a writer that opens it has every acknowledged record and transfer, and opens it again', async (t) => {
  const dataDir = copyWithLogs(t);
  for (let start = 0; start < 2; start++) {
    const history = await openSqliteHistory({ dataDir });
    await compareHistory(history);
    await history.close();
    const db = openWriter(dataDir);
    migrate(db);
    closeWriter(db);
    compareLedger(dataDir, true);
  }
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('the directory as it lay is a copy that restore puts back, logs included', async (t) => {
  const source = copyWithLogs(t);
  const dataDir = join(newDirectory(t), 'restored');
  await restoreBackup({ source, dataDir, isOnServer: false, onStep: () => undefined });
  const history = await openReadOnlyHistory({ dataDir });
  t.after(() => history.close());
  await compareHistory(history);
  compareLedger(dataDir, true);
  assert.ok(
    !existsSync(join(dataDir, 'history.sqlite-wal')) ||
      statSync(join(dataDir, 'history.sqlite-wal')).size === 0,
  );
});
