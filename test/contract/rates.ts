import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RateLimits } from '../../src/accounts/limits/rate-limits.ts';
import type { Soon } from '../../src/scheduling/soon.ts';
import type { Random } from '../simulation/ledger-world.ts';
import { pick, seeded } from '../simulation/ledger-world.ts';

/** @param now Monotonic ms. */
export type OpenRates = (t: TestContext, now: () => number) => Soon<RateLimits>;

const MINUTE_MS = 60_000;

/** Defines the tests that every engine of the rate limits passes. */
export function describeRates(engine: string, open: OpenRates): void {
  const check = (name: string, body: (rates: RateLimits, clock: { now: number }) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      const clock = { now: 5_000_000 };
      await body(await open(t, () => clock.now), clock);
    });

  check('the limit is taken, and no more, also when all come at once', async (rates) => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => rates.take('a', 3)));
    assert.equal(taken.filter(Boolean).length, 3);
    assert.equal((await rates.readStanding('a', 3)).remaining, 0);
  });

  check('keys do not concern each other', async (rates) => {
    assert.equal(await rates.take('a', 1), true);
    assert.equal(await rates.take('a', 1), false);
    assert.equal(await rates.take('b', 1), true);
    assert.equal((await rates.readStanding('c', 7)).remaining, 7);
    assert.equal((await rates.readStanding('c', 7)).secondsUntilMore, 0);
  });

  check('what was taken leaves after a minute, and the answer says when', async (rates, clock) => {
    await rates.take('a', 2);
    clock.now += 30_000;
    await rates.take('a', 2);
    const { secondsUntilMore: waitS } = await rates.readStanding('a', 2);
    assert.ok(waitS >= 30 && waitS <= 31, String(waitS));
    clock.now += waitS * 1_000;
    assert.equal((await rates.readStanding('a', 2)).remaining, 1);
    assert.equal(await rates.take('a', 2), true);
    assert.equal(await rates.take('a', 2), false);
    clock.now += 61_000;
    assert.equal((await rates.readStanding('a', 2)).remaining, 2);
  });

  check('what was given back can be taken again, and nothing more', async (rates) => {
    await rates.giveBack('a');
    assert.equal(await rates.take('a', 1), true);
    await rates.giveBack('a');
    assert.equal(await rates.take('a', 1), true);
    assert.equal(await rates.take('a', 1), false);
  });

  check(
    'no window of a minute holds more than the limit, however callers time themselves',
    async (rates, clock) => {
      const random = seeded(7);
      const limit = 25;
      const taken: number[] = [];
      for (let i = 0; i < 4_000; i++) {
        clock.now += gap(random);
        if (await rates.take('a', limit)) taken.push(clock.now);
      }
      for (let from = 0, to = 0; to < taken.length; to++) {
        while (taken[to]! - taken[from]! >= MINUTE_MS) from++;
        assert.ok(to - from < limit, `${to - from + 1} within a minute`);
      }
      assert.ok(taken.length > limit * 3, `${taken.length} taken`);
    },
  );
}

/** Bursts, seconds, and waits around the length of the window. */
function gap(random: Random): number {
  return pick([0, 0, 0, 1, 15, 999, 1_000, 1_001, 59_000, 59_999, 60_000, 60_001], random);
}
