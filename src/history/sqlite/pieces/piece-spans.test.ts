import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { epochMs } from '../../../domain/index.ts';
import { ColumnBuilder } from '../../columns/columns.ts';
import type { AggregateOptions, ReadOptions } from '../../contract/history-store.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { FileDamage } from '../damage.ts';
import { openDatabase, openDatabaseReadOnly } from '../database.ts';
import { openSqliteHistory } from '../index.ts';
import { aggregateWindow } from '../reading/aggregate.ts';
import { findLastRecord, readPage } from '../reading/reads.ts';
import type { SeriesState } from '../series/series.ts';
import { Pieces } from './pieces.ts';

const KEY = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' } as const;
const START = 1_700_000_000_000;
const RECORDS = 40_000;
const STEP = 1_000;
/** More records with one time than a piece has. */
const REPEATED = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'history-spans-'));
let db: DatabaseSync;
before(async () => {
  const history = await openSqliteHistory({ dataDir });
  const records = new ColumnBuilder();
  let t = START;
  for (let i = 0; i < RECORDS; i++) {
    const isRepeated = i > 9_000 && i < 9_000 + REPEATED;
    // Leaves a gap of two hours in the middle.
    t += isRepeated ? 0 : i === 25_000 ? 7_200_000 : STEP;
    records.push(t, i, i % 5 === 0 ? Number.NaN : i % 7, 3);
  }
  await history.insert(KEY, records);
  // Late records create pieces between others, at uneven positions.
  for (let late = 0; late < 4; late++) {
    const some = new ColumnBuilder();
    for (let i = 0; i < 2_500; i++) some.push(START + 6_000_000 * late + 500 + i, -i, Number.NaN, 3);
    await history.insert(KEY, some);
  }
  await history.close();
  db = openDatabaseReadOnly(dataDir);
});
after(() => {
  db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(database = db): { pieces: Pieces; damage: FileDamage; series: () => SeriesState } {
  const damage = new FileDamage(database);
  const catalogue = new Catalogue(database, damage);
  return { pieces: new Pieces(database, damage), damage, series: () => catalogue.find(KEY)! };
}

/** Loads the whole list of pieces, with which spans are not used. */
function listed({ pieces, series }: ReturnType<typeof open>): SeriesState {
  const whole = series();
  pieces.list(whole);
  return whole;
}

const time = fc.integer({ min: -10_000, max: RECORDS * STEP + 7_300_000 }).map((ms) => epochMs(START + ms));
const windows = fc.record({ fromMs: time, toMs: time }, { requiredKeys: [] });

test('pages of any window are those that the whole index gives, one after the other', () => {
  const store = open();
  const whole = listed(store);
  fc.assert(
    fc.property(windows, fc.constantFrom(1, 100, 1_500, 5_000), (window, limit) => {
      const cold = store.series();
      let options: ReadOptions = { ...window, limit };
      for (let page = 0; page < 4; page++) {
        const found = readPage(store.pieces, cold, options);
        assert.deepEqual(found, readPage(store.pieces, whole, options));
        if (found.nextCursor === null) break;
        options = { ...options, cursor: found.nextCursor };
      }
    }),
    { numRuns: 60 },
  );
});

test('buckets of any window, and the newest record at a time, are those of the whole index', () => {
  const store = open();
  const whole = listed(store);
  fc.assert(
    fc.property(windows, fc.constantFrom(60_000, 420_000, 3_600_000), (window, bucketMs) => {
      const options: AggregateOptions = { ...window, bucketMs };
      const cold = store.series();
      assert.deepEqual(
        aggregateWindow(store.pieces, cold, options),
        aggregateWindow(store.pieces, whole, options),
      );
      const at = window.toMs ?? START;
      assert.deepEqual(findLastRecord(store.pieces, cold, at), findLastRecord(store.pieces, whole, at));
    }),
    { numRuns: 60 },
  );
});

test('a narrow window of a long series leaves most of its index unread', () => {
  const { pieces, series } = open();
  const cold = series();
  const fromMs = epochMs(START + 30_000_000);
  assert.equal(
    readPage(pieces, cold, { fromMs, toMs: epochMs(fromMs + 60_000), limit: 1_000 }).columns.length,
    61,
  );
  assert.equal(cold.pieces, null);
});

test('the span of a window is kept for the next one that it holds, with an end and without', () => {
  const { pieces, series } = open();
  const cold = series();
  for (const toMs of [START + 30_000_000, Number.POSITIVE_INFINITY]) {
    const find = (fromMs: number) => pieces.spans.find(cold, { fromMs, toMs, records: 1_001 });
    assert.equal(find(START + 1)?.series.pieces, find(START + 2)?.series.pieces);
  }
});

test('a damaged index row in the way is reported, and the rest of the window is read', () => {
  const writable = openDatabase(dataDir);
  const [{ pos }] = writable.prepare('SELECT pos FROM piece ORDER BY pos LIMIT 1 OFFSET 20').all() as [
    { pos: number },
  ];
  writable.exec(`UPDATE piece SET records = records + 1 WHERE pos = ${pos}`);
  writable.close();
  const { pieces, damage, series } = open();
  const window = { fromMs: epochMs(START), toMs: epochMs(START + 60_000_000) };
  for (let from = window.fromMs; from < window.toMs; from = epochMs(from + 1_000_000)) {
    readPage(pieces, series(), { fromMs: from, toMs: epochMs(from + 999_999), limit: 2_000 });
  }
  assert.match(damage.all[0]?.reason ?? '', /index row of a piece is damaged/);
});
