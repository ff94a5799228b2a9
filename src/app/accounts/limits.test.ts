import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sharers } from './limits.ts';

test('a process that falls silent counts for two minutes more, because it may only be slow', () => {
  let [now, running] = [0, 3];
  const sharers = new Sharers(() => now);
  assert.equal(sharers.count(), 1, 'nothing was counted yet');
  sharers.follow(() => running);
  assert.equal(sharers.count(), 3);
  running = 1;
  now += 119_000;
  assert.equal(sharers.count(), 3);
  now += 2_000;
  assert.equal(sharers.count(), 1);
  running = 4;
  assert.equal(sharers.count(), 4, 'one that comes counts at once');
});
