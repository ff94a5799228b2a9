import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { epochMs, HOUR_MS, type ObservationSource } from '../../domain/index.ts';
import type { VenueBar } from '../contract/venue-bars.ts';
import { openSqliteHistory } from '../sqlite/index.ts';
import { toColumns } from './columns.ts';
import { aggregateFilled, type FilledBuckets } from './fill-buckets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fill-buckets-'));
const history = await openSqliteHistory({ dataDir });
after(async () => {
  await history.close();
  rmSync(dataDir, { recursive: true });
});

let next = 0;
const START = Date.UTC(2026, 9, 1);
const at = (hour: number) => epochMs(START + hour * HOUR_MS);
const bar = (hour: number, members: Partial<VenueBar> = {}): VenueBar => ({
  t: at(hour),
  open: 0.4,
  high: 0.7,
  low: 0.3,
  close: 0.5,
  volume: 2,
  ...members,
});

/** A new series with records by hour and source, and bars. A back-filled record is the close of its hour. */
async function createSeries(
  records: readonly (readonly [hour: number, source: ObservationSource])[],
  bars: readonly VenueBar[],
) {
  const storeKey = `fill-${next++}`;
  const series = { venue: 'kalshi' as const, storeKey, asset: `kalshi-${storeKey}` };
  for (const [hour, s] of records) {
    const t = s === 'backfill' ? epochMs(at(hour + 1) - 1) : epochMs(at(hour) + 60_000);
    await history.insert(series, toColumns([{ t, p: 0.5, v: null, s }]));
  }
  await history.putBars(series, bars);
  return series;
}

const ALL = { bucketMs: HOUR_MS, maxBuckets: 100 };

/** Each bucket as its hour, and whether it is filled. */
function toHours({ t, filled, length }: FilledBuckets): string[] {
  return Array.from(
    { length },
    (_, i) => `${(t[i]! - START) / HOUR_MS}${filled?.[i] === 1 ? ' filled' : ''}`,
  );
}

test('a bar is taken where its bucket has no record of a poll, a trade or an import', async () => {
  const rows = ['poll', 'trade', 'import', 'backfill'] as const;
  const series = await createSeries(
    [...rows.map((source, hour) => [hour, source] as const), [3, 'backfill']],
    [0, 1, 2, 3, 4].map((hour) => bar(hour)),
  );
  const buckets = await aggregateFilled(history, series, ALL);
  assert.deepEqual(toHours(buckets), ['0', '1', '2', '3 filled', '4 filled'], 'also without any record');
  const { open, high, low, close, count, volume, vwap } = buckets;
  const columns = [open, high, low, close, count, volume, vwap].map((column) => column[3]);
  assert.deepEqual(columns, [0.4, 0.7, 0.3, 0.5, 0, 2, Number.NaN]);
  assert.deepEqual([count[0], high[0]], [1, 0.5]);
});

test('a wider bucket joins its bars, and none that has a record', async () => {
  const bars = [
    bar(0, { open: 0.35 }),
    bar(5, { high: 0.9, volume: null }),
    bar(23, { low: 0.1, close: 0.2 }),
    bar(24),
  ];
  const series = await createSeries(
    [
      [0, 'backfill'],
      [5, 'backfill'],
      [23, 'backfill'],
      [24, 'backfill'],
      [30, 'poll'],
    ],
    bars,
  );
  const buckets = await aggregateFilled(history, series, { ...ALL, bucketMs: 24 * HOUR_MS });
  assert.deepEqual(toHours(buckets), ['0 filled', '24']);
  const { open, high, low, close, count, volume } = buckets;
  assert.deepEqual(
    [open, high, low, close, count, volume].map((column) => column[0]),
    [0.35, 0.9, 0.1, 0.2, 0, 4],
  );
  assert.deepEqual([count[1], high[1]], [2, 0.5]);
});

test('buckets of less than whole hours, and those of a series without bars, are as they were', async () => {
  const series = await createSeries([[0, 'backfill']], [bar(0)]);
  for (const bucketMs of [HOUR_MS / 2, HOUR_MS * 1.5, 60_000]) {
    const options = { ...ALL, bucketMs };
    assert.deepEqual(
      await aggregateFilled(history, series, options),
      await history.aggregate(series, options),
    );
  }
  const plain = await createSeries([[0, 'backfill']], []);
  assert.deepEqual(await aggregateFilled(history, plain, ALL), await history.aggregate(plain, ALL));
});

test('bars count where their whole hour is in the window, and the newest buckets are kept', async () => {
  const hours = [0, 1, 2, 3];
  const series = await createSeries(
    hours.map((hour) => [hour, 'backfill']),
    hours.map((hour) => bar(hour)),
  );
  const window = { fromMs: epochMs(at(0) + 1), toMs: epochMs(at(4) - 2) };
  assert.deepEqual(toHours(await aggregateFilled(history, series, { ...ALL, ...window })), [
    '0',
    '1 filled',
    '2 filled',
  ]);
  const newest = await aggregateFilled(history, series, { ...ALL, maxBuckets: 2 });
  assert.deepEqual([toHours(newest), newest.truncated], [['2 filled', '3 filled'], true]);
  const bare = await createSeries(
    [],
    hours.map((hour) => bar(hour)),
  );
  const cut = await aggregateFilled(history, bare, { ...ALL, maxBuckets: 3 });
  assert.deepEqual([toHours(cut), cut.truncated], [['1 filled', '2 filled', '3 filled'], true]);
  const whole = await aggregateFilled(history, bare, { ...ALL, maxBuckets: 4 });
  assert.deepEqual([whole.length, whole.truncated], [4, false]);
});

test('many hours, some imported densely and some at the time of a close, are told apart', async () => {
  const hours = Array.from({ length: 300 }, (_, i) => i);
  const dense = hours.filter((hour) => hour % 10 === 3);
  const atClose = hours.filter((hour) => hour % 10 === 7);
  const series = await createSeries(
    [],
    hours.map((hour) => bar(hour)),
  );
  const closes = hours.map((hour) => ({
    t: epochMs(at(hour + 1) - 1),
    p: 0.5,
    v: null,
    s: 'backfill' as const,
  }));
  await history.insert(series, toColumns(closes));
  const imported = [
    ...dense.flatMap((hour) =>
      Array.from({ length: 400 }, (_, i) => ({ t: epochMs(at(hour) + i * 5_000), p: 0.6, v: null })),
    ),
    ...atClose.map((hour) => ({ t: epochMs(at(hour + 1) - 1), p: 0.6, v: null })),
  ];
  await history.insert(series, toColumns(imported.map((record) => ({ ...record, s: 'import' as const }))));
  const buckets = await aggregateFilled(history, series, { ...ALL, maxBuckets: 1_000 });
  const expected = hours.map((hour) => (hour % 10 === 3 || hour % 10 === 7 ? `${hour}` : `${hour} filled`));
  assert.deepEqual(toHours(buckets), expected);
});
