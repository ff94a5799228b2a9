import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import type { SeriesObservation } from '../../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import type { SqliteHistory } from '../../../src/history/sqlite/sqlite-history.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';

const START = 1_700_000_000_000;
const directories: string[] = [];
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A store, and the connection that it writes with: SQLite itself refuses to let the file grow. */
async function openLimited(): Promise<{ dataDir: string; store: SqliteHistory; db: DatabaseSync }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-full-'));
  directories.push(dataDir);
  const exec = DatabaseSync.prototype.exec;
  let db: DatabaseSync | undefined;
  DatabaseSync.prototype.exec = function noting(sql: string) {
    if (sql.includes('journal_mode')) db = this;
    return exec.call(this, sql);
  };
  try {
    const store = await openSqliteHistory({ dataDir });
    assert.ok(db !== undefined);
    return { dataDir, store, db };
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}

function readNumber(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}

/** Prices that no coding makes small. */
function buildPrice(poll: number, series: number): number {
  const mixed = Math.imul(poll * 1_009 + series + 1, 2_654_435_761) >>> 0;
  return (mixed % 1_000_000) / 1_000_000;
}

function buildPoll(poll: number, t: number, keys: readonly string[]): SeriesObservation[] {
  return keys.map((storeKey, i) => ({
    venue: 'kalshi',
    storeKey,
    asset: `kalshi-${storeKey}`,
    t: epochMs(t),
    p: buildPrice(poll, i),
    v: null,
    s: 'poll',
  }));
}

async function readPrices(store: SqliteHistory, storeKey: string): Promise<number[]> {
  return [...(await store.read({ venue: 'kalshi', storeKey }, { limit: 10_000 })).columns.p];
}

/**
 * Does something with no room at all, then with one page more each time, until it is done. What is stored stays as it was
 * after every refusal.
 *
 * @returns How often it was refused.
 */
async function doneWithGrowingRoom(
  db: DatabaseSync,
  run: () => Promise<void>,
  check: () => Promise<void>,
): Promise<number> {
  const pages = readNumber(db, 'PRAGMA page_count');
  for (let refused = 0; ; refused++) {
    db.exec(`PRAGMA max_page_count = ${pages + refused}`);
    try {
      await run();
      return refused;
    } catch (error) {
      assert.match(String(error), /full/);
      await check();
    } finally {
      db.exec('PRAGMA max_page_count = 1000000');
    }
  }
}

test('a disk that is full when tails are sealed stops the poll alone, and sealing continues with room', async () => {
  const { dataDir, store, db } = await openLimited();
  const keys = Array.from({ length: 8 }, (_, i) => `long-${i}`);
  let polls = 0;
  const append = () => store.append(buildPoll(polls, START + polls * 30_000, keys));
  // Until the next poll seals.
  for (; polls < 896; polls++) await append();
  assert.equal(readNumber(db, 'SELECT count(*) FROM pack'), 0);
  const stored = await Promise.all(keys.map((key) => readPrices(store, key)));
  const refused = await doneWithGrowingRoom(db, append, async () => {
    assert.equal(readNumber(db, 'SELECT count(*) FROM pack'), 0);
    assert.deepEqual(await Promise.all(keys.map((key) => readPrices(store, key))), stored);
  });
  polls++;
  assert.ok(refused > 0);
  assert.ok(readNumber(db, 'SELECT count(*) FROM pack') > 0);
  for (; polls < 1_000; polls++) await append();
  for (const [i, key] of keys.entries()) {
    const expected = Array.from({ length: polls }, (_, poll) => buildPrice(poll, i));
    assert.deepEqual(await readPrices(store, key), expected);
  }
  await store.close();
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('a disk that is full when sleeping series are packed stops the poll alone, and packing continues with room', async () => {
  const { dataDir, store, db } = await openLimited();
  const keys = Array.from({ length: 150 }, (_, i) => `short-${String(i).padStart(3, '0')}`);
  for (let poll = 0; poll < 20; poll++) await store.append(buildPoll(poll, START + poll * 30_000, keys));
  const stored = await Promise.all(keys.map((key) => readPrices(store, key)));
  const check = async () => {
    assert.equal(readNumber(db, 'SELECT count(*) FROM pack'), 0);
    assert.deepEqual(await Promise.all(keys.map((key) => readPrices(store, key))), stored);
  };
  // Series fall asleep in the time of the polls: the one that is an hour later notices, the next one packs.
  await store.append(buildPoll(0, START + 2 * 3_600_000, ['other']));
  const refused = await doneWithGrowingRoom(
    db,
    () => store.append(buildPoll(1, START + 2 * 3_600_000 + 30_000, ['other'])),
    check,
  );
  assert.ok(refused > 0);
  assert.ok(readNumber(db, 'SELECT count(*) FROM pack') > 0);
  assert.deepEqual(await Promise.all(keys.map((key) => readPrices(store, key))), stored);
  assert.deepEqual(await readPrices(store, 'other'), [buildPrice(0, 0), buildPrice(1, 0)]);
  await store.close();
  const { damaged, records } = verifyHistory(dataDir);
  assert.deepEqual([damaged, records], [[], 150 * 20 + 2]);
});

test('a disk that is full when series are moved into pages leaves them where they are, and continues with room', async () => {
  const { dataDir, store, db } = await openLimited();
  const keys = Array.from({ length: 400 }, (_, i) => `moved-${buildPrice(i, 0)}`);
  for (let poll = 0; poll < 3; poll++) await store.append(buildPoll(poll, START + poll * 30_000, keys));
  const stored = await Promise.all(keys.map((key) => readPrices(store, key)));
  const refused = await doneWithGrowingRoom(
    db,
    () => store.sealAll(),
    async () => assert.deepEqual(await Promise.all(keys.map((key) => readPrices(store, key))), stored),
  );
  assert.ok(refused > 0);
  assert.equal(readNumber(db, 'SELECT count(*) FROM catalogue'), 1);
  assert.equal(readNumber(db, 'SELECT count(*) FROM series'), 0);
  assert.deepEqual(await Promise.all(keys.map((key) => readPrices(store, key))), stored);
  await store.close();
  const { damaged, records } = verifyHistory(dataDir);
  assert.deepEqual([damaged, records], [[], 400 * 3]);
});
