import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose, hourlySeries } from '../../../test/support/price-series.ts';
import { adf, adfAtLag } from './adf.ts';
import { jarqueBera } from './jarque-bera.ts';
import { kpss } from './kpss.ts';
import { ljungBoxHeadline, ljungBoxProfile } from './ljung-box.ts';
import { runs } from './runs.ts';
import { varianceRatio, varianceRatioAt } from './variance-ratio.ts';

/** Twenty-four probabilities in whole cents. */
const CENTS = [
  50, 53, 49, 52, 47, 51, 54, 50, 46, 49, 53, 51, 48, 52, 50, 47, 45, 49, 52, 50, 53, 48, 51, 49,
];
const SAMPLE = hourlySeries(
  CENTS.map((cent) => cent / 100),
  'diff',
);

test('the tests of 23 returns agree with scipy, statsmodels and arch', () => {
  // scipy 1.17.1 stats.jarque_bera(r)
  const normality = jarqueBera(SAMPLE)!;
  assertClose(normality.stat, 2.861671858559262);
  assertClose(normality.p, 0.2391089604973574);
  assertClose(normality.skew, -0.06377004352352024);
  assertClose(normality.exKurtosis, -1.7233182817880244);

  // statsmodels 0.15.0 acorr_ljungbox(r, lags=[1, 2, 3, 5, 10]), which prints six decimals.
  const box = ljungBoxProfile(SAMPLE);
  const statistics = [3.563001, 4.402632, 4.854386, 7.068815, 11.985005];
  const pValues = [0.059081, 0.110657, 0.182776, 0.215573, 0.286061];
  assert.strictEqual(box.length, 5);
  for (const [i, { stat, p }] of box.entries()) {
    assertClose(stat, statistics[i]!, { relative: 1e-6 });
    assertClose(p, pValues[i]!, { relative: 1e-5 });
  }

  // arch 8.0.0 unitroot.VarianceRatio(x, lags=q, trend='c'): vr and stat.
  for (const [q, vr, z] of [
    [2, 0.663592057193247, -1.6423479632944329],
    [4, 0.23364900967696994, -2.02615671682551],
  ] as const) {
    const ratio = varianceRatioAt(SAMPLE, q);
    assertClose(ratio.vr, vr);
    assertClose(ratio.z, z);
  }
  assertClose(varianceRatio(SAMPLE)!.p, 0.042748727523153285);

  // statsmodels runstest_1samp(r, cutoff=0, correction=False)
  const signs = runs(SAMPLE)!;
  assertClose(signs.z, 1.5062112066938436);
  assertClose(signs.p, 0.1320129634802101);
});

test('the tests of 24 levels agree with statsmodels', () => {
  // statsmodels 0.15.0 adfuller(x, regression='c', autolag='AIC') and adfuller(x, maxlag=0, autolag=None)
  const { stat, p, lag, nobs, crit, reject } = adf(SAMPLE)!;
  assertClose(stat, -2.2011494296334693);
  assertClose(p, 0.20582854473612927, { relative: 1e-5 });
  assert.deepStrictEqual([lag, nobs, reject], [6, 17, false]);
  assertClose(crit['5%'], -3.0543579727254224);
  assertClose(adfAtLag(SAMPLE.levels, 0)!.stat, -4.673828074303848);

  // statsmodels kpss(x, regression='c', nlags='auto')
  const level = kpss(SAMPLE)!;
  assertClose(level.stat, 0.23276369435128688);
  assert.deepStrictEqual([level.lag, level.p, level.pClipped, level.reject], [6, 0.1, 'upper', false]);
});

test('a flat series with one move at its end has no Dickey-Fuller test', () => {
  assert.strictEqual(adf(hourlySeries([...Array(36).fill(1), 1.1, 1.1])), null);
});

test('returns of zero do not count as runs', () => {
  // Signs + + - + - - + - + -: eight runs of five rises and five falls.
  const moves = [1, 0, 1, -1, 0, 0, 1, -1, -1, 1, -1, 0, 1, -1];
  let price = 100;
  const result = runs(
    hourlySeries([
      price,
      ...moves.map((move) => {
        price += move;
        return price;
      }),
    ]),
  )!;
  assert.deepStrictEqual([result.runs, result.nPos, result.nNeg], [8, 5, 5]);
  // mu = 6, v = 50 * 40 / (100 * 9)
  assert.ok(Math.abs(result.z - 2 / Math.sqrt(2000 / 900)) < 1e-12);
});

test('the headline of Ljung and Box is the largest lag up to a fifth of the returns', () => {
  const profile = ljungBoxProfile(hourlySeries(Array.from({ length: 31 }, (_, i) => 100 + Math.sin(i * i))));
  assert.deepStrictEqual(
    profile.map(({ lag }) => lag),
    [1, 2, 3, 5, 10],
  );
  assert.strictEqual(ljungBoxHeadline(profile, 30)!.lag, 5);
  assert.strictEqual(ljungBoxHeadline(profile, 4), null);
});

test('below its least number of values, and of a constant price, no test has a result', () => {
  const rows = [
    { name: 'jarqueBera', test: jarqueBera, bars: 9 },
    { name: 'runs', test: runs, bars: 11 },
    { name: 'adf', test: adf, bars: 20 },
    { name: 'kpss', test: kpss, bars: 20 },
    { name: 'varianceRatio', test: varianceRatio, bars: 17 },
  ];
  for (const { name, test: compute, bars } of rows) {
    const prices = CENTS.map((cent) => cent / 100);
    assert.strictEqual(compute(hourlySeries(prices.slice(0, bars - 1), 'diff')), null, name);
    assert.strictEqual(compute(hourlySeries(Array(40).fill(0.5), 'diff')), null, name);
  }
  assert.deepStrictEqual(ljungBoxProfile(hourlySeries(Array(40).fill(0.5))), []);
});
