import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import type { HistoryStore, Page } from '../../../src/history/contract/history-store.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import type { SqliteHistory } from '../../../src/history/sqlite/sqlite-history.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { testForecasts } from '../../contract/forecasts.ts';
import { type HistoryEngine, testHistoryStore } from '../../contract/history-store.ts';
import { testMarketRegister } from '../../contract/market-register.ts';
import { testReferenceMarks } from '../../contract/reference-marks.ts';
import { testSettled } from '../../contract/settled.ts';
import { testSettledDays } from '../../contract/settled-days.ts';
import { testVenueBars } from '../../contract/venue-bars.ts';

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'history-'));
  directories.push(directory);
  return directory;
};
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const places = new WeakMap<HistoryStore, string>();
const openIn = async (dataDir: string) => {
  const store = await openSqliteHistory({ dataDir });
  places.set(store, dataDir);
  return store;
};

const testStore = (engine: HistoryEngine) => {
  testHistoryStore(engine);
  testMarketRegister(engine);
  testForecasts(engine);
  testReferenceMarks(engine);
  testSettledDays(engine);
  testVenueBars(engine);
  testSettled(engine);
};

testStore({
  name: 'sqlite',
  open: () => openIn(newDirectory()),
  reopen: async (store) => {
    await store.close();
    return openIn(places.get(store)!);
  },
});

testStore({
  name: 'sqlite, its tails packed and its series moved into pages',
  open: () => openIn(newDirectory()),
  reopen: async (store) => {
    await (store as SqliteHistory).sealAll();
    await store.close();
    const opened = await openIn(places.get(store)!);
    // A second time: what woke up since is packed and moved again.
    await opened.sealAll();
    return opened;
  },
});

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;

const polls = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    t: epochMs((from + i) * 30_000),
    p: ((from + i) % 100) / 100,
    v: null,
    s: 'poll' as const,
  }));

test('a second opening of the same data directory is refused by name', async () => {
  const dataDir = newDirectory();
  const store = await openIn(dataDir);
  await assert.rejects(openIn(dataDir), (error: Error) => {
    assert.equal(error.name, 'DataDirLockedError');
    assert.ok(error.message.includes(dataDir));
    return true;
  });
  await store.close();
  await (await openIn(dataDir)).close();
});

test('a file of a newer format, and a file of something else, are refused', async () => {
  const newer = newDirectory();
  await (await openIn(newer)).close();
  withDatabase(newer, (db) => db.exec('PRAGMA user_version = 99'));
  await assert.rejects(openIn(newer), {
    name: 'HistoryFormatError',
    message: /has format 99 and this version reads format 2: use a newer version$/,
  });

  const foreign = newDirectory();
  withDatabase(foreign, (db) => db.exec('CREATE TABLE something (x)'));
  await assert.rejects(openIn(foreign), { name: 'HistoryFormatError' });
});

test('a file of a version without bars is read equal, and gains their table when it is opened for writing', async () => {
  const dataDir = newDirectory();
  let store = await openIn(dataDir);
  await store.insert(SERIES, toColumns(polls(700)));
  const before = await store.read(SERIES, { limit: 1_000 });
  await store.close();
  withDatabase(dataDir, (db) => db.exec('DROP TABLE bar'));

  const reader = await openReadOnlyHistory({ dataDir });
  assert.deepEqual(await reader.read(SERIES, { limit: 1_000 }), before);
  assert.deepEqual(await reader.findBars(SERIES, {}), []);
  assert.deepEqual(await reader.listBars({ limit: 5 }), { bars: [], nextCursor: null });
  assert.deepEqual(verifyHistory(dataDir).problems, []);
  store = await openIn(dataDir);
  const bar = { t: epochMs(0), open: 1, high: 2, low: 0.5, close: 1.5, volume: null };
  await store.putBars(SERIES, [bar]);
  assert.deepEqual(await reader.findBars(SERIES, {}), [bar], 'a reader sees the table that came meanwhile');
  assert.deepEqual(await reader.read(SERIES, { limit: 1_000 }), before);
  withDatabase(dataDir, (db) => assert.equal(db.prepare('PRAGMA user_version').get()?.user_version, 2));
  await reader.close();
  await store.close();
});

test('a damaged part of a pack is reported by key and time range, and the rest stays readable', async () => {
  const dataDir = newDirectory();
  let store = await openIn(dataDir);
  await store.insert(SERIES, toColumns(polls(5_000)));
  await store.close();
  withDatabase(dataDir, (db) => {
    const row = db.prepare('SELECT id, data FROM pack').get();
    const data = Uint8Array.from(row?.data as Uint8Array);
    data[data.length >> 1] = data[data.length >> 1]! ^ 1;
    db.prepare('UPDATE pack SET data = ? WHERE id = ?').run(data, Number(row?.id));
  });

  store = await openIn(dataDir);
  const page = await store.read(SERIES, { limit: 10_000 });
  const [damaged] = (await store.readStats()).corruptBlocks;
  assert.ok(damaged?.kind === 'records');
  assert.equal(damaged.storeKey, 'kx');
  assert.equal(page.columns.length, 5_000 - damaged.records);
  assert.ok(page.columns.t.every((t) => t < damaged.fromMs || t > damaged.toMs));

  // Records for the same place push the damaged block aside, and it is still reported after a restart.
  const again = { t: epochMs(damaged.fromMs + 1), p: 0.5, v: null, s: 'import' as const };
  assert.deepEqual(await store.insert(SERIES, toColumns([again])), { stored: 1, skipped: 0 });
  await store.close();
  store = await openIn(dataDir);
  assert.equal((await store.readStats()).corruptBlocks.length, 1);
  assert.deepEqual(await store.findLast(SERIES, again.t), again);
  await store.close();
});

test('a late record rewrites the one piece that it falls into', async () => {
  const dataDir = newDirectory();
  const store = await openIn(dataDir);
  await store.insert(SERIES, toColumns(polls(5_000)));
  await store.append([{ ...SERIES, t: epochMs(30_001), p: 0.77, v: null, s: 'poll' }]);
  await store.close();
  withDatabase(dataDir, (db) => {
    const places = db
      .prepare('SELECT pack, slot FROM piece ORDER BY pos')
      .all()
      .map(({ pack, slot }) => [Number(pack), Number(slot)]);
    assert.deepEqual(
      places.slice(1),
      places.slice(1).map((_, i) => [1, i + 1]),
    );
    assert.deepEqual(places[0], [2, 0]);
  });
});

test('the newest page of a long series, of its last pieces alone, is the end of the whole', async () => {
  // Times of their own, and runs of one time that are longer than a piece and end within pages.
  for (const toTime of [(i: number) => i * 1_000, (i: number) => Math.floor(i / 2_500) * 1_000]) {
    const dataDir = newDirectory();
    const written = await openIn(dataDir);
    const records = Array.from({ length: 40_000 }, (_, i) => ({
      t: epochMs(toTime(i)),
      p: i,
      v: null,
      s: 'poll' as const,
    }));
    await written.insert(SERIES, toColumns(records));
    await written.append(
      records
        .slice(0, 3)
        .map((record, i) => ({ ...SERIES, ...record, t: epochMs(50_000_000 + i), p: 40_000 + i })),
    );
    await written.close();
    for (const limit of [2, 3, 700, 4_000, 19_999]) {
      // Nothing of the series is in memory.
      const store = await openIn(dataDir);
      const pages: number[][] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await store.read(SERIES, { limit, ...(cursor === null ? {} : { cursor }) });
        assert.equal(page.truncated, page.nextCursor !== null);
        pages.unshift([...page.columns.p]);
        cursor = page.nextCursor;
      } while (cursor !== null && pages.length < 70);
      const read = pages.flat();
      assert.deepEqual(
        read,
        Array.from({ length: read.length }, (_, i) => 40_003 - read.length + i),
      );
      if (limit >= 700) assert.equal(read.length, 40_003);
      await store.close();
    }
  }
});

test('a record earlier than the end of a full tail takes its place, in the same batch and after a restart', async () => {
  const dataDir = newDirectory();
  let store = await openIn(dataDir);
  const other = { venue: 'kalshi', storeKey: 'other', asset: 'kalshi-other' } as const;
  const at = (key: typeof SERIES | typeof other, t: number) =>
    ({ ...key, t: epochMs(t), p: t, v: null, s: 'poll' }) as const;
  // Both tails are full: the next commit would seal them.
  await store.append(polls(1_500).flatMap(({ t }) => [at(SERIES, t), at(other, t)]));
  const end = 1_499 * 30_000;
  await store.append([at(SERIES, end + 1), at(SERIES, end - 45_000), at(other, end + 1)]);
  await store.append([at(SERIES, end - 1), at(SERIES, end + 2), at(other, end - 45_000)]);
  for (let restarted = false; ; restarted = true) {
    const { columns } = await store.read(SERIES, { limit: 7 });
    assert.deepEqual(
      [...columns.t].map((t) => t - end),
      [-60_000, -45_000, -30_000, -1, 0, 1, 2],
    );
    const { t } = (await store.read(other, { limit: 5 })).columns;
    assert.deepEqual(
      [...t].map((time) => time - end),
      [-60_000, -45_000, -30_000, 0, 1],
    );
    if (restarted) break;
    await store.close();
    store = await openIn(dataDir);
  }
  assert.equal((await store.readStats()).observations, 3_006);
  await store.close();
});

test('the journal does not grow forever, although one series is polled rarely', async () => {
  const dataDir = newDirectory();
  const store = await openIn(dataDir);
  const rare = { venue: 'kalshi', storeKey: 'rare', asset: 'kalshi-rare' } as const;
  await store.append([{ ...rare, ...polls(1)[0]! }]);
  const batch = 20_000;
  for (let i = 0; i < 60; i++) {
    await store.append(polls(batch, i * batch).map((poll) => ({ ...SERIES, ...poll })));
  }
  await store.close();
  withDatabase(dataDir, (db) => {
    const records = Number(db.prepare('SELECT sum(records) AS n FROM journal').get()?.n);
    assert.ok(records < 400_000, `${records} records are left in the journal`);
  });
  const reopened = await openIn(dataDir);
  assert.equal((await reopened.readStats()).observations, 60 * batch + 1);
  assert.equal((await reopened.find(rare))?.count, 1);
  await reopened.close();
});

test('a failed commit leaves the store as it was', async () => {
  const store = await openIn(newDirectory());
  await store.append(polls(2_000).map((poll) => ({ ...SERIES, ...poll })));
  const exec = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function failing(sql: string) {
    if (sql === 'COMMIT') throw new Error('the disk is full');
    return exec.call(this, sql);
  };
  try {
    await assert.rejects(store.append([{ ...SERIES, ...polls(1, 3_000)[0]! }]), /disk is full/);
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
  assert.equal((await store.find(SERIES))?.count, 2_000);
  await store.append([{ ...SERIES, ...polls(1, 3_000)[0]! }]);
  assert.equal((await store.read(SERIES, { limit: 9_000 })).columns.length, 2_001);
  await store.close();
});

function withDatabase(dataDir: string, use: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE));
  try {
    use(db);
  } finally {
    db.close();
  }
}
