import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries, seriesFromReturns } from '../../../test/support/price-series.ts';
import type { Series } from '../series/series.ts';
import { conditionalDrawdown } from './conditional-drawdown.ts';
import { drawdownAtRisk } from './drawdown-at-risk.ts';
import { expectedShortfall, tailConcentration } from './expected-shortfall.ts';
import { maxDrawdown } from './max-drawdown.ts';
import { modifiedValueAtRisk } from './modified-value-at-risk.ts';
import { painIndex } from './pain-index.ts';
import { tailIndex } from './tail-index.ts';
import { ulcerIndex } from './ulcer-index.ts';
import { valueAtRisk } from './value-at-risk.ts';

const DRAWDOWN_METRICS = { maxDrawdown, ulcerIndex, painIndex, drawdownAtRisk, conditionalDrawdown };

/** Expected by hand. The drawdowns of the bars are given with each row. */
const DRAWDOWNS: readonly {
  readonly prices: readonly number[];
  readonly expected: Readonly<Record<keyof typeof DRAWDOWN_METRICS, number | null>>;
}[] = [
  {
    // 0, 0, 1/10, 0, 1/4
    prices: [80, 100, 90, 120, 90],
    expected: {
      maxDrawdown: 0.25,
      ulcerIndex: Math.sqrt((0.01 + 0.0625) / 5),
      painIndex: (0.1 + 0.25) / 5,
      // Rank 4 * 0.95 = 3.8 of 0, 0, 0, 0.1, 0.25.
      drawdownAtRisk: 0.1 + 0.8 * 0.15,
      conditionalDrawdown: 0.25,
    },
  },
  {
    // 0 for 37 bars, 1/2, 1/4, 0: 5 % are two bars, and rank 39 * 0.95 = 37.05 lies just above the first 0.
    prices: [...Array(37).fill(8), 4, 6, 9],
    expected: {
      maxDrawdown: 0.5,
      ulcerIndex: Math.sqrt((0.25 + 0.0625) / 40),
      painIndex: 0.75 / 40,
      drawdownAtRisk: 0.05 * 0.25,
      conditionalDrawdown: 0.75 / 2,
    },
  },
  {
    prices: [1, 2, 3],
    expected: { maxDrawdown: 0, ulcerIndex: 0, painIndex: 0, drawdownAtRisk: 0, conditionalDrawdown: 0 },
  },
  {
    prices: [7],
    expected: { maxDrawdown: 0, ulcerIndex: 0, painIndex: 0, drawdownAtRisk: 0, conditionalDrawdown: 0 },
  },
  {
    prices: [],
    expected: {
      maxDrawdown: null,
      ulcerIndex: null,
      painIndex: null,
      drawdownAtRisk: null,
      conditionalDrawdown: null,
    },
  },
];

for (const { prices, expected } of DRAWDOWNS) {
  test(`drawdown metrics of ${prices.length} bars, the last ${prices.slice(-3)}`, () => {
    const series = hourlySeries(prices);
    for (const [name, value] of Object.entries(expected)) {
      assertClose(DRAWDOWN_METRICS[name as keyof typeof DRAWDOWN_METRICS](series), value, { message: name });
    }
  });
}

test('a missing price is not a drawdown to 0', () => {
  assertClose(maxDrawdown(hourlySeries([100, Number.NaN, 0, 90])), 0.1);
});

/** The returns are -0.3, -0.1, 0.05, 0.2 and 0.4 in another order. */
const five = seriesFromReturns([-0.1, 0.2, -0.3, 0.4, 0.05]);

test('value at risk is the interpolated quantile with its sign turned', () => {
  // Ranks 4 * 0.05 = 0.2, 4 * 0.25 = 1 and 4 * 0.6 = 2.4; numpy.quantile(r, a) of numpy 2.4.6 gives the same.
  assertClose(valueAtRisk(five, 0.05), 0.3 - 0.2 * 0.2);
  assertClose(valueAtRisk(five, 0.25), 0.1);
  assertClose(valueAtRisk(five, 0.6), -(0.05 + 0.4 * 0.15));
});

test('expected shortfall is the mean of the worst share, the last return by its fraction', () => {
  // The tails contain 0.25, 2 and 1.5 of five returns.
  assertClose(expectedShortfall(five, 0.05), 0.3);
  assertClose(expectedShortfall(five, 0.4), (0.3 + 0.1) / 2);
  assertClose(expectedShortfall(five, 0.3), (0.3 + 0.5 * 0.1) / 1.5);
  assertClose(expectedShortfall(five, 1), (0.3 + 0.1 - 0.05 - 0.2 - 0.4) / 5);
});

test('the tail is concentrated where the last percent is worse than the last ten', () => {
  // Ten percent of 20 returns are the two losses, and one percent is a fifth of the worst return.
  const series = seriesFromReturns([-0.3, 0.1, -0.1, ...Array(17).fill(0.02)]);
  assertClose(tailConcentration(series), 0.3 / ((0.3 + 0.1) / 2));
  assert.strictEqual(tailConcentration(seriesFromReturns([0.1, 0.2])), null);
});

const TAIL_METRICS: Readonly<Record<string, (series: Series) => number | null>> = {
  valueAtRisk: (series) => valueAtRisk(series, 0.05),
  expectedShortfall: (series) => expectedShortfall(series, 0.05),
  tailConcentration,
  modifiedValueAtRisk,
};

test('below two returns there is no tail, and a price that never moves loses nothing', () => {
  const one = seriesFromReturns([-0.1]);
  for (const [name, metric] of Object.entries(TAIL_METRICS)) assert.strictEqual(metric(one), null, name);
  const constant = hourlySeries(Array(9).fill(5));
  assert.ok(valueAtRisk(constant, 0.05) === 0 && expectedShortfall(constant, 0.05) === 0);
  assert.deepStrictEqual([tailConcentration(constant), modifiedValueAtRisk(constant)], [null, null]);
});

test('modified value at risk of two equally likely returns follows from their moments', () => {
  // Mean 0, deviation 0.1, skewness 0, excess kurtosis 1 - 3 = -2.
  const z = -1.6448536269514729;
  const h = z + ((z ** 3 - 3 * z) / 24) * -2;
  assertClose(modifiedValueAtRisk(seriesFromReturns([0.1, -0.1, 0.1, -0.1])), -h * 0.1);
  assert.strictEqual(modifiedValueAtRisk(seriesFromReturns([0.1, -0.1, 0.1])), null);
});

test('modified value at risk of skewed returns agrees with scipy', () => {
  // scipy 1.17.1: stats.skew(r), stats.kurtosis(r) and stats.norm.ppf(0.05) in the expansion, numpy r.mean() and r.std().
  const cents = [30, 32, 33, 33, 36, 35, 38, 41, 40, 44, 45, 47];
  const series = hourlySeries(
    cents.map((cent) => cent / 100),
    'diff',
  );
  assertClose(modifiedValueAtRisk(series), 0.012741019290997514);
});

test('modified value at risk is never below 0', () => {
  // Mean 0.1 with a deviation of 0.01 about it: h of the row above, about -1.69, is far from reaching a loss.
  assert.strictEqual(modifiedValueAtRisk(seriesFromReturns([0.11, 0.09, 0.11, 0.09], 0.1)), 0);
});

/** Builds as many pairs of a rise and a fall of each size as given. */
function buildPairs(...groups: readonly (readonly [number, number])[]): Series {
  return seriesFromReturns(groups.flatMap(([pairs, size]) => Array(pairs).fill([size, -size]).flat()));
}

test('the tail index pools both tails', () => {
  // The ten largest of 100 are six of four times and four of twice the next: mean logarithm (6 ln 4 + 4 ln 2) / 10.
  assertClose(tailIndex(buildPairs([3, 0.04], [2, 0.02], [45, 0.01]), 0.1), 1 / (1.6 * Math.LN2));
});

test('the tail index needs ten returns beyond a threshold above 0, and sizes that differ', () => {
  assert.strictEqual(tailIndex(buildPairs([3, 0.04], [2, 0.02], [44, 0.01]), 0.1), null);
  assert.strictEqual(tailIndex(buildPairs([50, 0.01]), 0.1), null);
  // 1 / ln 1.005 would be an exponent of 200: steps of a price grid.
  assert.strictEqual(tailIndex(buildPairs([5, 0.01005], [45, 0.01]), 0.1), null);
  assert.strictEqual(tailIndex(buildPairs([5, 0.04], [45, 0]), 0.1), null);
});
