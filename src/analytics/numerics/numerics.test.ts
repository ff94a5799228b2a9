import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/price-series.ts';
import { clamp, ratio, toFiniteOrNull } from './finite.ts';
import { factorLeastSquares, sumResidualSquares } from './least-squares.ts';
import { fitLine } from './line.ts';
import { quantile } from './quantile.ts';
import {
  chiSquareUpperTail,
  erfc,
  logGamma,
  normalCdf,
  normalQuantile,
  normalTwoSided,
  upperIncompleteGamma,
} from './special-functions.ts';
import { compensatedSum, dot, mean } from './sums.ts';
import { lowerTailMean, upperTailMean } from './tail-mean.ts';

test('NaN, infinities and quotients without a value are null', () => {
  assert.deepStrictEqual([1.5, Number.NaN, Infinity, -Infinity].map(toFiniteOrNull), [1.5, null, null, null]);
  assert.deepStrictEqual([ratio(6, 4), ratio(-6, 4), ratio(0, 4)], [1.5, -1.5, 0]);
  assert.deepStrictEqual(
    [ratio(1, 0), ratio(null, 1), ratio(1, null), ratio(1e300, 1e-300)],
    Array(4).fill(null),
  );
  assert.deepStrictEqual(
    [-1, 0.5, 3].map((value) => clamp(value, 0, 2)),
    [0, 0.5, 2],
  );
});

test('a quantile lies between order statistics in proportion to its rank', () => {
  // Ranks 3 a of 1, 2, 4, 8: Hyndman and Fan, type 7.
  const rows = [
    [0, 1],
    [0.5, 2 + 0.5 * 2],
    [0.9, 4 + 0.7 * 4],
    [1, 8],
  ] as const;
  for (const [fraction, expected] of rows) assertClose(quantile([1, 2, 4, 8], fraction), expected);
  assert.deepStrictEqual([quantile([7], 0.3), quantile([], 0.3)], [7, null]);
});

test('a tail mean takes whole values and a fraction of the next', () => {
  // The tails contain 2, 1.5 and a quarter of five values.
  const sorted = [1, 2, 4, 8, 16];
  assertClose(upperTailMean(sorted, 0.4), (16 + 8) / 2);
  assertClose(upperTailMean(sorted, 0.3), (16 + 0.5 * 8) / 1.5);
  assertClose(upperTailMean(sorted, 0.05), 16);
  assertClose(lowerTailMean(sorted, 0.3), (1 + 0.5 * 2) / 1.5);
  assertClose(lowerTailMean(sorted, 1), 31 / 5);
  assert.deepStrictEqual([upperTailMean([], 0.1), lowerTailMean(sorted, 0)], [null, null]);
});

test('a compensated sum keeps what a plain sum loses', () => {
  // Neumaier's example, for which a plain sum gives 0.
  assert.strictEqual(compensatedSum([1, 1e100, 1, -1e100]), 2);
  assert.strictEqual(mean([1, 2, 6]), 3);
  assert.ok(Number.isNaN(mean([])));
});

test('a dot product starts at an index of each vector', () => {
  // 2 * 5 + 3 * 6
  assert.strictEqual(
    dot(Float64Array.of(1, 2, 3), Float64Array.of(5, 6), { aFrom: 1, bFrom: 0, length: 2 }),
    28,
  );
});

/** Values of scipy 1.17.1: special.gammaln, gammaincc and erfc, stats.norm and stats.chi2. */
const SCIPY: readonly (readonly [name: string, actual: number, expected: number])[] = [
  ['logGamma(1/2) = ln sqrt pi', logGamma(0.5), 0.5723649429247],
  ['logGamma(1)', logGamma(1), 0],
  ['logGamma(2.5)', logGamma(2.5), 0.2846828704729192],
  ['logGamma(10.3)', logGamma(10.3), 13.482036786138359],
  ['logGamma(100)', logGamma(100), 359.1342053695754],
  ['Q(0.5, 0.1), by the series', upperIncompleteGamma(0.5, 0.1), 0.6547208460185768],
  ['Q(2, 1.5)', upperIncompleteGamma(2, 1.5), 0.5578254003710748],
  ['Q(3, 20), by the fraction', upperIncompleteGamma(3, 20), 4.5551495055892125e-7],
  ['Q(10, 3)', upperIncompleteGamma(10, 3), 0.9988975118698845],
  ['erfc(-1)', erfc(-1), 1.8427007929497148],
  ['erfc(0.3)', erfc(0.3), 0.6713732405408726],
  ['erfc(6)', erfc(6), 2.1519736712498913e-17],
  ['normalCdf(-8)', normalCdf(-8), 6.22096057427174e-16],
  ['normalCdf(-1.96)', normalCdf(-1.96), 0.024997895148220435],
  ['normalCdf(1)', normalCdf(1), 0.8413447460685429],
  ['normalTwoSided(-1.96)', normalTwoSided(-1.96), 2 * 0.024997895148220435],
  ['chi-square of 3.84, 1 degree', chiSquareUpperTail(3.84, 1), 0.05004352124870519],
  ['chi-square of 18.307, 10 degrees', chiSquareUpperTail(18.307, 10), 0.05000058909139812],
  ['chi-square of 100, 2 degrees', chiSquareUpperTail(100, 2), 1.9287498479639183e-22],
  ['normalQuantile(0.5)', normalQuantile(0.5), 0],
  ['normalQuantile(0.05)', normalQuantile(0.05), -1.6448536269514729],
  ['normalQuantile(0.1)', normalQuantile(0.1), -1.2815515655446004],
  ['normalQuantile(0.975)', normalQuantile(0.975), 1.959963984540054],
  ['normalQuantile(1e-10)', normalQuantile(1e-10), -6.361340902404056],
  ['normalQuantile(1e-30)', normalQuantile(1e-30), -11.464024688443613],
];

for (const [name, actual, expected] of SCIPY) {
  test(`${name} agrees with scipy`, () => {
    // The tolerance is relative, so that small tails are compared in their leading digits.
    assert.ok(
      Math.abs(actual - expected) <= 1e-12 * Math.max(Math.abs(expected), expected === 0 ? 1 : 0),
      `${actual}`,
    );
  });
}

test('special functions end where they are not defined', () => {
  assert.deepStrictEqual([0, 1, -0.1, 1.1].map(normalQuantile), [
    -Infinity,
    Infinity,
    Number.NaN,
    Number.NaN,
  ]);
  assert.ok(Number.isNaN(logGamma(0)) && Number.isNaN(upperIncompleteGamma(0, 1)));
  assert.deepStrictEqual([upperIncompleteGamma(1, 0), upperIncompleteGamma(1, Infinity)], [1, 0]);
});

test('least squares leaves what a line through four points does not explain', () => {
  // y = 1, 2, 2, 4 on x = 0..3: slope 0.9, intercept 0.9, residual sum of squares 0.7.
  const design = Float64Array.of(1, 1, 1, 1, 0, 1, 2, 3);
  const response = Float64Array.of(1, 2, 2, 4);
  const { rankDeficient, lastPivot } = factorLeastSquares(design, response, { rows: 4, columns: 2 });
  assert.ok(!rankDeficient);
  assert.ok(Math.abs(response[1]! / lastPivot - 0.9) < 1e-12);
  assert.ok(Math.abs(sumResidualSquares(response, 2, 4) - 0.7) < 1e-12);
});

test('a column that repeats another is rank deficient', () => {
  const design = Float64Array.of(1, 2, 3, 2, 4, 6);
  assert.ok(factorLeastSquares(design, new Float64Array(3), { rows: 3, columns: 2 }).rankDeficient);
});

test('a line through points has the slope of least squares and the share that it explains', () => {
  // By hand: Sxx 2, Sxy 1, Syy 2, residuals -1/2, 1, -1/2.
  assert.deepStrictEqual(fitLine([0, 1, 2], [1, 3, 2]), { slope: 0.5, r2: 0.25 });
  assert.deepStrictEqual(fitLine([1, 2], [5, 3]), { slope: -2, r2: 1 });
  assert.deepStrictEqual(fitLine([1, 2, 3], [4, 4, 4]), { slope: 0, r2: null });
  for (const x of [[], [1], [7, 7, 7]]) assert.equal(fitLine(x, x), null);
});
