import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries, seriesFromReturns } from '../../../test/support/price-series.ts';
import { halfLife, levelRegression } from './half-life.ts';
import { expectedRescaledRange, hurst } from './hurst.ts';
import { permutationEntropy } from './permutation-entropy.ts';
import { rollSpreadBps } from './roll-spread.ts';
import { trendT } from './trend-t.ts';

function seriesFromCents(cents: readonly number[]) {
  return hourlySeries(
    cents.map((cent) => cent / 100),
    'diff',
  );
}

const CONSTANT = seriesFromCents(Array(80).fill(50));

test('a bounce has the spread of Roll, by hand', () => {
  // Pairs (a, -a), (-a, a), (a, -a) with means a/3 and -a/3: covariance -(4/9 + 16/9 + 4/9) a^2 / 2 = -4/3 a^2.
  const spread = 2 * Math.sqrt(4 / 3);
  assertClose(rollSpreadBps(seriesFromCents([50, 52, 50, 52, 50])), (spread * 0.02 * 1e4) / 0.508);
  assertClose(rollSpreadBps(hourlySeries([100, 101, 100, 101, 100])), spread * Math.log(1.01) * 1e4);
});

test('a price that goes on has no spread of Roll, and below three returns there is none', () => {
  // The pairs (1, 1), (1, 3), (3, 3) have a positive covariance.
  assert.strictEqual(rollSpreadBps(seriesFromCents([50, 51, 52, 55, 58])), 0);
  assert.strictEqual(rollSpreadBps(CONSTANT), 0);
  assert.strictEqual(rollSpreadBps(seriesFromCents([50, 52, 50])), null);
  assert.strictEqual(rollSpreadBps(seriesFromCents([0, 0, 0, 0])), null);
});

test('the trend is the t-statistic of statsmodels with the errors of Newey and West', () => {
  // statsmodels 0.15.0: OLS(r, ones).fit(cov_type='HAC', cov_kwds={'maxlags': 2, 'use_correction': False}).tvalues
  const rising = [30, 32, 33, 33, 36, 35, 38, 41, 40, 44, 45, 47];
  assertClose(trendT(seriesFromCents(rising)), 6.80712965, { relative: 1e-8 });
  assertClose(trendT(seriesFromCents(rising.toReversed())), -6.80712965, { relative: 1e-8 });
  const bouncing = [
    50, 53, 49, 52, 47, 51, 54, 50, 46, 49, 53, 51, 48, 52, 50, 47, 45, 49, 52, 50, 53, 48, 51, 49,
  ];
  assertClose(trendT(seriesFromCents(bouncing)), -0.09862559, { relative: 1e-6 });
});

test('the trend needs eight returns that differ', () => {
  assert.strictEqual(trendT(seriesFromCents([30, 32, 33, 33, 36, 35, 38, 41])), null);
  assert.strictEqual(trendT(CONSTANT), null);
});

test('a distance from the mean that halves with each bar has a half-life of one bar', () => {
  const { phi, halfLifeUngated } = levelRegression(
    hourlySeries(
      Array.from({ length: 20 }, (_, i) => 0.5 - 0.4 * 0.5 ** i),
      'diff',
    ),
  )!;
  assertClose(phi, 0.5);
  assertClose(halfLifeUngated, 1);
});

/** phi and t: scipy 1.17.1 `stats.linregress(x[:-1], x[1:])`, (slope - 1) / stderr; half-life -ln 2 / ln slope. */
const LEVELS = [
  {
    name: 'reverts',
    cents: [30, 38, 44, 47, 48, 51, 50, 53, 49, 51, 50, 48, 52, 51, 50, 49, 51, 50, 52, 50, 49],
    phi: 0.5338616714697404,
    t: -6.704123290289125,
    ungated: 1.1044084314638456,
    halfLife: 1.1044084314638456,
  },
  {
    name: 'may be a random walk: t is above -2.57',
    cents: [50, 51, 52, 51, 50, 49, 48, 49, 50, 51, 53, 52, 51, 52, 54, 53, 52, 51, 50, 51, 52],
    phi: 0.6904761904761905,
    t: -1.8237445468913034,
    ungated: 1.8714801167417214,
    halfLife: null,
  },
  {
    name: 'overshoots: phi is negative',
    cents: [50, 53, 49, 52, 47, 51, 54, 50, 46, 49, 53, 51, 48, 52, 50, 47, 45, 49, 52, 50, 53, 48, 51, 49],
    phi: -0.0234375,
    t: -4.673828074303848,
    ungated: null,
    halfLife: null,
  },
];

for (const { name, cents, phi, t, ungated, halfLife: expected } of LEVELS) {
  test(`half-life of a level that ${name}`, () => {
    const series = seriesFromCents(cents);
    const fit = levelRegression(series)!;
    assertClose(fit.phi, phi);
    assertClose(fit.dickeyFuller, t);
    assertClose(fit.halfLifeUngated, ungated);
    assertClose(halfLife(series), expected);
  });
}

test('the half-life needs twenty bars that differ', () => {
  assert.strictEqual(levelRegression(seriesFromCents(LEVELS[0]!.cents.slice(0, 19))), null);
  assert.strictEqual(levelRegression(CONSTANT), null);
  assert.strictEqual(halfLife(CONSTANT), null);
});

/** As {@link expectedRescaledRange}, for even windows: Gamma((w-1)/2) / (sqrt(pi) Gamma(w/2)) = 1/2 3/4 .. (w-3)/(w-2). */
function expectedRange(width: number): number {
  let product = 1;
  for (let even = 2; even <= width - 2; even += 2) product *= (even - 1) / even;
  let sum = 0;
  for (let i = 1; i < width; i++) sum += Math.sqrt((width - i) / i);
  return product * sum;
}

test('the expected rescaled range needs no gamma function for even windows', () => {
  // 1/2 (sqrt 3 + 1 + sqrt 1/3)
  assertClose(expectedRescaledRange(4), (Math.sqrt(3) + 1 + Math.sqrt(1 / 3)) / 2);
  for (const width of [8, 16, 32, 256]) assertClose(expectedRescaledRange(width), expectedRange(width));
});

test('the Hurst exponent of blocks whose ranges are known, by hand', () => {
  // Six rises and two falls have a mean of 1/2, a deviation of sqrt(3)/2 and a range of 3; so has their mirror image. Two
  // of each, one after the other, have a mean of 0, a deviation of 1 and a range of 12.
  const rising = [1, 1, 1, 1, 1, 1, -1, -1];
  const falling = rising.map((move) => -move);
  const half = [...rising, ...rising, ...falling, ...falling];
  const series = seriesFromReturns([...half, ...half].map((move) => move / 100));
  // The range is 2 sqrt 3 for windows of 8 and 16, and 12 for windows of 32. The slope of three evenly spaced points is
  // that between the outer two.
  const slope =
    (Math.log(12 / (2 * Math.sqrt(3))) - Math.log(expectedRange(32) / expectedRange(8))) / Math.log(4);
  assertClose(hurst(series), 0.5 + slope);
});

test('the Hurst exponent is held at 0 and needs 64 returns that differ', () => {
  // Every window has a range of 1 in deviations, so the slope is that of the expectation, about -0.6.
  const alternating = Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? 0.01 : -0.01));
  assert.strictEqual(hurst(seriesFromReturns(alternating)), 0);
  assert.strictEqual(hurst(seriesFromReturns(alternating.slice(1))), null);
  assert.strictEqual(hurst(CONSTANT), null);
});

/** Returns in hundredths; entropies by hand from the orders of the ten triples. */
const ORDERS = [
  { name: 'rise: one order', returns: [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6], entropy: 0, ties: 0 },
  {
    // The triple 1 2 1.5 is low, high, middle; 2 1.5 2.5 is middle, low, high. There are five of each.
    name: 'zigzag upwards: two orders, equally often',
    returns: [-3, -2, -2.5, -1.5, -2, -1, -1.5, 0, -0.5, 1, 0.5, 2],
    entropy: Math.LN2 / Math.log(6),
    ties: 0,
  },
  {
    // Ties count as ascending, so 1 2 1 is low, high, middle.
    name: 'alternate: ties keep their order in time',
    returns: [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1],
    entropy: Math.LN2 / Math.log(6),
    ties: 1,
  },
];

for (const { name, returns, entropy, ties } of ORDERS) {
  test(`permutation entropy of returns that ${name}`, () => {
    const found = permutationEntropy(seriesFromReturns(returns.map((cent) => cent / 100)))!;
    assertClose(found.entropy, entropy);
    assert.strictEqual(found.tieFraction, ties);
  });
}

test('permutation entropy needs twelve returns, and a constant price has none of it', () => {
  assert.strictEqual(permutationEntropy(seriesFromReturns(Array(11).fill(0.01))), null);
  assert.deepStrictEqual(permutationEntropy(CONSTANT), { entropy: 0, tieFraction: 1 });
});
