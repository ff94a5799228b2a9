import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RateRing } from './rate-ring.ts';

/** Computes the maximum number of events in any window of 60 s. */
function worstWindow(taken: readonly number[]): number {
  let worst = 0;
  for (let from = 0, to = 0; to < taken.length; to++) {
    while (taken[to]! - taken[from]! >= 60_000) from++;
    worst = Math.max(worst, to - from + 1);
  }
  return worst;
}

test('no window of 60 s ever holds more than the limit, however callers time themselves', () => {
  const gaps = fc.array(
    fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 500, max: 1_500 }),
      fc.integer({ min: 58_000, max: 62_000 }),
    ),
    { minLength: 50, maxLength: 600 },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      gaps,
      fc.integer({ min: 1, max: 40 }),
      (start, waits, limit) => {
        const ring = new RateRing(1_000);
        let now = start;
        const taken: number[] = [];
        for (const wait of waits) {
          now += wait;
          if (ring.take(now, limit)) taken.push(now);
        }
        assert.ok(worstWindow(taken) <= limit);
      },
    ),
    { numRuns: 300, seed: 4 },
  );
});

test('bursts on both sides of every boundary stay within the limit', () => {
  const ring = new RateRing(1_000);
  const taken: number[] = [];
  for (let now = 0; now < 400_000; now += 1) {
    const phase = now % 60_000;
    const isBurst = phase < 5 || phase > 59_994 || now % 1_000 === 999 || now % 1_000 === 0;
    if (!isBurst) continue;
    for (let i = 0; i < 30; i++) if (ring.take(now, 100)) taken.push(now);
  }
  assert.equal(worstWindow(taken), 100);
});

test('what is left, and when there will be more', () => {
  const ring = new RateRing(1_000);
  assert.equal(ring.computeSecondsUntilMore(500), 0);
  for (let i = 0; i < 3; i++) assert.equal(ring.take(10_500, 3), true);
  assert.equal(ring.take(10_600, 3), false);
  assert.equal(ring.countRemaining(10_600, 3), 0);
  assert.equal(ring.computeSecondsUntilMore(10_600), 61);
  assert.equal(ring.take(70_999, 3), false);
  assert.equal(ring.computeSecondsUntilMore(70_999), 1);
  assert.equal(ring.take(71_000, 3), true);
  assert.equal(ring.countRemaining(71_000, 3), 2);
});

test('a request that was given back can be taken again', () => {
  const ring = new RateRing(1_000);
  ring.take(1_000, 2);
  ring.take(5_000, 2);
  ring.giveBack(5_500);
  assert.equal(ring.countRemaining(5_500, 2), 1);
  assert.equal(ring.take(5_600, 2), true);
  // The request that was not given back leaves the window at its own time.
  assert.equal(ring.countRemaining(62_000, 2), 1);
  const empty = new RateRing(1_000);
  empty.giveBack(9_000);
  assert.equal(empty.countRemaining(9_000, 2), 2);
});

test('what others have counted fills the window, and leaves it', () => {
  const ring = new RateRing(1_000);
  ring.raise(5_000, 3);
  ring.raise(6_000, 2);
  assert.equal(ring.countUsed(6_000), 3);
  ring.raise(6_000, 4);
  assert.equal(ring.countRemaining(6_000, 5), 1);
  assert.equal(ring.countUsed(66_000), 1);
  assert.equal(ring.countUsed(67_000), 0);
});

test('a clock that stands or goes back frees nothing', () => {
  const ring = new RateRing(1_000);
  assert.equal(ring.take(100_000, 1), true);
  assert.equal(ring.take(100_000, 1), false);
  assert.equal(ring.take(1_000, 1), false);
});
