import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeThrottles } from '../../../test/contract/throttles.ts';
import { LocalFailureThrottle } from './local-failure-throttle.ts';

describeThrottles('in process', (_t, options) => new LocalFailureThrottle(options));

function throttleAt(limit: number, windowMs = 60_000) {
  const clock = { now: 0 };
  return { clock, throttle: new LocalFailureThrottle({ limit, windowMs, now: () => clock.now }) };
}

test('who only asks leaves nothing behind, and who failed is forgotten after the window', () => {
  const { clock, throttle } = throttleAt(10);
  for (let i = 0; i < 1_000; i++) throttle.retryAfterS(`asks ${i}`);
  assert.equal(throttle.size, 0);
  for (let i = 0; i < 1_000; i++) throttle.fail(`fails ${i}`);
  assert.equal(throttle.size, 1_000);
  clock.now = 60_000;
  throttle.fail('later');
  assert.equal(throttle.size, 1);
});

test('a caller with networks without end fills no memory, and forgets itself first', () => {
  const { clock, throttle } = throttleAt(2);
  for (let i = 0; i < 120_000; i++) {
    clock.now += 0.001;
    if (i === 100_000) for (let twice = 0; twice < 2; twice++) throttle.fail('other');
    throttle.fail(`network ${i}`);
  }
  assert.equal(throttle.size, 50_000);
  assert.ok(throttle.retryAfterS('other') !== null);
});
