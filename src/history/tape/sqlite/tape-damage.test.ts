import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { type Event, toFrames } from '../../../../test/support/tape/frame-columns.ts';
import { decodeBooks, encodeBooks } from '../coding/book-block.ts';
import { toLevels } from '../contract/tape-reader.ts';
import type { NumberedMarket } from '../contract/tape-writer.ts';
import { SqliteTapeReader } from './sqlite-tape-reader.ts';
import { SqliteTapeWriter } from './sqlite-tape-writer.ts';
import { describeTapeDamage, verifyTape } from './verify-tape.ts';

const root = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-damage-'));
after(() => rmSync(root, { recursive: true }));

const STORE = 'ef'.repeat(16);
const NOON = Date.UTC(2026, 10, 28, 12);
const DAY = 86_400_000;
const SLICE = 300_000;
const SLICES = 14;
const MARKETS = 3;
let next = 0;

const fileOf = (dataDir: string, day = '2026-11-28') => path.join(dataDir, 'tape', `${day}.sqlite`);

function toMarket(number: number): NumberedMarket {
  const storeKey = `market-${number}`;
  const asset = `pm-${storeKey}`;
  return { number, venue: 'polymarket', storeKey, asset, sendsChanges: false, isBinary: true };
}

function open(dataDir: string, nowMs: number): SqliteTapeWriter {
  const writer = new SqliteTapeWriter({ dataDir, store: STORE, nowMs });
  writer.nameMarkets(Array.from({ length: MARKETS }, (_, i) => toMarket(i + 1)));
  return writer;
}

const whole = (market: number, t: number, size: number): Event => ({
  kind: 'whole',
  market,
  t,
  bids: [[0.41, size]],
  asks: [[0.43, 5.5]],
});

/** Records slices of five minutes. Every market changes once in each, a second after its start. */
function record(): string {
  const dataDir = path.join(root, String(next++));
  const writer = open(dataDir, NOON);
  for (let slice = 0; slice < SLICES; slice++) {
    const t = NOON + slice * SLICE + 1_000;
    writer.addFrames(toFrames(Array.from({ length: MARKETS }, (_, i) => whole(i + 1, t, 10 + slice))));
    writer.flush(NOON + (slice + 1) * SLICE);
  }
  writer.stop(NOON + SLICES * SLICE);
  return dataDir;
}

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function ask(dataDir: string, market: number, t: number): Promise<number | string | undefined> {
  const reader = new SqliteTapeReader(dataDir);
  const found = await reader.findBook(toMarket(market), t);
  await reader.close();
  return found.book === null ? found.why : toLevels(found.book.bids)[0]?.size;
}

async function holes(dataDir: string, market: number) {
  const reader = new SqliteTapeReader(dataDir);
  const window = { fromMs: NOON + 1_000, toMs: NOON + SLICES * SLICE };
  const { notRecorded, recordedFrac } = await reader.readBookCoverage(toMarket(market), window);
  const { columns } = await reader.readChanges(toMarket(market), { ...window, limit: 1_000 });
  await reader.close();
  return { notRecorded, recordedFrac, breaks: [...columns.reasons.values()], kinds: [...columns.kind] };
}

const DAMAGES: Readonly<Record<string, string>> = {
  'a block': "UPDATE block SET data = CAST(data || x'00' AS BLOB) WHERE slice = 4",
  'a slice without a block': 'DELETE FROM block WHERE slice = 4',
  'the row of a slice': 'UPDATE slice SET crc = crc + 1 WHERE id = 4',
};
const FOUND: Readonly<Record<string, RegExp>> = {
  'a block': /row 4 of block, pm-market-1 to pm-market-3, 2026-11-28T12:15:01.000Z: /,
  'a slice without a block': /row 4 of slice, 2026-11-28T12:15:00.001Z: it has 0 blocks and says 1/,
  'the row of a slice': /row 4 of slice: its checksum is wrong/,
};
for (const [what, sql] of Object.entries(DAMAGES)) {
  test(`${what} that is damaged costs answers up to the next whole book of a market, and no more`, async () => {
    const dataDir = record();
    run(fileOf(dataDir), sql);
    // Damage of the fourth slice begins with its first frame, or where the third slice ends. Market 3 has its next
    // whole book in slice 15.
    const fromMs = what === 'a block' ? NOON + 3 * SLICE + 1_000 : NOON + 3 * SLICE + 1;
    for (const [market, nextWhole] of [
      [1, 13],
      [2, 14],
      [3, null],
    ] as const) {
      const untilMs = nextWhole === null ? NOON + SLICES * SLICE : NOON + (nextWhole - 1) * SLICE;
      assert.equal(await ask(dataDir, market, fromMs - 1), 12);
      assert.equal(await ask(dataDir, market, fromMs), 'damaged');
      assert.equal(await ask(dataDir, market, untilMs), 'damaged');
      if (nextWhole !== null) assert.equal(await ask(dataDir, market, untilMs + 1), 10 + nextWhole - 2);
      const { notRecorded, breaks, recordedFrac } = await holes(dataDir, market);
      assert.deepEqual(notRecorded, [{ fromMs, toMs: untilMs, reason: 'damaged' }], `market ${market}`);
      assert.equal(recordedFrac < 1, true);
      assert.equal(breaks[0], 'damaged');
    }
    const [found, ...more] = verifyTape(dataDir).damaged;
    assert.deepEqual(more, []);
    assert.match(describeTapeDamage(found!), FOUND[what]!);
  });
}

test('verify finds what a checksum does not: a whole book that changes do not give, and columns beside data', () => {
  const dataDir = record();
  assert.deepEqual(verifyTape(dataDir), {
    files: 1,
    changes: MARKETS * (SLICES - 1),
    trades: 0,
    damaged: [],
    others: [],
  });
  const database = new DatabaseSync(fileOf(dataDir));
  // Slice 14 has a whole book of market 2.
  const block = database
    .prepare('SELECT b.id, b.data, s.from_ms FROM block b JOIN slice s ON s.id = b.slice WHERE slice = 14')
    .get()!;
  const baseMs = Number(block.from_ms);
  const runs = decodeBooks(block.data as Uint8Array, baseMs);
  for (const run of runs) if (run.market === 2) run.whole!.asks.sizes[0]! += 1;
  const data = encodeBooks(runs, baseMs);
  database.prepare('UPDATE block SET data = ? WHERE id = ?').run(data, block.id!);
  database.exec('UPDATE block SET changes = changes + 1 WHERE slice = 3');
  database.close();
  writeFileSync(path.join(dataDir, 'tape', 'notes.txt'), '');
  const { damaged, others } = verifyTape(dataDir);
  assert.deepEqual(damaged.map(describeTapeDamage), [
    'damaged: tape/2026-11-28.sqlite, row 3 of block, pm-market-1 to pm-market-3, 2026-11-28T12:10:00.001Z: its columns are not those of its data',
    'damaged: tape/2026-11-28.sqlite, row 14 of block, pm-market-2, 2026-11-28T13:05:00.001Z: the whole book is not the one that the changes before it give',
  ]);
  assert.deepEqual(others, ['notes.txt']);
});

test('a row of the journal that is damaged costs the time behind the row before it', async () => {
  const dataDir = path.join(root, String(next++));
  const writer = open(dataDir, NOON);
  for (let s = 0; s < 6; s++) {
    writer.addFrames(toFrames([whole(1, NOON + s * 1_000 + 10, 10 + s)]));
    writer.flush(NOON + s * 1_000 + 999);
  }
  writer.stop(NOON + 6_000);
  run(fileOf(dataDir), "UPDATE journal SET data = CAST(data || x'00' AS BLOB) WHERE id = 3");
  assert.equal(await ask(dataDir, 1, NOON + 1_999), 11);
  assert.equal(await ask(dataDir, 1, NOON + 2_000), 'damaged');
  assert.equal(await ask(dataDir, 1, NOON + 5_500), 'damaged');
  const again = open(dataDir, NOON + 10_000);
  again.addFrames(toFrames([whole(1, NOON + 11_000, 50)]));
  again.flush(NOON + 12_000);
  assert.equal(await ask(dataDir, 1, NOON + 11_500), 50, 'what cannot be joined is left, and a part begun');
  assert.equal(await ask(dataDir, 1, NOON + 1_999), 11);
  again.stop(NOON + 12_000);
});

test('a row of a span or market that is damaged costs that market the whole file', async () => {
  for (const sql of [
    'UPDATE span SET crc = crc + 1 WHERE market = 2',
    'UPDATE market SET crc = crc + 1 WHERE id = 2',
  ]) {
    const dataDir = record();
    run(fileOf(dataDir), sql);
    assert.equal(await ask(dataDir, 1, NOON + 5_000), 10);
    assert.equal(await ask(dataDir, 2, NOON + 5_000), 'damaged', sql);
  }
});

test('a file that is cut or gone is said, and no other day suffers', async () => {
  const dataDir = record();
  const later = open(dataDir, NOON + DAY);
  later.addFrames(toFrames([whole(1, NOON + DAY + 10, 70)]));
  later.stop(NOON + DAY + 1_000);
  const third = open(dataDir, NOON + 2 * DAY);
  third.addFrames(toFrames([whole(1, NOON + 2 * DAY + 10, 80)]));
  third.stop(NOON + 2 * DAY + 1_000);
  const file = fileOf(dataDir, '2026-11-29');
  const reader = new SqliteTapeReader(dataDir);
  const size = async (t: number) => {
    const found = await reader.findBook(toMarket(1), t);
    return found.book === null ? found.why : found.book.bids.size(0);
  };
  assert.equal(await size(NOON + DAY + 500), 70);
  copyFileSync(file, `${file}.whole`);
  truncateSync(file, Math.floor(statSync(file).size / 2));
  assert.notEqual(await size(NOON + DAY + 500), 70);
  rmSync(file);
  assert.equal(
    await size(NOON + DAY + 500),
    'restart',
    'the stop of the day before is the last thing that is known',
  );
  assert.deepEqual([await size(NOON + 5_000), await size(NOON + 2 * DAY + 500)], [10, 80]);
  await reader.close();
});

test('books that retention removed are said to be removed, and trades and spans stay', async () => {
  const dataDir = record();
  const writer = open(dataDir, NOON + 3 * DAY);
  writer.addFrames(toFrames([whole(1, NOON + 3 * DAY + 10, 70)]));
  writer.addTrades([
    {
      market: 1,
      t: NOON + 7,
      venueTime: NOON + 7,
      receivedAt: null,
      price: 0.5,
      size: 3,
      side: 'buy',
      isBlock: false,
      source: 'backfill',
      id: null,
    },
  ]);
  writer.flush(NOON + 3 * DAY + 1_000);
  assert.equal(writer.removeBooks(3), null, 'three days before today are kept');
  assert.equal(writer.removeBooks(0), '2026-11-28');
  assert.equal(writer.removeBooks(0), null, 'today is never emptied');
  const database = new DatabaseSync(fileOf(dataDir), { readOnly: true });
  const left = database
    .prepare('SELECT (SELECT count(*) FROM block) + (SELECT count(*) FROM slice) AS n')
    .get();
  database.close();
  assert.equal(left?.n, 0);
  assert.equal(await ask(dataDir, 1, NOON + 5_000), 'removed');
  assert.equal(await ask(dataDir, 1, NOON + 3 * DAY + 500), 70);
  const reader = new SqliteTapeReader(dataDir);
  const { trades } = await reader.readTrades(toMarket(1), {
    fromMs: NOON,
    toMs: NOON + 100,
    order: 'oldest',
    limit: 5,
  });
  assert.deepEqual(
    trades.map(({ size }) => size),
    [3],
  );
  await reader.close();
  writer.stop(NOON + 3 * DAY + 2_000);
});

test('a disk that is full refuses a commit, and a later one stores everything', async () => {
  const dataDir = path.join(root, String(next++));
  const writer = open(dataDir, NOON);
  writer.addFrames(toFrames([whole(1, NOON + 10, 1)]));
  writer.flush(NOON + 1_000);
  // A connection that holds the write lock simulates a disk that accepts no writes.
  const other = new DatabaseSync(fileOf(dataDir));
  other.exec('BEGIN IMMEDIATE');
  writer.addFrames(toFrames([whole(1, NOON + 1_500, 2), whole(2, NOON + 1_600, 3)]));
  assert.throws(() => writer.flush(NOON + 2_000), /locked|busy/);
  writer.addFrames(toFrames([whole(1, NOON + 2_500, 4)]));
  assert.throws(() => writer.flush(NOON + 3_000), /locked|busy/);
  assert.equal(await ask(dataDir, 1, NOON + 1_600), 'pending');
  other.exec('ROLLBACK');
  other.close();
  writer.flush(NOON + 4_000);
  assert.deepEqual(
    [
      await ask(dataDir, 1, NOON + 1_600),
      await ask(dataDir, 2, NOON + 1_600),
      await ask(dataDir, 1, NOON + 4_000),
    ],
    [2, 3, 4],
  );
  writer.stop(NOON + 5_000);
});

test('a disk that fills between a commit and the slice refuses the slice, and a later commit seals it', async () => {
  const dataDir = path.join(root, String(next++));
  const writer = open(dataDir, NOON);
  writer.addFrames(toFrames([whole(1, NOON + 10, 1)]));
  writer.flush(NOON + SLICE - 1_000);
  const other = new DatabaseSync(fileOf(dataDir));
  other.exec('BEGIN IMMEDIATE');
  writer.addFrames(toFrames([whole(1, NOON + SLICE - 500, 2)]));
  assert.throws(() => writer.flush(NOON + SLICE), /locked|busy/);
  const reader = new SqliteTapeReader(dataDir);
  assert.equal(await reader.findNewestMs(), NOON + SLICE - 1_000, 'what was acknowledged stays');
  assert.deepEqual(
    [await ask(dataDir, 1, NOON + SLICE - 1_000), await ask(dataDir, 1, NOON + SLICE - 500)],
    [1, 'pending'],
  );
  other.exec('ROLLBACK');
  const count = (table: string) =>
    Number(other.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? Number.NaN);
  assert.equal(count('slice'), 0);
  writer.flush(NOON + SLICE + 1_000);
  assert.deepEqual([count('slice'), count('journal')], [1, 0]);
  other.close();
  assert.equal(await ask(dataDir, 1, NOON + SLICE - 500), 2);
  await reader.close();
  writer.stop(NOON + SLICE + 2_000);
});

test('a file that cannot be written is left, and a part is begun', {
  skip: process.getuid?.() === 0 ? 'root reads what no permission allows' : false,
}, async () => {
  const dataDir = record();
  chmodSync(fileOf(dataDir), 0o444);
  const writer = open(dataDir, NOON + SLICES * SLICE + 1_000);
  writer.addFrames(toFrames([whole(1, NOON + SLICES * SLICE + 2_000, 90)]));
  writer.flush(NOON + SLICES * SLICE + 3_000);
  assert.equal(await ask(dataDir, 1, NOON + SLICES * SLICE + 2_500), 90);
  assert.match(writer.state().left.join(), /readonly/);
  writer.stop(NOON + SLICES * SLICE + 3_000);
});
