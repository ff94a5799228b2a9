import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TERMS } from './market-state.ts';
import { findThreshold } from './threshold.ts';

test('a threshold has its strike, and a range both ends in order', () => {
  const read = (
    direction: 'above' | 'below' | 'between' | null,
    strike: number | null,
    strikeHigh: number | null,
  ) => findThreshold({ ...NO_TERMS, direction, strike, strikeHigh });
  assert.deepEqual(read('above', 80, null), { test: 'above', strike: 80, strikeHigh: null });
  // A venue may state both ends of a range that is open on one side.
  assert.deepEqual(read('below', 80, 82), { test: 'below', strike: 80, strikeHigh: null });
  assert.deepEqual(read('between', 80, 82), { test: 'between', strike: 80, strikeHigh: 82 });
  for (const none of [
    read(null, 80, null),
    read('above', null, null),
    read('between', 80, null),
    read('between', 82, 80),
  ])
    assert.equal(none, null);
});
