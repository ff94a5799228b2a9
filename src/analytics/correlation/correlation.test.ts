import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { averageRanks, pearsonMatrix, spearmanMatrix } from './correlation.ts';
import { correlations } from './correlations.ts';
import { gridReadFromMs, priceGrid, pricesOnGrid, recordedBars } from './price-grid.ts';

test('the grid takes the finest bar that makes at most 720 of the window', () => {
  const computeBarMs = (hours: number) => priceGrid({ nowMs: 1e12, windowMs: hours * HOUR_MS }).barMs;
  assert.deepStrictEqual(
    [12, 24, 60, 180, 360, 720, 2000].map((hours) => computeBarMs(hours) / MINUTE_MS),
    [1, 5, 5, 15, 30, 60, 240],
  );
});

test('a price is carried forward for less than twelve bars', () => {
  const grid = { barMs: 10, fromMs: 1000, points: 15 };
  assert.strictEqual(gridReadFromMs(grid), 880);
  const onGrid = pricesOnGrid({ times: Float64Array.of(1000), prices: Float64Array.of(7) }, grid);
  assert.deepStrictEqual([...onGrid.subarray(0, 12)], Array(12).fill(7));
  assert.ok(onGrid.subarray(12).every(Number.isNaN));
});

test('ties share the mean of their ranks', () => {
  assert.deepStrictEqual([...averageRanks(Float64Array.of(3, 1, 3, 3, -2))], [4, 2, 4, 4, 1]);
});

test('a series correlates fully with its multiple and inversely with its negative', () => {
  const x = Float64Array.of(1, 2, 4, 3);
  const [row] = pearsonMatrix([x, x.map((value) => 5 * value), x.map((value) => -value)]);
  for (const [i, expected] of [1, 1, -1].entries()) assert.ok(Math.abs(row![i]! - expected) < 1e-15);
});

test('assets with too few prices or without variance are dropped and named', () => {
  const nowMs = 48 * HOUR_MS;
  const every = (minutes: number, price: (i: number) => number) =>
    columnsFrom(
      Array.from({ length: (13 * 60) / minutes }, (_, i) => ({
        t: 35 * HOUR_MS + i * minutes * MINUTE_MS,
        p: price(i),
      })),
    );
  const result = correlations(
    [
      { asset: 'moving', columns: every(1, (i) => 100 + Math.sin(i)) },
      { asset: 'constant', columns: every(1, () => 100) },
      { asset: 'sparse', columns: every(60, (i) => 100 + i) },
      { asset: 'also-moving', columns: every(1, (i) => 100 + Math.cos(i)) },
    ],
    { nowMs, windowHours: 12, method: 'pearson' },
  );
  assert.deepStrictEqual(result.surviving, ['moving', 'also-moving']);
  assert.deepStrictEqual(result.dropped, [
    { asset: 'sparse', reason: 'insufficient-data' },
    { asset: 'constant', reason: 'zero-variance' },
  ]);
  assert.deepStrictEqual(result.pearson!.labels, ['moving', 'also-moving']);
  assert.strictEqual(result.spearman, null);
  assert.ok(result.barsPerAsset.sparse! < 361);
});

test('correlations of Pearson and Spearman, by hand', () => {
  // Deviations -3, -1, 1, 3 and -3, 1, -1, 3 in halves: (9 - 1 - 1 + 9) / 20. Both columns are their own ranks.
  const x = Float64Array.of(1, 2, 3, 4);
  const y = Float64Array.of(1, 3, 2, 4);
  assertClose(pearsonMatrix([x, y])[0]![1], 0.8);
  assertClose(spearmanMatrix([x, y])[0]![1], 0.8);
  // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: (1.5^2 + 1.5^2) / sqrt(4.5 * 5).
  assertClose(spearmanMatrix([Float64Array.of(1, 7, 7, 100), x])[0]![1], Math.sqrt(0.9));
});

test('correlations of columns with ties agree with scipy', () => {
  // scipy 1.17.1: stats.pearsonr(x, y)[0], stats.spearmanr(x, y)[0]
  const columns = [Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6), Float64Array.of(2, 7, 1, 8, 2, 8, 1, 8)];
  for (const [matrix, expected] of [
    [pearsonMatrix(columns), 0.2096553190730121],
    [spearmanMatrix(columns), 0.19885368120992467],
  ] as const) {
    assertClose(matrix[0]![1], expected);
    assert.strictEqual(matrix[1]![0], matrix[0]![1]);
    assert.deepStrictEqual([matrix[0]![0], matrix[1]![1]], [1, 1]);
  }
});

test('a record on a point belongs to the bar that the point ends', () => {
  // The bars are (100, 110], (110, 120] and (120, 130].
  const grid = { barMs: 10, fromMs: 100, points: 4 };
  const count = (...times: number[]) => [
    ...recordedBars({ times: Float64Array.from(times), prices: new Float64Array(times.length) }, grid),
  ];
  assert.deepStrictEqual(count(100, 110, 121), [1, 0, 1]);
  assert.deepStrictEqual(count(99, 100, 131), [0, 0, 0]);
});

test('a pair with too few bars in common has no correlation, and says so', () => {
  const nowMs = 48 * HOUR_MS;
  const every = (minutes: number) =>
    columnsFrom(
      Array.from({ length: (13 * 60) / minutes }, (_, i) => ({
        t: 35 * HOUR_MS + i * minutes * MINUTE_MS,
        p: 100 + Math.sin(i),
      })),
    );
  const inputs = [
    { asset: 'often', columns: every(1) },
    { asset: 'seldom', columns: every(10) },
  ];
  // The window from 36:00 (exclusive) to 48:00 contains one record every ten minutes, from 36:10 to 47:50.
  const { overlap, pearson, whyNull } = correlations(inputs, {
    nowMs,
    windowHours: 12,
    method: 'pearson',
    minOverlap: 72,
  });
  assert.deepStrictEqual(overlap.matrix[0]![1], 71);
  assert.deepStrictEqual([pearson, whyNull], [null, { pearson: 'too_few_bars' }]);
});
