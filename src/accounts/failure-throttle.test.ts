import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureThrottle } from './failure-throttle.ts';

function throttleAt(limit: number, windowMs = 60_000) {
  const clock = { now: 0 };
  return { clock, throttle: new FailureThrottle({ limit, windowMs, now: () => clock.now }) };
}

test('no window of a minute holds more failures than the limit, and the wait is as long as it takes', () => {
  const { clock, throttle } = throttleAt(3);
  const failedAt: number[] = [];
  for (clock.now = 0; clock.now < 300_000; clock.now += 500) {
    const waitS = throttle.retryAfterS('a');
    if (waitS !== null) {
      const [oldest = 0] = failedAt.slice(-3);
      assert.equal(waitS, Math.ceil((oldest + 60_000 - clock.now) / 1_000));
      continue;
    }
    throttle.fail('a');
    failedAt.push(clock.now);
  }
  for (const end of failedAt) {
    assert.ok(failedAt.filter((at) => at > end - 60_000 && at <= end).length <= 3);
  }
  assert.equal(failedAt.length, 15);
});

test('callers do not share, and failures beyond the limit do not lengthen the wait', () => {
  const { clock, throttle } = throttleAt(1);
  throttle.fail('a');
  clock.now = 59_000;
  throttle.fail('a');
  assert.deepEqual([throttle.retryAfterS('a'), throttle.retryAfterS('b')], [1, null]);
  clock.now = 60_000;
  assert.equal(throttle.retryAfterS('a'), null);
});

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

test('attempts in progress count until they end; in parallel there are no more of them', () => {
  const { clock, throttle } = throttleAt(3);
  throttle.fail('a');
  const [first, second] = [throttle.begin('a'), throttle.begin('a')];
  assert.deepEqual([throttle.retryAfterS('a'), throttle.retryAfterS('b')], [1, null]);
  first.forgive();
  first.fail();
  assert.equal(throttle.retryAfterS('a'), null);
  second.fail();
  second.fail();
  assert.equal(throttle.retryAfterS('a'), null);
  throttle.begin('a').fail();
  assert.equal(throttle.retryAfterS('a'), 60);
  clock.now = 60_000;
  assert.equal(throttle.retryAfterS('a'), null);
});
