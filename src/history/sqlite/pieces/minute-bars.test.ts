import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { toBuckets } from '../../columns/buckets.ts';
import { ColumnBuilder, sortColumns, toColumns } from '../../columns/columns.ts';
import type { Columns, HistoryStore } from '../../contract/history-store.ts';
import { openSqliteHistory } from '../index.ts';

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;
const START = 1_700_000_123_456;
const SEVEN_MINUTES = 420_000;

const directory = mkdtempSync(join(tmpdir(), 'history-bars-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('buckets of whole minutes are the same when asked again, after a late record, and for part of a block', async () => {
  const history = await openSqliteHistory({ dataDir: directory });
  const records = new ColumnBuilder();
  for (let i = 0; i < 6_000; i++) {
    // Every third record has no volume, and half an hour is missing.
    const t = START + i * 5_000 + (i > 3_500 ? 1_800_000 : 0);
    records.push(t, 50 + ((i * 37) % 101) / 100, i % 3 === 0 ? Number.NaN : i % 7, 3);
  }
  await history.insert(SERIES, records);
  await assertBuckets(history, records);
  await assertBuckets(history, records);

  const late = toColumns([{ t: epochMs(START + 7_000_001), p: 99, v: 1_000, s: 'import' }]);
  await history.insert(SERIES, late);
  records.pushAll(late);
  await assertBuckets(history, sortColumns(records));
  await history.close();
});

async function assertBuckets(history: HistoryStore, records: Columns): Promise<void> {
  for (const fromMs of [START, START + 3_333_333]) {
    const inside = new ColumnBuilder();
    for (let i = 0; i < records.length; i++) {
      if (records.t[i]! >= fromMs) inside.pushAll(records, i, i + 1);
    }
    const actual = await history.aggregate(SERIES, { bucketMs: SEVEN_MINUTES, fromMs: epochMs(fromMs) });
    const expected = toBuckets(inside, SEVEN_MINUTES);
    for (const column of ['t', 'open', 'high', 'low', 'close', 'count', 'volume'] as const) {
      assert.deepEqual([...actual[column]], [...expected[column]], column);
    }
    // Sums of partial sums have other rounding errors.
    actual.vwap.forEach((value, i) => {
      const other = expected.vwap[i]!;
      assert.ok(Object.is(value, other) || Math.abs(value - other) < 1e-9, `vwap ${i}: ${value}, ${other}`);
    });
  }
}
