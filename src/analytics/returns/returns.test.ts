import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries, seriesFromReturns } from '../../../test/support/price-series.ts';
import { annualizedReturn, annualizedVolatility, meanReturn, realizedVolatility } from './annualised.ts';
import { calmar } from './calmar.ts';
import { gainToPain } from './gain-to-pain.ts';
import { martinRatio } from './martin-ratio.ts';
import { omega } from './omega.ts';
import { sharpe } from './sharpe.ts';
import { sharpeAdjusted } from './sharpe-adjusted.ts';
import { sortino } from './sortino.ts';
import { sterlingRatio } from './sterling-ratio.ts';

const METRICS = {
  meanReturn,
  realizedVolatility,
  annualizedVolatility,
  annualizedReturn,
  sharpe,
  sharpeAdjusted,
  sortino,
  omega,
  gainToPain,
  calmar,
  martinRatio,
  sterlingRatio,
};

/**
 * Calculated by hand from the definition in each file's comment, with two periods a year.
 *
 * The first row: r = 0.1, -0.05, 0.05, 0.1, so m = 0.05 and the deviations are 0.05, -0.1, 0, 0.05, whose squares sum
 * to 0.015; s = sqrt(0.015 / 3). The one drawdown of the five bars is 1 - 0.45 / 0.5 = 0.1.
 */
const ROWS: readonly {
  readonly name: string;
  readonly prices: readonly number[];
  readonly expected: Readonly<Record<keyof typeof METRICS, number | null>>;
}[] = [
  {
    name: 'gains and a loss',
    prices: [0.4, 0.5, 0.45, 0.5, 0.6],
    expected: {
      meanReturn: 0.05,
      realizedVolatility: Math.sqrt(0.005),
      annualizedVolatility: Math.sqrt(0.01),
      annualizedReturn: 0.1,
      sharpe: 0.1 / Math.sqrt(0.01),
      // rho_1 = (0.05 * -0.1) / 0.015 = -1/3. Lo: q / sqrt(q + 2 (q - 1) rho_1) for q = 2, in place of sqrt(q).
      sharpeAdjusted: (0.05 / Math.sqrt(0.005)) * (2 / Math.sqrt(2 - 2 / 3)),
      // D = sqrt(0.05^2 / 4): divided by all four returns.
      sortino: (0.05 / 0.025) * Math.SQRT2,
      omega: 0.25 / 0.05,
      gainToPain: 0.25 / 0.05,
      calmar: 0.1 / 0.1,
      // Ulcer index sqrt(0.1^2 / 5).
      martinRatio: 0.1 / Math.sqrt(0.002),
      sterlingRatio: 0.1 / 0.1,
    },
  },
  {
    // r = -0.1, -0.2: m = -0.15, s = sqrt(2 * 0.05^2); drawdowns 0, 1/4, 3/4.
    name: 'losses alone: every ratio is negative, and too few returns for an autocorrelation',
    prices: [0.4, 0.3, 0.1],
    expected: {
      meanReturn: -0.15,
      realizedVolatility: Math.sqrt(0.005),
      annualizedVolatility: Math.sqrt(0.01),
      annualizedReturn: -0.3,
      sharpe: -0.3 / 0.1,
      sharpeAdjusted: null,
      sortino: (-0.15 / Math.sqrt((0.01 + 0.04) / 2)) * Math.SQRT2,
      omega: 0,
      gainToPain: 0,
      calmar: -0.3 / 0.75,
      martinRatio: -0.3 / Math.sqrt((1 / 16 + 9 / 16) / 3),
      sterlingRatio: -0.3 / 0.75,
    },
  },
  {
    name: 'gains alone: nothing to divide by but the deviation',
    prices: [0.1, 0.2, 0.4],
    expected: {
      meanReturn: 0.15,
      realizedVolatility: Math.sqrt(0.005),
      annualizedVolatility: Math.sqrt(0.01),
      annualizedReturn: 0.3,
      sharpe: 0.3 / 0.1,
      sharpeAdjusted: null,
      sortino: null,
      omega: null,
      gainToPain: null,
      calmar: null,
      martinRatio: null,
      sterlingRatio: null,
    },
  },
  {
    name: 'a constant price',
    prices: [0.5, 0.5, 0.5, 0.5],
    expected: {
      meanReturn: 0,
      realizedVolatility: 0,
      annualizedVolatility: 0,
      annualizedReturn: 0,
      sharpe: null,
      sharpeAdjusted: null,
      sortino: null,
      omega: 1,
      gainToPain: null,
      calmar: null,
      martinRatio: null,
      sterlingRatio: null,
    },
  },
  {
    name: 'one return: a mean, and no deviation',
    prices: [0.5, 0.4],
    expected: {
      meanReturn: -0.1,
      realizedVolatility: null,
      annualizedVolatility: null,
      annualizedReturn: -0.2,
      sharpe: null,
      sharpeAdjusted: null,
      sortino: null,
      omega: 0,
      gainToPain: 0,
      calmar: -0.2 / 0.2,
      // Drawdowns 0 and 0.2.
      martinRatio: -0.2 / Math.sqrt(0.04 / 2),
      sterlingRatio: -0.2 / 0.2,
    },
  },
];

for (const { name, prices, expected } of ROWS) {
  test(`returns and ratios of ${name}`, () => {
    const series = hourlySeries(prices, 'diff');
    for (const [metric, value] of Object.entries(expected)) {
      assertClose(METRICS[metric as keyof typeof METRICS](series, 2), value, { message: metric });
    }
  });
}

test('no metric has a value without a return', () => {
  for (const prices of [[], [0.5]]) {
    const series = hourlySeries(prices, 'diff');
    for (const [name, metric] of Object.entries(METRICS)) assert.strictEqual(metric(series, 2), null, name);
  }
});

test('annualised metrics have no value where the periods of a year are not known', () => {
  const series = hourlySeries([0.4, 0.5, 0.45, 0.5, 0.6], 'diff');
  for (const metric of [annualizedVolatility, annualizedReturn, sharpe, sharpeAdjusted, sortino, calmar]) {
    assert.strictEqual(metric(series, null), null, metric.name);
  }
  assert.deepStrictEqual([martinRatio(series, null), sterlingRatio(series, null)], [null, null]);
});

test('a missing price leaves the return between its neighbours', () => {
  const series = hourlySeries([0.4, 0.5, Number.NaN, 0.45], 'diff');
  // (0.1 - 0.05) / 2
  assertClose(meanReturn(series), 0.025);
  assertClose(omega(series), 2);
});

test('log returns sum to the logarithm of the whole change', () => {
  assertClose(meanReturn(hourlySeries([100, 110, 99, 105, 103])), Math.log(1.03) / 4);
});

test('the Sterling ratio divides by the mean of the worst 5 % of the drawdowns, Calmar by the worst', () => {
  // 5 % of 40 bars are two: 0.4 and 0.6 after 0.8 are drawdowns of 0.5 and 0.25. The price rises by 0.1 in 39 returns.
  const prices = [...Array(37).fill(0.8), 0.4, 0.6, 0.9];
  const series = hourlySeries(prices, 'diff');
  const yearly = (0.1 / 39) * 2;
  assertClose(sterlingRatio(series, 2), yearly / ((0.5 + 0.25) / 2));
  assertClose(calmar(series, 2), yearly / 0.5);
});

test('the adjusted Sharpe ratio is lower for returns that continue and higher for returns that reverse', () => {
  // Deviations from the mean of 0: 1, 1, -1, -1 give rho_1 = (1 - 1 + 1) / 4, and 1, -1, -1, 1 give (-1 + 1 - 1) / 4.
  const continuing = seriesFromReturns([0.03, 0.03, 0.01, 0.01], 0.3);
  const reversing = seriesFromReturns([0.03, 0.01, 0.01, 0.03], 0.3);
  const plain = sharpe(continuing, 2)!;
  assertClose(sharpe(reversing, 2), plain);
  // Lo's factor for q = 2, sqrt(q) taken out: sqrt(2 / (2 + 2 rho_1)).
  assertClose(sharpeAdjusted(continuing, 2), plain * Math.sqrt(2 / 2.5));
  assertClose(sharpeAdjusted(reversing, 2), plain * Math.sqrt(2 / 1.5));
});
