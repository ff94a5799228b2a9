import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeAge, epochMs, latestTime } from './time.ts';

test('what another machine wrote a moment ahead of our clock is new, and what lies further ahead is infinitely old', () => {
  const now = epochMs(1_000_000);
  assert.equal(computeAge(now, now - 700), 700);
  assert.equal(computeAge(now, now + 40), 0);
  assert.equal(computeAge(now, latestTime(now)), 0);
  assert.equal(computeAge(now, latestTime(now) + 1), Number.POSITIVE_INFINITY);
});
