import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FailureThrottle, FailureThrottleOptions } from '../../src/accounts/limits/failure-throttle.ts';
import type { Soon } from '../../src/scheduling/soon.ts';

/** @param options `now` in monotonic ms. */
export type OpenThrottle = (t: TestContext, options: FailureThrottleOptions) => Soon<FailureThrottle>;

/** Defines the tests that every engine of the failure throttles passes. */
export function describeThrottles(engine: string, open: OpenThrottle): void {
  const check = (
    name: string,
    limit: number,
    body: (throttle: FailureThrottle, clock: { now: number }) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      const clock = { now: 5_000_000 };
      await body(await open(t, { limit, windowMs: 60_000, now: () => clock.now }), clock);
    });

  check(
    'no window of a minute holds more failures than the limit, and the wait is as long as it takes',
    3,
    async (throttle, clock) => {
      const failedAt: number[] = [];
      for (const end = clock.now + 300_000; clock.now < end; clock.now += 500) {
        const waitS = await throttle.fail('a');
        if (waitS === null) {
          failedAt.push(clock.now);
          continue;
        }
        const [oldest = 0] = failedAt.slice(-3);
        assert.equal(waitS, Math.ceil((oldest + 60_000 - clock.now) / 1_000));
      }
      for (const end of failedAt) {
        assert.ok(failedAt.filter((at) => at > end - 60_000 && at <= end).length <= 3);
      }
      assert.equal(failedAt.length, 15);
    },
  );

  check(
    'callers do not share, and failures beyond the limit do not lengthen the wait',
    1,
    async (throttle, clock) => {
      assert.equal(await throttle.fail('a'), null);
      clock.now += 59_000;
      assert.equal(await throttle.fail('a'), 1);
      assert.deepEqual([await throttle.retryAfterS('a'), await throttle.retryAfterS('b')], [1, null]);
      clock.now += 1_000;
      assert.equal(await throttle.retryAfterS('a'), null);
    },
  );

  check('of failures that all come at once, as many as the limit are counted', 5, async (throttle) => {
    const counted = await Promise.all(Array.from({ length: 50 }, () => throttle.fail('a')));
    assert.equal(counted.filter((waitS) => waitS === null).length, 5);
  });

  check(
    'attempts in progress count until they end; in parallel there are no more of them',
    3,
    async (throttle, clock) => {
      await throttle.fail('a');
      const attempts = await Promise.all(Array.from({ length: 20 }, () => throttle.begin('a')));
      const [first, second, ...others] = attempts.filter(({ waitS }) => waitS === null);
      assert.equal(others.length, 0);
      assert.ok(attempts.every(({ waitS }) => waitS === null || waitS === 1));
      assert.deepEqual([await throttle.retryAfterS('a'), await throttle.retryAfterS('b')], [1, null]);
      await first?.forgive();
      await first?.fail();
      assert.equal(await throttle.retryAfterS('a'), null);
      await second?.fail();
      await second?.fail();
      assert.equal(await throttle.retryAfterS('a'), null);
      await (await throttle.begin('a')).fail();
      assert.equal(await throttle.retryAfterS('a'), 60);
      clock.now += 60_000;
      assert.equal(await throttle.retryAfterS('a'), null);
    },
  );

  check('an attempt that may not begin counts nothing, however it ends', 1, async (throttle, clock) => {
    await throttle.fail('a');
    const refused = await throttle.begin('a');
    assert.equal(refused.waitS, 60);
    clock.now += 30_000;
    await refused.fail();
    await refused.forgive();
    assert.equal(await throttle.retryAfterS('a'), 30);
  });
}
