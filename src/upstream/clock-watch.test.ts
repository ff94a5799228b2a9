import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/markets.ts';
import { ClockWatch } from './clock-watch.ts';

test('a step of the wall clock is seen in either direction, and its drift is none', () => {
  const clock = new ManualClock(1_000_000);
  let steady = 5_000;
  const watch = new ClockWatch(clock.read, () => steady);
  const pass = (wallMs: number, steadyMs: number) => {
    clock.advance(wallMs);
    steady += steadyMs;
    return watch.check()?.stepMs ?? null;
  };
  assert.equal(pass(1_000, 1_000), null);
  assert.equal(pass(3_000, 1_001), null, 'two seconds may be slewed');
  assert.equal(pass(3_601_000, 1_000), 3_600_000);
  assert.equal(pass(1_000, 1_000), null, 'each step once');
  assert.equal(pass(-3_599_000, 1_000), -3_600_000);
  const { beforeMs, afterMs } = watch.last ?? {};
  assert.deepEqual([Number(beforeMs) - Number(afterMs), afterMs], [3_600_000, clock.read()]);
});
