import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourlySeries } from '../../../test/support/price-series.ts';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS } from '../../domain/index.ts';
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
  // ln(1 + x) = x - x^2/2 to the last digit here; the logarithm of the quotient is off by 1e-17.
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
