import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binReturns, listReturns } from './returns-model.ts';

test('returns are logarithms of prices and differences of probabilities', () => {
  assert.deepEqual(listReturns([100, 100 * Math.E, 0, 100], true), [1]);
  assert.deepEqual(listReturns([0.25, 0.75, 0.5], false), [0.5, -0.25]);
  assert.deepEqual(listReturns([1], true), []);
});

test('every return is counted once, on a scale that is the same on both sides', () => {
  const returns = Array.from({ length: 1_000 }, (_, i) => (i - 500) / 1e4);
  const { bins, limit, most } = binReturns([...returns, 9]);
  assert.equal(
    bins.reduce((sum, { count }) => sum + count, 0),
    1_001,
  );
  assert.ok(limit < 0.06, 'one extreme does not stretch it');
  assert.deepEqual([bins[0]!.from, Number(bins.at(-1)!.to.toFixed(9))], [-limit, Number(limit.toFixed(9))]);
  assert.equal(most, Math.max(...bins.map(({ count }) => count)));
  assert.equal(bins[20]!.from < 0 && bins[20]!.to > 0, true, 'zero is in the middle');
});

test('the scale reaches as far as it must, and returns of zero are in the middle', () => {
  assert.ok(binReturns([0.01], 0.5).limit >= 0.5);
  assert.equal(binReturns([0, 0]).bins[20]!.count, 2);
});
