import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries } from '../../../test/support/price-series.ts';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS } from '../../domain/index.ts';
import { toBuckets } from './buckets.ts';
import { medianStep, periodsPerYear } from './cadence.ts';
import { cleanPrices } from './clean.ts';
import { logReturn } from './returns.ts';

test('columns that are clean already are not copied', () => {
  const columns = columnsFrom([
    { t: 1, p: 10 },
    { t: 2, p: 11 },
  ]);
  const { times, prices } = cleanPrices(columns, 'log');
  assert.strictEqual(times, columns.t);
  assert.strictEqual(prices, columns.p);
});

test('the log basis drops what is not finite and above 0, the difference basis what is outside [0, 1]', () => {
  const columns = columnsFrom(
    [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, 1, 2].map((p, t) => ({ t, p })),
  );
  assert.deepStrictEqual([...cleanPrices(columns, 'log').prices], [0.5, 1, 2]);
  assert.deepStrictEqual([...cleanPrices(columns, 'diff').prices], [0, 0.5, 1]);
});

test('records are sorted by time, and the last record of a time wins', () => {
  const columns = columnsFrom([
    { t: 3, p: 30 },
    { t: 1, p: 10 },
    { t: 3, p: 31 },
    { t: 2, p: 20 },
    { t: 1, p: Number.NaN },
  ]);
  const { times, prices } = cleanPrices(columns, 'log');
  assert.deepStrictEqual([...times], [1, 2, 3]);
  assert.deepStrictEqual([...prices], [10, 20, 31]);
});

test('drawdowns of five bars are fractions of the peak of 110', () => {
  const series = hourlySeries([100, 110, 99, 105, 103]);
  const expected = [0, 0, 0.1, 1 - 105 / 110, 1 - 103 / 110];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(series.drawdowns[i]! - value) < 1e-15);
  assert.deepStrictEqual(series.deepest, { peakIndex: 1, troughIndex: 2 });
});

test('the peak of the deepest drawdown is the last bar at the maximum, not the plateau before it', () => {
  assert.deepStrictEqual(hourlySeries([5, 10, 10, 10, 8, 8]).deepest, { peakIndex: 3, troughIndex: 4 });
});

test('a series that never falls has its drawdown at the first bar', () => {
  assert.deepStrictEqual(hourlySeries([1, 2, 3]).deepest, { peakIndex: 0, troughIndex: 0 });
});

test('a probability of 0 has no drawdown before it rises', () => {
  assert.deepStrictEqual([...hourlySeries([0, 0, 0.5, 0.25], 'diff').drawdowns], [0, 0, 0, 0.5]);
});

test('a price that compounds at a constant rate is flat', () => {
  const series = hourlySeries(Array.from({ length: 80 }, (_, i) => 100 * 1.001 ** i));
  assert.ok(series.moments.isFlat);
  assert.strictEqual(series.levels.length, 0);
});

test('log returns keep their digits when moves are of the order of 1e-9', () => {
  // ln(1 + x) is x - x^2/2 to the last digit here. The logarithm of the quotient is off by 1e-17.
  assert.strictEqual(logReturn(2 ** 20, 2 ** 20 + 2 ** -10), 2 ** -30 - 2 ** -61);
});

test('log returns are finite across the whole range of numbers', () => {
  assert.ok(Math.abs(logReturn(Number.MIN_VALUE, Number.MAX_VALUE) - 1454.2) < 0.1);
  assert.ok(Math.abs(logReturn(Number.MAX_VALUE, Number.MIN_VALUE) + 1454.2) < 0.1);
});

test('hourly bars make 8766 periods a year, and one outage does not change that', () => {
  assert.strictEqual(medianStep(Float64Array.of(0, HOUR_MS, 2 * HOUR_MS, 50 * HOUR_MS)), HOUR_MS);
  assert.strictEqual(periodsPerYear(HOUR_MS), 8766);
  assert.strictEqual(medianStep(Float64Array.of(0)), null);
});

test('an autocorrelation needs two returns more than its lag', () => {
  const series = hourlySeries([1, 2, 1, 3]);
  assert.strictEqual(series.autocorrelation(2), null);
  assert.notStrictEqual(series.autocorrelation(1), null);
});

test('moments and autocorrelations of 23 returns agree with scipy and statsmodels', () => {
  const cents = [
    50, 53, 49, 52, 47, 51, 54, 50, 46, 49, 53, 51, 48, 52, 50, 47, 45, 49, 52, 50, 53, 48, 51, 49,
  ];
  const series = hourlySeries(
    cents.map((cent) => cent / 100),
    'diff',
  );
  const { mean, deviation, populationDeviation, skewness, excessKurtosis } = series.moments;
  // Differences sum to 0.49 - 0.5. Deviations are from numpy 2.4.6, r.std(ddof=1) and r.std().
  assertClose(mean, -0.01 / 23);
  assertClose(deviation, 0.03457248786240367);
  assertClose(populationDeviation, 0.03381256016560625);
  // scipy 1.17.1 stats.skew(r), stats.kurtosis(r)
  assertClose(skewness, -0.06377004352352024);
  assertClose(excessKurtosis, -1.7233182817880244);
  // statsmodels 0.15.0 acf(r, nlags=3), which prints eight decimals.
  for (const [lag, expected] of [-0.36922015, -0.17511358, -0.12535225].entries()) {
    assertClose(series.autocorrelation(lag + 1), expected, { relative: 1e-7 });
  }
});

test('one return has no deviation, and no returns have no mean but 0', () => {
  const { moments } = hourlySeries([1, 2]);
  assert.deepStrictEqual([moments.deviation, moments.isFlat, moments.skewness], [0, true, 0]);
  assertClose(moments.mean, Math.LN2);
  assert.deepStrictEqual([hourlySeries([]).moments.mean, hourlySeries([]).deepest], [0, null]);
});

test('a bucket has the first, highest, lowest and last price, and the average by volume', () => {
  const columns = columnsFrom([
    { t: 0, p: 4, v: 1 },
    { t: 3, p: 7, v: 2 },
    { t: 9, p: 1 },
    { t: 20, p: 5 },
  ]);
  assert.deepStrictEqual(toBuckets(columns, 10), [
    // (4 * 1 + 7 * 2) / 3
    { t: 0, open: 4, high: 7, low: 1, close: 1, count: 3, volume: 3, vwap: 6 },
    { t: 20, open: 5, high: 5, low: 5, close: 5, count: 1, volume: null, vwap: null },
  ]);
});
