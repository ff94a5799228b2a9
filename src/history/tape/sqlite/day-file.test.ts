import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { DayFile, OtherFileError } from './day-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-tape-'));
after(() => rmSync(folder, { recursive: true }));

const BEGUN_MS = Date.UTC(2026, 10, 28, 12);
const HEAD = { store: '0'.repeat(32), day: '2026-11-28', begunMs: BEGUN_MS };

test('a file that is no tape, or of another version, is left alone', () => {
  const other = path.join(folder, 'other.sqlite');
  const file = DayFile.create(other, HEAD);
  file.database.exec('PRAGMA user_version = 2');
  file.close();
  assert.throws(() => DayFile.open(other), OtherFileError);
  const foreign = DayFile.create(path.join(folder, 'foreign.sqlite'), HEAD);
  foreign.database.exec('PRAGMA application_id = 7');
  foreign.close();
  assert.throws(() => DayFile.open(path.join(folder, 'foreign.sqlite'), 'read'), OtherFileError);
});

test('a file has its name once it is whole, and where it cannot be made nothing is left', () => {
  const file = path.join(folder, 'made.sqlite');
  const list = () => readdirSync(folder).filter((name) => name.startsWith('made'));
  const store = null as unknown as string;
  assert.throws(() => DayFile.create(file, { ...HEAD, store }), /NOT NULL/);
  assert.deepEqual(list(), []);
  writeFileSync(`${file}.new`, 'a process was killed here');
  DayFile.create(file, HEAD).closeDay();
  assert.deepEqual(list(), ['made.sqlite']);
  const read = DayFile.open(file, 'read');
  assert.deepEqual(read.head, HEAD);
  read.close();
});

test('late trades are added to a closed day, and it is closed as before', () => {
  const file = DayFile.create(path.join(folder, 'late.sqlite'), HEAD);
  file.closeDay();
  const again = DayFile.open(path.join(folder, 'late.sqlite'));
  const trade = {
    ...({
      venueTime: null,
      receivedAt: null,
      side: 'buy',
      isBlock: false,
      source: 'backfill',
      id: null,
    } as const),
    price: 4,
    size: 2,
  };
  const trades = Array.from({ length: 3_000 }, (_, i) => ({ ...trade, t: BEGUN_MS + 3_000 - i }));
  again.addTrades([{ market: 1, priceDecimals: 1, sizeDecimals: 0, trades }]);
  const rows = again.database.prepare('SELECT from_ms, trades FROM trade_block ORDER BY id').all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { from_ms: BEGUN_MS + 1, trades: 1_024 },
      { from_ms: BEGUN_MS + 1_025, trades: 1_024 },
      { from_ms: BEGUN_MS + 2_049, trades: 952 },
    ],
  );
  again.closeDay();
});

test('what a killed process left half done in a closed day is undone, also by one that only reads', () => {
  const [whole, killed] = ['whole.sqlite', 'killed.sqlite'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  DayFile.create(whole, HEAD).closeDay();
  const database = new DatabaseSync(whole);
  // With a small cache, SQLite writes pages to the file before the commit.
  database.exec('PRAGMA cache_size = 5; BEGIN IMMEDIATE');
  const add = database.prepare('INSERT INTO journal (from_ms, to_ms, data) VALUES (?, ?, zeroblob(4000))');
  for (let i = 0; i < 100; i++) add.run(BEGUN_MS + i, BEGUN_MS + i);
  for (const end of ['', '-journal']) copyFileSync(whole + end, killed + end);
  database.exec('ROLLBACK');
  database.close();
  const file = DayFile.open(killed, 'read');
  assert.deepEqual([file.newestMs, file.head.day], [null, HEAD.day]);
  file.close();
});
