import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeBackoffMs } from './backoff.ts';

const LIMITS = { firstMs: 500, maxMs: 30_000 };

test('the wait doubles with each failure up to its limit', () => {
  const longest = [0, 1, 2, 5, 6, 60, 5_000].map((failures) => computeBackoffMs(LIMITS, failures, () => 1));
  assert.deepEqual(longest, [500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]);
});

test('the wait lies in the upper half of its ceiling', () => {
  assert.equal(
    computeBackoffMs(LIMITS, 1, () => 0),
    500,
  );
  assert.equal(
    computeBackoffMs(LIMITS, 1, () => 0.5),
    750,
  );
});
