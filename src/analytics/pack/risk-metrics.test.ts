import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries } from '../../../test/support/price-series.ts';
import { riskMetrics, riskReport } from './risk-metrics.ts';

test('the figures of five bars by hand', () => {
  const metrics = riskMetrics(hourlySeries([100, 110, 99, 105, 103]));
  // The peak of 110 leaves drawdowns of 0, 0, 11/110, 5/110, 7/110; 5 % of five bars are a quarter of the worst.
  assertClose(metrics.ulcerIndex, Math.sqrt((11 ** 2 + 5 ** 2 + 7 ** 2) / 5) / 110);
  assertClose(metrics.painIndex, (11 + 5 + 7) / 5 / 110);
  assertClose(metrics.cdar95, 11 / 110);
  assertClose(metrics.maxDrawdown, 11 / 110);
  // Log returns sum to ln(103 / 100); their sign is + - + -.
  assertClose(metrics.meanLogReturn, Math.log(1.03) / 4);
  assertClose(metrics.omega, Math.log(1.1 * (105 / 99)) / Math.log((110 / 99) * (105 / 103)));
  assert.deepStrictEqual(
    [metrics.bars, metrics.returns, metrics.peakPrice, metrics.troughPrice, metrics.drawdownBars],
    [5, 4, 110, 99, 1],
  );
});

test('below minBars only the counts are given', () => {
  const series = hourlySeries([100, 110, 99, 105, 103]);
  const { source, metrics } = riskReport(series, { minBars: 6 });
  const { bars, returns, ...rest } = metrics;
  assert.deepStrictEqual([source, bars, returns], ['fallback', 5, 4]);
  assert.ok(Object.values(rest).every((value) => value === null));
  assert.strictEqual(riskReport(series, { minBars: 5 }).source, 'store');
});

test('a probability has no figures of the return of a year, and every other one as the definition has it', () => {
  const series = hourlySeries([0.4, 0.44, 0.39, 0.41, 0.42]);
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

test('every figure that depends on the periods of a year is left out of probabilities, but for the volatility', () => {
  const series = hourlySeries([0.4, 0.44, 0.39, 0.41, 0.42]);
  const [year, twoYears] = [riskMetrics(series, 8_760), riskMetrics(series, 17_520)];
  const { metrics } = riskReport(series, { minBars: 5, isProbability: true });
  const yearly = Object.keys(year) as (keyof typeof year)[];
  assert.deepStrictEqual(
    yearly.filter((name) => year[name] !== twoYears[name] && metrics[name] !== null),
    ['annualizedVol'],
    'figures of a year belong to YEARLY_RETURN_METRICS',
  );
});

test('constant prices have no ratios, an omega of 1 and no spread', () => {
  const metrics = riskMetrics(hourlySeries(Array(40).fill(7)));
  assert.deepStrictEqual(
    [metrics.realizedVol, metrics.sharpe, metrics.sharpeAdjAC, metrics.modifiedVar95, metrics.gainToPain],
    [0, null, null, null, null],
  );
  assert.deepStrictEqual([metrics.omega, metrics.rollSpreadBps, metrics.maxDrawdown], [1, 0, 0]);
});

test('gains without a loss have neither omega nor gain-to-pain', () => {
  const metrics = riskMetrics(hourlySeries([1, 2, 3, 5]));
  assert.deepStrictEqual([metrics.omega, metrics.gainToPain, metrics.martinRatio], [null, null, null]);
});

test('positive autocorrelation lowers the adjusted Sharpe ratio, negative raises it', () => {
  const trending = riskMetrics(hourlySeries([100, 101, 102.5, 104, 103.5, 103, 104, 106, 108]));
  const bouncing = riskMetrics(hourlySeries([100, 103, 101, 104, 102, 105, 103, 106, 104]));
  assert.ok(Math.abs(trending.sharpeAdjAC!) < Math.abs(trending.sharpe!));
  assert.ok(Math.abs(bouncing.sharpeAdjAC!) > Math.abs(bouncing.sharpe!));
  assert.ok(bouncing.rollSpreadBps! > 0);
  assert.strictEqual(trending.rollSpreadBps, 0);
});
