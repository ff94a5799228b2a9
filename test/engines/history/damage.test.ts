import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { describeDamage } from '../../../src/cli/database/verify.ts';
import { epochMs, HOUR_MS, type VenueId } from '../../../src/domain/index.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import type { HistoryReader, SeriesObservation } from '../../../src/history/contract/history-store.ts';
import { FileDamage, NOTHING_KNOWN } from '../../../src/history/sqlite/damage.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { buildMarket } from '../../contract/import-batches/rows.ts';
import { rounds } from '../../support/long-tests.ts';

const SHORT = 60;
const LONG = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;
const START = 1_700_000_000_000;

const directory = mkdtempSync(join(tmpdir(), 'history-damage-'));
const whole = join(directory, 'whole');
const damaged = join(directory, 'damaged');
/** What every series holds, by venue and key. */
const expected = new Map<string, string>();

function short(i: number): { venue: VenueId; storeKey: string; asset: string } {
  const storeKey = `kx-${String(i).padStart(3, '0')}`;
  return { venue: 'kalshi', storeKey, asset: `kalshi-${storeKey.toUpperCase()}` };
}

/** A file with every kind of row: packs shared and alone, minutes, pages, rows, a journal, gaps, resolutions. */
before(async () => {
  const history = await openSqliteHistory({ dataDir: whole });
  const poll = (series: ReturnType<typeof short> | typeof LONG, i: number): SeriesObservation => ({
    ...series,
    t: epochMs(START + i * 30_000),
    p: (i % 97) / 100 + series.storeKey.length,
    v: i % 3 === 0 ? null : i,
    s: 'poll',
  });
  const keys = Array.from({ length: SHORT }, (_, i) => short(i));
  for (let i = 0; i < 20; i++) await history.append(keys.map((key) => poll(key, i)));
  await history.insert(
    LONG,
    toColumns(
      Array.from({ length: 3_000 }, (_, i) => ({ t: epochMs(START + i * 5_000), p: i, v: 1, s: 'import' })),
    ),
  );
  await history.sealAll();
  for (let i = 1_000; i < 1_005; i++)
    await history.append([...keys.slice(0, 10), LONG].map((key) => poll(key, i)));
  const gap = {
    venue: 'kalshi',
    storeKey: null,
    fromMs: epochMs(5),
    toMs: epochMs(9),
    reason: 'no answer',
  } as const;
  await history.putGap(gap);
  await history.putResolution({
    ...short(1),
    outcome: 'yes',
    payout: 1,
    settledAt: null,
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: epochMs(START),
  });
  await history.putBars(
    short(2),
    Array.from({ length: 400 }, (_, i) => ({
      t: epochMs(START - (START % HOUR_MS) - i * HOUR_MS),
      open: 0.4,
      high: 0.6 + (i % 7) / 100,
      low: 0.3,
      close: 0.5,
      volume: i,
    })),
  );
  for (const key of [...keys, LONG]) expected.set(key.storeKey, await readContent(history, key));
  await history.close();
});
after(() => rmSync(directory, { recursive: true, force: true }));

async function readContent(
  history: HistoryReader,
  key: ReturnType<typeof short> | typeof LONG,
): Promise<string> {
  const { columns } = await history.read(key, { limit: 100_000 });
  return [columns.t, columns.p, columns.v, columns.s].map((column) => column.join()).join(';');
}

/**
 * Changes one byte, and looks at everything: what is read is right, or it is reported, or refused with an
 * error. What is not reported is there.
 *
 * @returns How many series were read as they were.
 */
async function assertNothingWrong(what: string): Promise<number> {
  let reader: HistoryReader;
  try {
    reader = await openReadOnlyHistory({ dataDir: damaged });
  } catch (error) {
    assert.ok(error instanceof Error, what);
    return 0;
  }
  let right = 0;
  const differing: string[] = [];
  for (const key of [...Array.from({ length: SHORT }, (_, i) => short(i)), LONG]) {
    const content = await readContent(reader, key).catch(() => null);
    if (content === expected.get(key.storeKey)) right++;
    else differing.push(key.storeKey);
  }
  await reader.close();
  const { damaged: found, problems } = verifyHistory(damaged);
  if (differing.length > 0)
    assert.ok(found.length + problems.length > 0, `${what}: ${differing} is not reported`);
  return right;
}

/** Changes the content of a table as if it had been written so. */
function changeValue(table: string, column: string, change: (db: DatabaseSync) => void): void {
  copyWhole();
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  try {
    change(db);
    assert.ok(db.prepare(`SELECT ${column} FROM ${table}`).get() !== undefined, `${table} is empty`);
  } finally {
    db.close();
  }
}

function copyWhole(): void {
  rmSync(damaged, { recursive: true, force: true });
  mkdirSync(damaged);
  copyFileSync(join(whole, HISTORY_FILE), join(damaged, HISTORY_FILE));
}

test('the whole file has nothing to report', () => {
  const { series, records, damaged: found, problems } = verifyHistory(whole);
  assert.deepEqual([series, records, found, problems], [SHORT + 1, SHORT * 20 + 3_000 + 55, [], []]);
});

const BLOBS = [
  ['pack', 'data'],
  ['pack', 'minutes'],
  ['catalogue', 'data'],
  ['journal', 'data'],
  ['piece', 'bars'],
  ['bar', 'data'],
] as const;

for (const [table, column] of BLOBS) {
  test(`a flipped bit in ${table}.${column} is reported by key, and the rest is read`, async () => {
    const key = table === 'piece' ? 'pos' : table === 'bar' ? 'from_ms' : 'id';
    for (const share of [0, 0.05, 0.3, 0.7, 1]) {
      const what = `${table}.${column}, ${share} of its length`;
      changeValue(table, column, (db) => {
        const row = db.prepare(
          `SELECT ${key} AS k, ${column} AS data FROM ${table} WHERE ${column} IS NOT NULL`,
        );
        const { k, data } = row.get()!;
        const bytes = Uint8Array.from(data as Uint8Array);
        const at = Math.floor((bytes.length - 1) * share);
        bytes[at] = bytes[at]! ^ 16;
        db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(bytes, Number(k));
      });
      const { damaged: found } = verifyHistory(damaged);
      assert.ok(found.length > 0, `${what}: nothing is reported`);
      assert.ok(found.every(({ venue }) => venue === 'kalshi' || venue === 'hyperliquid'));
      assert.ok((await assertNothingWrong(what)) > 0, `${what}: nothing can be read`);
    }
  });
}

const NUMBERS = [
  ['series', 'records'],
  ['series', 'last_ms'],
  ['series', 'sealed_row'],
  ['series', 'pack'],
  ['pack', 'live'],
  ['pack', 'from_ms'],
  ['piece', 'records'],
  ['piece', 'slot'],
  ['piece', 'pack'],
  ['piece', 'from_ms'],
  ['gap', 'to_ms'],
  ['resolution', 'recorded_at'],
  ['total', 'series'],
  ['total', 'records'],
  ['total', 'last_ms'],
  ['changed_day', 'day'],
  ['changed_day', 'seq'],
  ['bar', 'from_ms'],
  ['bar', 'to_ms'],
] as const;

for (const [table, column] of NUMBERS) {
  test(`a changed ${table}.${column} is reported`, async () => {
    changeValue(table, column, (db) => db.exec(`UPDATE ${table} SET ${column} = ${column} + 9`));
    assert.ok(verifyHistory(damaged).damaged.length > 0);
    await assertNothingWrong(`${table}.${column}`);
  });
}

test('bars of a damaged block are missing, and its bytes are kept when bars come again', async () => {
  changeValue('bar', 'data', (db) => db.exec(`UPDATE bar SET data = x'010203'`));
  const history = await openSqliteHistory({ dataDir: damaged });
  const t = epochMs(START - (START % HOUR_MS));
  const bar = { t, open: 0.4, high: 0.6, low: 0.3, close: 0.5, volume: null };
  assert.deepEqual(await history.findBars(short(2), {}), []);
  await history.putBars(short(2), [bar]);
  assert.deepEqual(await history.findBars(short(2), {}), [bar]);
  await history.close();
  const { damaged: found } = verifyHistory(damaged);
  assert.ok(found.some(({ kind, storeKey }) => kind === 'row' && storeKey === short(2).storeKey));
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  const kept = db.prepare(`SELECT hex(data) AS data FROM damaged WHERE place LIKE 'bar %'`).all();
  db.close();
  assert.ok(kept.some(({ data }) => data === '010203'));
});

test('damaged sums of a venue are computed again by the next writer', async () => {
  changeValue('total', 'records', (db) => db.exec('UPDATE total SET last_ms = last_ms + 1, records = 1'));
  const [right, mended] = [
    await openSqliteHistory({ dataDir: whole }),
    await openSqliteHistory({ dataDir: damaged }),
  ];
  const { series, observations } = await right.readStats();
  const found = await mended.readStats();
  assert.deepEqual([found.series, found.observations], [series, observations]);
  for (const venue of ['kalshi', 'hyperliquid'] as const) {
    assert.equal(await mended.findLastRecordedMs(venue), await right.findLastRecordedMs(venue));
  }
  assert.equal(found.corruptBlocks.length, 2);
  await right.close();
  await mended.close();
});

test('a pack of which too few pieces are counted is not deleted with one of them', async () => {
  changeValue('pack', 'live', (db) => db.exec('UPDATE pack SET live = 1'));
  const history = await openSqliteHistory({ dataDir: damaged });
  // A short piece is filled up in a pack of its own, and leaves the one that it shares.
  await history.append([{ ...short(0), t: epochMs(START + 2_000_000_000), p: 1, v: null, s: 'poll' }]);
  await history.sealAll();
  const { columns } = await history.read(short(0), { limit: 100 });
  assert.equal(columns.length, 26);
  for (let i = 10; i < SHORT; i++) {
    assert.equal(await readContent(history, short(i)), expected.get(short(i).storeKey));
  }
  await history.close();
  assert.match(verifyHistory(damaged).damaged[0]?.reason ?? '', /the pack is kept/);
});

test('what is said of something damaged is checked like all else', () => {
  copyWhole();
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  const found = {
    kind: 'records',
    venue: 'kalshi',
    storeKey: 'kx',
    records: 3,
    fromMs: epochMs(1),
    toMs: epochMs(2),
  } as const;
  new FileDamage(db).keep('pack 900 1 1', { ...found, reason: 'damaged' });
  // A log that the store did not begin itself is taken for one of another file.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(verifyHistory(damaged).damaged.length, 1);
  db.exec('UPDATE damaged SET records = records + 1');
  db.close();
  assert.match(verifyHistory(damaged).damaged[1]?.reason ?? '', /damaged itself/);
});

test('a page of the catalogue whose first key is damaged is reported', () => {
  changeValue('catalogue', 'data', (db) => db.exec("UPDATE catalogue SET first_key = first_key || '0'"));
  assert.match(verifyHistory(damaged).damaged[0]?.reason ?? '', /begins with another key/);
});

test('a file without the later checksums is read, and gets them when it is written to', async () => {
  changeValue('total', 'records', (db) => {
    for (const table of ['total', 'damaged', 'changed_day', 'pack'])
      db.exec(`ALTER TABLE ${table} DROP COLUMN crc`);
  });
  assert.deepEqual(verifyHistory(damaged).damaged, []);
  const history = await openSqliteHistory({ dataDir: damaged });
  await history.append([{ ...LONG, t: epochMs(START + 2_000_000_000), p: 1, v: null, s: 'poll' }]);
  await history.sealAll();
  await history.close();
  changeTotals();
  assert.equal(verifyHistory(damaged).damaged.length, 1);
});

function changeTotals(): void {
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  db.exec("UPDATE total SET series = series + 1 WHERE venue = 'hyperliquid'");
  db.close();
}

test('a series whose last index row is damaged is sealed and merged into all the same', async () => {
  changeValue('piece', 'pos', (db) => db.exec('UPDATE piece SET records = records + 1'));
  const history = await openSqliteHistory({ dataDir: damaged });
  const ofLong = (from: number, step: number) =>
    toColumns(
      Array.from({ length: 900 }, (_, i) => ({
        t: epochMs(START + from + i * step),
        p: i,
        v: 1,
        s: 'import' as const,
      })),
    );
  // Behind all that is there, among it, and behind it again.
  assert.equal((await history.insert(LONG, ofLong(3_000_000_000, 5_000))).stored, 900);
  assert.equal((await history.insert(LONG, ofLong(2_500, 5_000))).stored, 900);
  assert.equal((await history.insert(LONG, ofLong(4_000_000_000, 5_000))).stored, 900);
  const { columns } = await history.read(LONG, { limit: 100_000 });
  assert.ok(columns.length >= 2_700, `${columns.length} records`);
  assert.ok(columns.t.every((t, i) => i === 0 || columns.t[i - 1]! <= t));
  await history.close();
});

const FLIPS = rounds(20, 70);

test('a flipped bit anywhere in the file never gives wrong records without a report', async () => {
  const bytes = readFileSync(join(whole, HISTORY_FILE));
  let state = 11;
  let read = 0;
  for (let round = 0; round < FLIPS; round++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Every page in turn, at another byte each time.
    const page = round % (bytes.length / 4_096);
    const at = page * 4_096 + ((state >>> 8) % 4_096);
    copyWhole();
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1 << (state & 7);
    writeFileSync(join(damaged, HISTORY_FILE), changed);
    read += await assertNothingWrong(`byte ${at}`);
  }
  assert.ok(read > 0.64 * FLIPS * SHORT, 'most of the file stays readable');
});

test('damage of what has no venue and no time names none, and a kept page is one again after a start', async () => {
  copyWhole();
  const store = await openSqliteHistory({ dataDir: damaged });
  await store.putMarkets([{ ...buildMarket(short(0), {}), rules: 'Resolves to Yes if it rains.' }]);
  await (await store.openBatch({ fileSha256: 'a'.repeat(64), asset: null })).end();
  await store.close();
  const db = new DatabaseSync(join(damaged, HISTORY_FILE));
  db.exec(
    'UPDATE rules SET data = zeroblob(9); UPDATE import_batch SET stored = 9; UPDATE total SET series = 9',
  );
  const page = { venue: 'kalshi', storeKey: 'kx', fromMs: null, toMs: null, records: null } as const;
  new FileDamage(db).keep('catalogue 900', { kind: 'page', ...page, reason: 'cut' });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const found = verifyHistory(damaged).damaged;
  const find = (reason: RegExp) => found.find((one) => reason.test(one.reason));
  for (const reason of [/rules text/, /row of import/]) {
    assert.partialDeepStrictEqual(find(reason), NOTHING_KNOWN);
    assert.match(describeDamage(find(reason)!), /^damaged: venue not known all, time not known, 0 records: /);
  }
  assert.partialDeepStrictEqual(find(/sums of a venue/), { ...NOTHING_KNOWN, venue: find(/sums/)!.venue });
  assert.deepEqual(find(/cut/), { kind: 'page', ...page, reason: 'cut' });
  assert.match(describeDamage(find(/cut/)!), /^damaged: kalshi kx, time not known, records not known: cut$/);
});
