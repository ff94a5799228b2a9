import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewestTimes } from './newest-times.ts';

test('a record is first when it is newer than all of its series, and nothing is claimed before that is known', () => {
  const times = new NewestTimes();
  assert.equal(times.advance(1n, 10, true), true);
  assert.equal(times.advance(1n, 10, false), false);
  assert.equal(times.advance(1n, 11, false), true);
  assert.equal(times.advance(2n, 10, false), false);
  times.load(2n, 20);
  assert.equal(times.advance(2n, 20, false), false);
  assert.equal(times.advance(2n, 21, false), true);
  assert.equal(times.advance(3n, 5, false), false);
  times.finish();
  assert.equal(times.advance(3n, 5, false), false);
  assert.equal(times.advance(3n, 6, false), true);
});

test('of series that were forgotten the newest time of all of them bounds each', () => {
  const times = new NewestTimes(2);
  times.finish();
  for (const [k, t] of [
    [1n, 100],
    [2n, 50],
    [3n, 60],
    [4n, 70],
  ] as const) {
    assert.equal(times.advance(k, t, true), true);
  }
  // Series 2 and 3 had the oldest times and are forgotten. A record that is not newer than both may share its time with
  // a stored one.
  assert.equal(times.advance(1n, 100, false), false);
  assert.equal(times.advance(2n, 51, false), false);
  assert.equal(times.advance(2n, 60, false), false);
  assert.equal(times.advance(2n, 61, false), true);
  assert.equal(times.advance(5n, 1, true), true);
});
