import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { seededRandom } from '../../../../test/support/random.ts';
import { type Event, toFrames } from '../../../../test/support/tape/frame-columns.ts';
import { DataDirLockedError } from '../../../storage/service-database.ts';
import { toLevels } from '../contract/tape-reader.ts';
import type { NumberedMarket } from '../contract/tape-writer.ts';
import { DayFile } from './day-file.ts';
import { listSources, readSource } from './reading/book-sources.ts';
import { SqliteTapeReader } from './sqlite-tape-reader.ts';
import { SqliteTapeWriter } from './sqlite-tape-writer.ts';
import { isClosed } from './tape-folder.ts';
import { verifyTape } from './verify-tape.ts';

const root = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-files-'));
after(() => rmSync(root, { recursive: true }));

const STORE = 'ab'.repeat(16);
const NOON = Date.UTC(2026, 10, 28, 12);
const MIDNIGHT = Date.UTC(2026, 10, 29);
const DAY = 86_400_000;
const MINUTE = 60_000;
let next = 0;

const makeDir = () => path.join(root, String(next++));
const fileOf = (dataDir: string, name: string) => path.join(dataDir, 'tape', `${name}.sqlite`);

function toMarket(number: number): NumberedMarket {
  const storeKey = `market-${number}`;
  const asset = `pm-${storeKey}`;
  return { number, venue: 'polymarket', storeKey, asset, sendsChanges: true, isBinary: true };
}

function open(dataDir: string, nowMs: number, markets = 4): SqliteTapeWriter {
  const writer = new SqliteTapeWriter({ dataDir, store: STORE, nowMs });
  writer.nameMarkets(Array.from({ length: markets }, (_, i) => toMarket(i + 1)));
  return writer;
}

const whole = (market: number, t: number, size = 10): Event => ({
  kind: 'whole',
  market,
  t,
  venueTime: t - 50,
  bids: [
    [0.41, size],
    [0.4, 20],
  ],
  asks: [[0.43, 5.5]],
});
const change = (market: number, t: number, size: number): Event => ({
  kind: 'change',
  market,
  t,
  venueTime: t - 50,
  changes: [[0, 0.41, size]],
});

/** Returns the size of the best bid at a time, or why it is not known. */
async function bestSize(dataDir: string, market: number, t: number): Promise<number | string | undefined> {
  const reader = new SqliteTapeReader(dataDir);
  const found = await reader.findBook(toMarket(market), t);
  const answer = found.book === null ? found.why : toLevels(found.book.bids, 1)[0]?.size;
  await reader.close();
  return answer;
}

const columnOf = (file: string, sql: string) => {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));
  database.close();
  return rows;
};

test('one process writes, and after a stop each day is one file', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, NOON);
  assert.throws(() => open(dataDir, NOON), DataDirLockedError);
  writer.addFrames(toFrames([whole(1, NOON + 10)]));
  writer.flush(NOON + 1_000);
  writer.stop(NOON + 2_000);
  assert.ok(isClosed(fileOf(dataDir, '2026-11-28')));
  assert.equal(await bestSize(dataDir, 1, NOON + 1_500), 10);
  assert.equal(await bestSize(dataDir, 1, NOON + 2_001), 'restart');
  open(dataDir, NOON + 3_000).stop(NOON + 3_000);
});

test('a book goes on over midnight in a file of its own, and its span begins where it began', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 2_000);
  writer.addFrames(toFrames([whole(1, MIDNIGHT - 1_500), whole(2, MIDNIGHT - 1_400)]));
  writer.setClass(2, 60_000, MIDNIGHT - 1_300);
  writer.flush(MIDNIGHT - 1_000);
  writer.addFrames(toFrames([change(2, MIDNIGHT - 500, 77), change(1, MIDNIGHT + 700, 30)]));
  writer.flush(MIDNIGHT + 1_000);
  assert.deepEqual(await bestSize(dataDir, 1, MIDNIGHT + 699), 10);
  assert.deepEqual(await bestSize(dataDir, 1, MIDNIGHT + 700), 30);
  assert.deepEqual(
    [await bestSize(dataDir, 2, MIDNIGHT - 1), await bestSize(dataDir, 2, MIDNIGHT)],
    [10, 77],
  );
  assert.ok(isClosed(fileOf(dataDir, '2026-11-28')));
  const reader = new SqliteTapeReader(dataDir);
  const found = await reader.findBook(toMarket(1), MIDNIGHT + 10);
  assert.ok(found.book !== null);
  assert.deepEqual(
    [found.spanFromMs, found.book.bookTime, found.book.venueTime],
    [MIDNIGHT - 1_500, MIDNIGHT - 1_500, MIDNIGHT - 1_550],
  );
  const { columns } = await reader.readChanges(toMarket(1), {
    fromMs: MIDNIGHT - 5_000,
    toMs: MIDNIGHT + 1_000,
    limit: 100,
  });
  assert.deepEqual([...columns.kind], [0, 0, 0, 1]);
  const slices = columnOf(fileOf(dataDir, '2026-11-28'), 'SELECT to_ms FROM slice');
  assert.deepEqual(slices, [[MIDNIGHT - 1]]);
  await reader.close();
  writer.stop(MIDNIGHT + 1_000);
});

test('a break that is noticed after midnight shortens the day before', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 5_000);
  writer.addFrames(toFrames([whole(1, MIDNIGHT - 4_000)]));
  writer.flush(MIDNIGHT + 1_000);
  writer.addFrames(toFrames([{ kind: 'break', market: 1, t: MIDNIGHT - 3_000, reason: 'connection' }]));
  writer.flush(MIDNIGHT + 2_000);
  assert.equal(await bestSize(dataDir, 1, MIDNIGHT - 3_000), 10);
  assert.equal(await bestSize(dataDir, 1, MIDNIGHT - 2_999), 'connection');
  assert.equal(await bestSize(dataDir, 1, MIDNIGHT + 1_500), 'connection');
  assert.ok(isClosed(fileOf(dataDir, '2026-11-28')));
  assert.deepEqual(columnOf(fileOf(dataDir, '2026-11-28'), 'SELECT to_ms, ended FROM span'), [
    [MIDNIGHT - 3_000, 'connection'],
  ]);
  writer.stop(MIDNIGHT + 2_000);
});

test('a process that is killed at midnight leaves what it acknowledged, however far it came', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, MIDNIGHT - 5_000);
  writer.addFrames(toFrames([whole(1, MIDNIGHT - 4_500), change(1, MIDNIGHT - 3_500, 33)]));
  writer.flush(MIDNIGHT - 3_000);
  const before = `${dataDir}-before`;
  cpSync(dataDir, before, { recursive: true });
  writer.addFrames(toFrames([change(1, MIDNIGHT + 100, 44)]));
  writer.flush(MIDNIGHT + 500);
  const behind = `${dataDir}-behind`;
  cpSync(dataDir, behind, { recursive: true });
  writer.stop(MIDNIGHT + 500);

  const closedOnly = `${dataDir}-closed`;
  cpSync(behind, closedOnly, { recursive: true });
  for (const end of ['', '-wal', '-shm']) rmSync(fileOf(closedOnly, '2026-11-29') + end);
  for (const [dir, knownToMs] of [
    [before, MIDNIGHT - 3_000],
    [closedOnly, MIDNIGHT - 1],
    [behind, MIDNIGHT + 500],
  ] as const) {
    const again = open(dir, MIDNIGHT + 5_000);
    again.addFrames(toFrames([whole(1, MIDNIGHT + 6_000, 55)]));
    again.flush(MIDNIGHT + 7_000);
    assert.equal(await bestSize(dir, 1, MIDNIGHT - 3_200), 33);
    assert.equal(typeof (await bestSize(dir, 1, knownToMs)), 'number', dir);
    assert.equal(await bestSize(dir, 1, knownToMs + 1), 'restart', dir);
    assert.equal(await bestSize(dir, 1, MIDNIGHT + 6_500), 55);
    assert.ok(isClosed(fileOf(dir, '2026-11-28')));
    assert.deepEqual(
      columnOf(fileOf(dir, '2026-11-29'), 'SELECT opened FROM span ORDER BY id DESC LIMIT 1'),
      [['restart']],
    );
    again.stop(MIDNIGHT + 8_000);
  }
});

test('a log that is cut anywhere gives a tape up to a commit', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, NOON);
  const sizes: number[] = [];
  for (let s = 0; s < 12; s++) {
    const t = NOON + s * 40_000;
    writer.addFrames(toFrames([s === 0 ? whole(1, t, 100) : change(1, t, 100 + s), whole(2, t, 1 + s)]));
    writer.flush(t + 1_000);
    sizes.push(100 + s);
  }
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  writer.stop(NOON + 500_000);
  const wal = `${fileOf(copy, '2026-11-28')}-wal`;
  const random = seededRandom(5);
  for (let i = 0; i < 25; i++) {
    const cut = `${copy}-${i}`;
    cpSync(copy, cut, { recursive: true });
    rmSync(`${fileOf(cut, '2026-11-28')}-shm`, { force: true });
    truncateSync(`${fileOf(cut, '2026-11-28')}-wal`, Math.floor(random() * statSync(wal).size));
    // A log without its first pages makes the file not yet one of the tape, so the next part begins.
    const again = open(cut, NOON + 600_000);
    const reader = new SqliteTapeReader(cut);
    const newestMs = await reader.findNewestMs();
    for (const [s, size] of sizes.entries()) {
      const t = NOON + s * 40_000 + 500;
      const expected = newestMs !== null && t <= newestMs ? size : newestMs === null ? 'never' : 'restart';
      assert.equal(await bestSize(cut, 1, t), expected, `${s} of a log up to ${newestMs}`);
    }
    await reader.close();
    again.stop(NOON + 600_000);
  }
});

test('a file that cannot go on is left as it is, and a part is begun', async () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'of version 2': (file) => run(file, 'PRAGMA user_version = 2'),
    'no file of the tape': (file) => run(file, 'PRAGMA application_id = 7'),
    'of another store': (file) => run(file, `UPDATE file SET store = '${'0'.repeat(32)}', crc = 3162083064`),
    'row of table file': (file) => run(file, "UPDATE file SET day = '2026-11-27'"),
    'not a database': (file) => writeFileSync(file, 'no database'.repeat(1_000)),
  };
  for (const [reason, damage] of Object.entries(damages)) {
    const dataDir = makeDir();
    const first = open(dataDir, NOON);
    first.addFrames(toFrames([whole(1, NOON + 10)]));
    first.stop(NOON + 1_000);
    damage(fileOf(dataDir, '2026-11-28'));
    const bytes = readFileSync(fileOf(dataDir, '2026-11-28'));
    const writer = open(dataDir, NOON + 5_000);
    writer.addFrames(toFrames([whole(1, NOON + 6_000, 60)]));
    writer.flush(NOON + 7_000);
    assert.equal(await bestSize(dataDir, 1, NOON + 6_500), 60, reason);
    assert.ok(existsSync(fileOf(dataDir, '2026-11-28.2')), reason);
    assert.deepEqual(readFileSync(fileOf(dataDir, '2026-11-28')), bytes);
    if (reason !== 'of another store') assert.match(writer.state().left.join(), new RegExp(reason), reason);
    writer.stop(NOON + 7_000);
  }
});

test('a process that is killed while it makes a file leaves no damage, and the next start begins the file again', async () => {
  const dataDir = makeDir();
  const first = open(dataDir, NOON);
  first.addFrames(toFrames([whole(1, NOON + 10)]));
  first.stop(NOON + 1_000);
  const [made, log] = ['2026-11-29.sqlite.new', '2026-11-29.sqlite.new-journal'].map((name) =>
    path.join(dataDir, 'tape', name),
  ) as [string, string];
  writeFileSync(made, Buffer.alloc(4_096));
  writeFileSync(log, 'a transaction that never ended');
  const { damaged, others } = verifyTape(dataDir);
  assert.deepEqual({ damaged, others }, { damaged: [], others: [] });
  assert.equal(await bestSize(dataDir, 1, NOON + 500), 10);

  const writer = open(dataDir, MIDNIGHT + 5_000);
  assert.deepEqual([existsSync(made), existsSync(log)], [false, false]);
  writer.addFrames(toFrames([whole(1, MIDNIGHT + 6_000, 60)]));
  writer.flush(MIDNIGHT + 7_000);
  assert.equal(await bestSize(dataDir, 1, MIDNIGHT + 6_500), 60);
  writer.stop(MIDNIGHT + 8_000);
  assert.ok(existsSync(fileOf(dataDir, '2026-11-29')));
  assert.ok(!existsSync(fileOf(dataDir, '2026-11-29.2')));
  assert.deepEqual(verifyTape(dataDir).damaged, []);
});

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test('where the clock steps back a part begins, and it answers what both parts cover', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, NOON);
  writer.addFrames(toFrames([whole(1, NOON + 1_000, 1)]));
  writer.flush(NOON + 60_000);
  writer.addFrames(toFrames([change(1, NOON + 59_500, 2)]));
  writer.flush(NOON + 60_500);
  assert.equal(await bestSize(dataDir, 1, NOON + 60_200), 2, 'a step of less than a second repeats the time');
  writer.addFrames(toFrames([whole(1, NOON + 30_000, 3)]));
  writer.flush(NOON + 40_000);
  assert.ok(existsSync(fileOf(dataDir, '2026-11-28.2')));
  assert.deepEqual(
    await Promise.all([20_000, 35_000, 45_000, 60_500, 60_501].map((ms) => bestSize(dataDir, 1, NOON + ms))),
    [1, 3, 1, 2, 'clock'],
  );
  writer.stop(NOON + 41_000);
});

test('a span is found from the whole books of twelve slices at most', () => {
  const dataDir = makeDir();
  const markets = 30;
  const writer = open(dataDir, NOON, markets);
  writer.addFrames(toFrames(Array.from({ length: markets }, (_, i) => whole(i + 1, NOON + 1))));
  for (let slice = 0; slice < 26; slice++) {
    const t = NOON + 5 * MINUTE * slice;
    const frames = Array.from({ length: markets }, (_, i) => change(i + 1, t + 2_000, 30 + slice));
    writer.addFrames(toFrames(frames));
    writer.flush(t + 5 * MINUTE);
  }
  writer.stop(NOON + 26 * 5 * MINUTE);
  const rows = columnOf(fileOf(dataDir, '2026-11-28'), 'SELECT id, blocks FROM slice ORDER BY id');
  assert.equal(rows.length, 26);
  const file = DayFile.open(fileOf(dataDir, '2026-11-28'), 'read');
  for (let market = 1; market <= markets; market++) {
    let since = 0;
    for (const source of listSources(file, { fromMs: NOON, toMs: NOON + DAY })) {
      const { runs } = readSource(file, source, market);
      since = runs.some(({ whole: book }) => book !== null) ? 0 : since + 1;
      assert.ok(since < 12, `market ${market} has no whole book in the 12 slices up to ${source.id}`);
    }
  }
  file.close();
});

test('after 4,096 changes a whole book comes, and the book is right on both sides of it', async () => {
  const dataDir = makeDir();
  const writer = open(dataDir, NOON);
  writer.addFrames(toFrames([whole(1, NOON + 1)]));
  const frames = Array.from({ length: 10_000 }, (_, i) => change(1, NOON + 10 + i, 100 + i));
  writer.addFrames(toFrames(frames));
  writer.flush(NOON + 20_000);
  writer.stop(NOON + 20_000);
  for (const i of [0, 4_094, 4_095, 4_096, 8_191, 8_192, 9_999])
    assert.equal(await bestSize(dataDir, 1, NOON + 10 + i), 100 + i);
  const file = DayFile.open(fileOf(dataDir, '2026-11-28'), 'read');
  const runs = listSources(file, { fromMs: NOON, toMs: NOON + DAY }).flatMap(
    (source) => readSource(file, source, 1).runs,
  );
  assert.equal(runs.filter(({ whole: book }) => book !== null).length, 3);
  file.close();
});

test('a frame that cannot be stored ends the span with the frame before it, and books of any other shape are kept', async () => {
  type Change = readonly [side: number, price: number, size: number];
  const many = (count: number, price: (i: number) => number) =>
    Array.from({ length: count }, (_, i): Change => [0, price(i), 1 + (i % 7)]);
  const refused: Readonly<Record<string, readonly Change[]>> = {
    'a price that is none': [[0, Number.NaN, 1]],
    'a price of 0': [[0, 0, 1]],
    'a price of 1': [[1, 1, 1]],
    'a size that is none': [[0, 0.4, Number.NaN]],
    'a negative size': [[0, 0.4, -1]],
    'a size that is too large': [[0, 0.4, 1e16]],
    'sizes that no units fit together': [
      [0, 0.39, 20_000_000_000],
      [0, 0.38, 0.0000001],
    ],
    'more changes than a frame has': many(8_193, () => 0.4),
    'more levels than a side has': many(4_100, (i) => (i + 1) / 10_000),
  };
  const kept: Readonly<Record<string, readonly Change[]>> = {
    'a size of minus zero removes': [[0, 0.41, -0]],
    'a crossed book': [[0, 0.6, 3]],
    'an empty side': [[1, 0.43, 0]],
    'many levels': many(4_000, (i) => (i + 1) / 10_000),
  };
  for (const [what, changes] of Object.entries({ ...refused, ...kept })) {
    const dataDir = makeDir();
    const writer = open(dataDir, NOON);
    const unknown = writer.addFrames(toFrames([change(1, NOON + 5, 1)])).unknown;
    assert.equal(unknown, 1, 'a change before a whole book is of no span');
    writer.addFrames(toFrames([whole(1, NOON + 10), change(1, NOON + 20, 77)]));
    const taken = writer.addFrames(toFrames([{ kind: 'change', market: 1, t: NOON + 30, changes }]));
    writer.addFrames(toFrames([change(1, NOON + 40, 88)]));
    writer.flush(NOON + 1_000);
    assert.equal(await bestSize(dataDir, 1, NOON + 20), 77, what);
    const isRefused = what in refused;
    assert.deepEqual(taken.refused, isRefused ? [1] : [], what);
    if (isRefused) assert.equal(await bestSize(dataDir, 1, NOON + 21), 'refused', what);
    else assert.equal(typeof (await bestSize(dataDir, 1, NOON + 30)), 'number', what);
    writer.stop(NOON + 1_000);
    assert.deepEqual(verifyTape(dataDir).damaged, [], what);
  }
});
