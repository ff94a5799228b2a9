import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFrom } from '../../../test/support/property-inputs.ts';
import { prepareSeries } from '../series/series.ts';
import { adf } from './adf.ts';
import { ljungBoxHeadline, ljungBoxProfile } from './ljung-box.ts';
import { runs } from './runs.ts';

function series(prices: readonly number[]) {
  return prepareSeries(columnsFrom(prices.map((p, t) => ({ t, p }))), 'log');
}

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
