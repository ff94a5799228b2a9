import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../../src/domain/index.ts';
import type { SeriesObservation } from '../../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';

const START = 1_760_000_000_000;
/** So rare that series which are not polled any more have ended after a few polls. */
const POLL_MS = 600_000;

function buildPoll(storeKeys: readonly string[], poll: number): SeriesObservation[] {
  return storeKeys.map((storeKey, i) => ({
    venue: 'kalshi',
    storeKey,
    asset: `kx-${storeKey}`,
    t: epochMs(START + poll * POLL_MS),
    p: ((poll * 31 + i) % 97) / 100,
    v: null,
    s: 'poll',
  }));
}

function makeDirectory(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-new-markets-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Counts of records by key, as the file lists them. */
async function readCounts(dataDir: string): Promise<Record<string, number>> {
  const history = await openSqliteHistory({ dataDir });
  const counts: Record<string, number> = {};
  for (const { storeKey, asset, count } of (await Array.fromAsync(history.scanAssets())).flat()) {
    assert.equal(asset, `kx-${storeKey}`);
    assert.ok(!(storeKey in counts), `${storeKey} is listed twice`);
    counts[storeKey] = count;
    const { columns } = await history.read({ venue: 'kalshi', storeKey }, { limit: 1_000 });
    assert.equal(columns.length, count);
  }
  await history.close();
  return counts;
}

function readNumber(dataDir: string, sql: string): number {
  const db = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  const [value] = Object.values(db.prepare(sql).get()!);
  db.close();
  return Number(value);
}

test('a poll finds its series in rows, in pages and nowhere, whatever their order', async (t) => {
  const dataDir = makeDirectory(t);
  // Two pages and a part of one, with every second key left out.
  const paged = Array.from({ length: 2_500 }, (_, i) => `m${String(2 * i).padStart(5, '0')}`);
  // In order of code points the first of these is behind all others, in UTF-16 it is not.
  const strange = ['\u{1f600}', '\uffee', 'ä', 'quote\'"\\', 'a'];
  const history = await openSqliteHistory({ dataDir });
  await history.append(buildPoll([...paged, ...strange], 0));
  await history.sealAll();
  assert.equal(readNumber(dataDir, 'SELECT count(*) FROM series'), 0, 'all are in pages');
  // These have rows beside the pages.
  const inRows = paged.filter((_, i) => i % 7 === 0);
  await history.append(buildPoll(inRows, 1));
  await history.close();

  const fresh = [
    ...Array.from({ length: 1_500 }, (_, i) => `m${String(2 * i + 1).padStart(5, '0')}`),
    '0',
    'zz',
    '\u{1f601}',
    '\uffef',
  ];
  const reopened = await openSqliteHistory({ dataDir });
  // A key more than once, of a known series and of a new one.
  const twice = ['m00002', 'm00003', 'm00003'];
  await reopened.append(buildPoll([...fresh, ...twice, ...paged, ...strange].reverse(), 2));
  await reopened.close();

  const expected: Record<string, number> = {};
  for (const storeKey of [...paged, ...strange, ...inRows, ...paged, ...strange, ...fresh, ...twice]) {
    expected[storeKey] = (expected[storeKey] ?? 0) + 1;
  }
  assert.deepEqual(await readCounts(dataDir), sortKeys(expected));
  assert.equal(
    readNumber(dataDir, 'SELECT max(id) FROM series'),
    paged.length + strange.length + fresh.length,
    'no series has a second number',
  );
});

test('ten polls in turn whose 2,000 markets are all new leave nothing behind', async (t) => {
  const dataDir = makeDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  const polls = 140;
  for (let poll = 0; poll < polls; poll++) {
    const crowd = Math.min(poll, 9);
    // After ten polls of new markets, the last of them are polled on while the others fall asleep.
    await history.append(buildPoll(nameCrowd(crowd), poll));
  }
  assert.ok(readNumber(dataDir, 'SELECT count(*) FROM series') <= 8_000, 'ended series left their rows');
  assert.ok(readNumber(dataDir, 'SELECT sum(records) FROM total') >= 18_000, 'ended series were sealed');
  await history.close();
  const counts = await readCounts(dataDir);
  assert.equal(Object.keys(counts).length, 20_000);
  for (let crowd = 0; crowd < 10; crowd++) {
    for (const storeKey of nameCrowd(crowd)) assert.equal(counts[storeKey], crowd < 9 ? 1 : polls - 9);
  }
});

test('polls of new markets without end seal those before', async (t) => {
  const dataDir = makeDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  for (let poll = 0; poll < 60; poll++) await history.append(buildPoll(nameCrowd(poll, 1_100), poll));
  const sealed = readNumber(dataDir, 'SELECT sum(records) FROM total');
  await history.close();
  assert.ok(sealed >= 10_000, `${sealed} records are sealed`);
});

test('a poll of new markets with one impossible price stores none, and the next all', async (t) => {
  const dataDir = makeDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  const names = nameCrowd(0);
  await history.append(buildPoll(names.slice(0, 10), 0));
  const wrong = buildPoll(names, 1).with(-1, { ...buildPoll(['last'], 1)[0]!, p: Number.NaN });
  await assert.rejects(history.append(wrong), RangeError);
  assert.equal(readNumber(dataDir, 'SELECT count(*) FROM series'), 10);
  await history.append(buildPoll(names, 2));
  await history.close();
  const counts = await readCounts(dataDir);
  assert.equal(Object.keys(counts).length, names.length);
  assert.equal(counts[names[0]!], 2);
  assert.equal(counts[names.at(-1)!], 1);
});

function nameCrowd(crowd: number, markets = 2_000): string[] {
  return Array.from({ length: markets }, (_, i) => `c${crowd}-${i}`);
}

/** Orders keys as the file lists them. */
function sortKeys(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
}
