import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { HOUR_MS } from '../../domain/index.ts';
import { prepareSeries } from '../series/series.ts';
import { riskMetrics, riskReport } from './risk-metrics.ts';

function hourly(prices: readonly number[]) {
  return columnsFrom(prices.map((p, i) => ({ t: i * HOUR_MS, p })));
}

test('the hand-checked figures of five bars', () => {
  const metrics = riskMetrics(prepareSeries(hourly([100, 110, 99, 105, 103]), 'log'));
  assert.ok(Math.abs(metrics.ulcerIndex! - 0.0567727) < 1e-7);
  assert.ok(Math.abs(metrics.painIndex! - 0.0418182) < 1e-7);
  assert.ok(Math.abs(metrics.cdar95! - 0.1) < 1e-15);
  assert.ok(Math.abs(metrics.meanLogReturn! - Math.log(1.03) / 4) < 1e-15);
  assert.deepStrictEqual(
    [metrics.bars, metrics.returns, metrics.peakPrice, metrics.troughPrice, metrics.drawdownBars],
    [5, 4, 110, 99, 1],
  );
});

test('below minBars only the counts are given', () => {
  const series = prepareSeries(hourly([100, 110, 99, 105, 103]), 'log');
  const { source, metrics } = riskReport(series, { minBars: 6 });
  const { bars, returns, ...rest } = metrics;
  assert.deepStrictEqual([source, bars, returns], ['fallback', 5, 4]);
  assert.ok(Object.values(rest).every((value) => value === null));
  assert.strictEqual(riskReport(series, { minBars: 5 }).source, 'store');
});

test('a probability has no figures of the return of a year, and every other one as the definition has it', () => {
  const series = prepareSeries(hourly([0.4, 0.44, 0.39, 0.41, 0.42]), 'log');
  const { metrics, sharpeSuppressedReason } = riskReport(series, { minBars: 5, isProbability: true });
  assert.strictEqual(sharpeSuppressedReason, 'bounded-probability');
  const { annualizedReturn, sharpe, sharpeAdjAC, martinRatio, sterlingRatio, ...rest } = riskMetrics(series);
  assert.ok([annualizedReturn, sharpe, sharpeAdjAC, martinRatio, sterlingRatio].every(Number.isFinite));
  assert.deepStrictEqual(metrics, {
    ...rest,
    annualizedReturn: null,
    sharpe: null,
    sharpeAdjAC: null,
    martinRatio: null,
    sterlingRatio: null,
  });
});

test('constant prices have no ratios, an omega of 1 and no spread', () => {
  const metrics = riskMetrics(prepareSeries(hourly(Array(40).fill(7)), 'log'));
  assert.deepStrictEqual(
    [metrics.realizedVol, metrics.sharpe, metrics.sharpeAdjAC, metrics.modifiedVar95, metrics.gainToPain],
    [0, null, null, null, null],
  );
  assert.deepStrictEqual([metrics.omega, metrics.rollSpreadBps, metrics.maxDrawdown], [1, 0, 0]);
});

test('gains without a loss have neither omega nor gain-to-pain', () => {
  const metrics = riskMetrics(prepareSeries(hourly([1, 2, 3, 5]), 'log'));
  assert.deepStrictEqual([metrics.omega, metrics.gainToPain, metrics.martinRatio], [null, null, null]);
});

test('positive autocorrelation lowers the adjusted Sharpe ratio, negative raises it', () => {
  const trending = riskMetrics(
    prepareSeries(hourly([100, 101, 102.5, 104, 103.5, 103, 104, 106, 108]), 'log'),
  );
  const bouncing = riskMetrics(prepareSeries(hourly([100, 103, 101, 104, 102, 105, 103, 106, 104]), 'log'));
  assert.ok(Math.abs(trending.sharpeAdjAC!) < Math.abs(trending.sharpe!));
  assert.ok(Math.abs(bouncing.sharpeAdjAC!) > Math.abs(bouncing.sharpe!));
  assert.ok(bouncing.rollSpreadBps! > 0);
  assert.strictEqual(trending.rollSpreadBps, 0);
});
