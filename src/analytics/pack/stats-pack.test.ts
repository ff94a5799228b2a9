import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { DAY_MS, HOUR_MS } from '../../domain/index.ts';
import { verdict } from '../hypothesis-tests/verdict.ts';
import { prepareSeries } from '../series/series.ts';
import { capture } from './capture.ts';
import { flatStats } from './flat-stats.ts';
import { horizon } from './horizon.ts';
import { statsPack } from './stats-pack.ts';

function hourly(prices: readonly number[], basis: 'log' | 'diff' = 'log', hours = prices.map((_, i) => i)) {
  return prepareSeries(columnsFrom(prices.map((p, i) => ({ t: hours[i]! * HOUR_MS, p }))), basis);
}

/** Prices that move between 0.3 and 0.7. */
const wandering = Array.from({ length: 100 }, (_, i) => 0.5 + 0.2 * Math.sin(i * i));

test('a bounded series has a horizon and no annual ratios', () => {
  const end = { price: 0.42, nowMs: 0, closeTime: 5 * DAY_MS, endDate: 9 * DAY_MS };
  const { returns, risk, horizon: found } = statsPack(hourly(wandering, 'diff'), end);
  assert.deepStrictEqual(
    [returns.sharpe, returns.sortino, returns.calmar, returns.sharpeAdjAC, risk.sterling],
    [null, null, null, null, null],
  );
  assert.deepStrictEqual(
    [returns.framing, returns.returnMode, returns.sharpeSuppressedReason],
    ['horizon', 'diff', 'bounded-probability'],
  );
  assert.notStrictEqual(returns.annualisedVol, null);
  assert.deepStrictEqual([found!.daysToResolve, found!.resolvedFrom], [5, 'closeTime']);
});

test('a perpetual has annual ratios and no horizon', () => {
  const { returns, horizon: found } = statsPack(hourly(wandering));
  assert.notStrictEqual(returns.sharpe, null);
  assert.deepStrictEqual(
    [returns.framing, returns.sharpeSuppressedReason, found],
    ['annualised', null, null],
  );
});

test('the reason of a missing Sharpe ratio is reported', () => {
  assert.strictEqual(statsPack(hourly([1, 2])).returns.sharpeSuppressedReason, 'insufficient-data');
  assert.strictEqual(statsPack(hourly([1, 1, 1, 1])).returns.sharpeSuppressedReason, 'zero-variance');
});

test('the flat form repeats the numbers of the pack', () => {
  const pack = statsPack(hourly(wandering, 'diff'), {
    price: 0.5,
    nowMs: 0,
    closeTime: null,
    endDate: DAY_MS,
  });
  const flat = flatStats(pack);
  assert.deepStrictEqual(
    [flat.n, flat.returnMode, flat.var95, flat.es95, flat.hurst, flat.verdict],
    [99, 'DIFF', pack.risk.var95, pack.risk.es95, pack.structure.hurst, pack.verdict],
  );
  assert.deepStrictEqual(flat.horizon, {
    daysToResolve: 1,
    perDayMove: pack.horizon!.perDayMove,
    terminalVariance: 0.25,
  });
  assert.ok(!('horizon' in flatStats(statsPack(hourly(wandering)))));
});

test('a horizon without a known end or price says so', () => {
  const inputs = { nowMs: 0, barMs: HOUR_MS, barDeviation: 0.01, closeTime: null, endDate: null, price: 0.5 };
  const endless = horizon(inputs);
  assert.deepStrictEqual(
    [endless.available, endless.daysToResolve, endless.perHorizonMove],
    [false, null, null],
  );
  const priceless = horizon({ ...inputs, endDate: DAY_MS, price: null });
  assert.deepStrictEqual([priceless.terminalVariance, priceless.perHorizonMove], [null, null]);
});

test('a verdict needs two votes, and a strong drift is two', () => {
  const none = {
    n: 100,
    isFlat: false,
    hurst: null,
    varianceRatioZ: null,
    adfP: null,
    kpssP: null,
    trendT: null,
  };
  const rows = [
    [{ n: 63 }, 'insufficient-data'],
    [{ isFlat: true }, 'flat'],
    [{}, 'random-walk'],
    [{ hurst: 0.4 }, 'random-walk'],
    [{ hurst: 0.4, varianceRatioZ: -2 }, 'mean-reverting'],
    [{ hurst: 0.4, adfP: 0.01, kpssP: 0.1 }, 'mean-reverting'],
    [{ hurst: 0.4, adfP: 0.01, kpssP: 0.04 }, 'random-walk'],
    [{ trendT: -2 }, 'random-walk'],
    [{ trendT: -2.6 }, 'trending'],
    [{ hurst: 0.6, varianceRatioZ: 2 }, 'trending'],
    [{ hurst: 0.4, varianceRatioZ: -2, trendT: 3 }, 'random-walk'],
  ] as const;
  for (const [inputs, expected] of rows) assert.strictEqual(verdict({ ...none, ...inputs }), expected);
});

test('capture joins the bars that both series have', () => {
  const moves = Array.from({ length: 41 }, (_, i) => 100 + 5 * Math.sin(i * 2.3));
  const benchmark = hourly(moves);
  const hours = moves.map((_, i) => i).filter((i) => i % 7 !== 3);
  const doubled = hours.map((i) => moves[i]! ** 2);
  const found = capture({ asset: hourly(doubled, 'log', hours), benchmark })!;
  assert.strictEqual(found.alignedBars, hours.length - 1);
  assert.ok(Math.abs(found.up! - 2) < 1e-9 && Math.abs(found.down! - 2) < 1e-9);
});

test('capture needs 24 aligned returns', () => {
  const series = hourly(wandering.slice(0, 24));
  assert.strictEqual(capture({ asset: series, benchmark: series }), null);
  const longer = { asset: hourly(wandering.slice(0, 25)), benchmark: hourly(wandering) };
  assert.strictEqual(capture(longer)!.alignedBars, 24);
});
