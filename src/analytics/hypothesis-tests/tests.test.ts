import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { factorLeastSquares, sumResidualSquares } from '../numerics/least-squares.ts';
import { prepareSeries } from '../series/series.ts';
import { adf } from './adf.ts';
import { ljungBoxHeadline, ljungBoxProfile } from './ljung-box.ts';
import { runs } from './runs.ts';

function series(prices: readonly number[]) {
  return prepareSeries(columnsFrom(prices.map((p, t) => ({ t, p }))), 'log');
}

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

test('a flat series with one move at its end has no Dickey-Fuller test', () => {
  assert.strictEqual(adf(series([...Array(36).fill(1), 1.1, 1.1])), null);
});

test('returns of zero do not count as runs', () => {
  // Signs + + - + - - + - + - : eight runs of five and five.
  const moves = [1, 0, 1, -1, 0, 0, 1, -1, -1, 1, -1, 0, 1, -1];
  let price = 100;
  const result = runs(
    series([
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
  const profile = ljungBoxProfile(series(Array.from({ length: 31 }, (_, i) => 100 + Math.sin(i * i))));
  assert.deepStrictEqual(
    profile.map(({ lag }) => lag),
    [1, 2, 3, 5, 10],
  );
  assert.strictEqual(ljungBoxHeadline(profile, 30)!.lag, 5);
  assert.strictEqual(ljungBoxHeadline(profile, 4), null);
});
