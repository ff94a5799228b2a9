import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { UPGRADE_FILE } from '../../../src/history/sqlite/upgrade/upgrade.ts';
import { buildOldRow, OLD_SERIES, oldRecord, writeOldFile } from '../../support/format-1-file.ts';

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'history-upgrade-'));
  directories.push(directory);
  return directory;
};
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Every series of the old file has its records, in their order, and there is no other. */
async function assertUpgraded(dataDir: string): Promise<void> {
  const history = await openSqliteHistory({ dataDir });
  const stats = await history.readStats();
  for (let id = 1; id <= OLD_SERIES; id++) {
    const { columns } = await history.read(oldRecord(id, 0), { limit: 10 });
    const expected = [oldRecord(id, 0), oldRecord(id, 1)];
    assert.deepEqual([...columns.t], [expected[0]!.t, expected[1]!.t], `series ${id}`);
    assert.deepEqual([...columns.p], [expected[0]!.p, expected[1]!.p], `series ${id}`);
  }
  assert.deepEqual([stats.series, stats.observations], [OLD_SERIES, OLD_SERIES * 2]);
  await history.close();
  assert.equal(existsSync(join(dataDir, UPGRADE_FILE)), false);
}

/** Opens, and stops the upgrade by an error when this many series are done. */
async function stopAt(dataDir: string, seriesDone: number): Promise<number[]> {
  const seen: number[] = [];
  const onUpgrade = (progress: { readonly seriesDone: number }) => {
    seen.push(progress.seriesDone);
    if (progress.seriesDone >= seriesDone) throw new Error('stopped');
  };
  await assert.rejects(openSqliteHistory({ dataDir, onUpgrade }), /stopped/);
  return seen;
}

test('an upgrade that was stopped continues where it ended', async () => {
  const dataDir = newDirectory();
  writeOldFile(join(dataDir, HISTORY_FILE));
  const first = await stopAt(dataDir, 500);
  assert.equal(first[0], 0);
  const second = await stopAt(dataDir, 1_500);
  assert.equal(second[0], first.at(-1));
  await assertUpgraded(dataDir);
});

test('an upgrade starts over when the old file has changed in the meantime', async () => {
  const dataDir = newDirectory();
  const file = join(dataDir, HISTORY_FILE);
  writeOldFile(file, { withoutLast: true });
  await stopAt(dataDir, 500);
  rmSync(file);
  writeOldFile(file);
  assert.equal((await stopAt(dataDir, 500))[0], 0);
  await assertUpgraded(dataDir);
});

test('a full disk stops an upgrade without harm, and it continues when there is room', async () => {
  const dataDir = newDirectory();
  writeOldFile(join(dataDir, HISTORY_FILE));
  const exec = DatabaseSync.prototype.exec;
  // Four commits of series and a last one: each of them fails once.
  for (const commits of [0, 1, 0, 2, 1]) {
    let left = commits;
    DatabaseSync.prototype.exec = function failing(sql: string) {
      if (sql === 'COMMIT' && left-- <= 0) throw new Error('database or disk is full');
      return exec.call(this, sql);
    };
    try {
      await assert.rejects(openSqliteHistory({ dataDir }), /disk is full/);
    } finally {
      DatabaseSync.prototype.exec = exec;
    }
  }
  await assertUpgraded(dataDir);
});

test('an upgrade has room for one more step each time, and comes to its end', async () => {
  const dataDir = newDirectory();
  writeOldFile(join(dataDir, HISTORY_FILE));
  const exec = DatabaseSync.prototype.exec;
  let refused = 0;
  // SQLite itself refuses to let the new file grow beyond this many pages.
  for (let pages = 8; ; pages += 16) {
    DatabaseSync.prototype.exec = function limited(sql: string) {
      const result = exec.call(this, sql);
      if (sql.includes('cache_size = -12288')) exec.call(this, `PRAGMA max_page_count = ${pages}`);
      return result;
    };
    try {
      await (await openSqliteHistory({ dataDir })).close();
      break;
    } catch (error) {
      assert.match(String(error), /full/);
      refused++;
    } finally {
      DatabaseSync.prototype.exec = exec;
    }
  }
  assert.ok(refused > 2, `refused ${refused} times`);
  await assertUpgraded(dataDir);
});

test('an upgrade that ended before the new file took its place is done again', async () => {
  const dataDir = newDirectory();
  writeOldFile(join(dataDir, HISTORY_FILE));
  const exec = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function failing(sql: string) {
    if (sql === 'PRAGMA wal_checkpoint(TRUNCATE)') throw new Error('database or disk is full');
    return exec.call(this, sql);
  };
  try {
    await assert.rejects(openSqliteHistory({ dataDir }), /disk is full/);
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
  await assertUpgraded(dataDir);
});

test('what is damaged in an old file is reported, and the rest is taken over', async () => {
  const dataDir = newDirectory();
  const file = join(dataDir, HISTORY_FILE);
  copyFileSync(join(import.meta.dirname, '../../../src/history/sqlite/upgrade/fixtures/format-1.db'), file);
  const db = new DatabaseSync(file);
  const block = db.prepare('SELECT id, data FROM block ORDER BY id LIMIT 1').get()!;
  const data = Uint8Array.from(block.data as Uint8Array);
  data[40] = data[40]! ^ 8;
  db.prepare('UPDATE block SET data = ? WHERE id = ?').run(data, Number(block.id));
  const entry = db
    .prepare(
      'SELECT s.venue, s.store_key, i.records FROM block_index i JOIN series s ON s.id = i.series WHERE i.block = ?',
    )
    .get(Number(block.id))!;
  const stored = Number(db.prepare('SELECT sum(records) AS n FROM series').get()?.n);
  db.close();

  const history = await openSqliteHistory({ dataDir });
  const { corruptBlocks, observations } = await history.readStats();
  assert.deepEqual(
    corruptBlocks.map(({ venue, storeKey, records }) => [venue, storeKey, records]),
    [[entry.venue, entry.store_key, entry.records]],
  );
  assert.ok(observations > stored - Number(entry.records));
  await history.close();
  const kept = new DatabaseSync(file);
  assert.deepEqual(kept.prepare('SELECT data FROM damaged').get()?.data, data);
  kept.close();
});

test('a damaged row of an old journal is reported for every venue that it may have been of', async () => {
  const dataDir = newDirectory();
  const file = join(dataDir, HISTORY_FILE);
  writeOldFile(file);
  const db = new DatabaseSync(file);
  const data = buildOldRow(1);
  data[100] = data[100]! ^ 1;
  db.prepare('UPDATE journal SET data = ? WHERE id = 1').run(data);
  db.close();
  const history = await openSqliteHistory({ dataDir });
  const { corruptBlocks, observations } = await history.readStats();
  assert.deepEqual([corruptBlocks.length, corruptBlocks[0]?.records], [1, OLD_SERIES]);
  assert.equal(observations, OLD_SERIES);
  await history.close();
});

test('a format that nothing reads is refused by its number', async () => {
  const dataDir = newDirectory();
  const file = join(dataDir, HISTORY_FILE);
  await (await openSqliteHistory({ dataDir })).close();
  const db = new DatabaseSync(file);
  db.exec('PRAGMA user_version = 0');
  db.close();
  await assert.rejects(openSqliteHistory({ dataDir }), {
    name: 'HistoryFormatError',
    message: /has format 0/,
  });
});
