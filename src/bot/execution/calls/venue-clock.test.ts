import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VenueClock } from './venue-clock.ts';

/** Builds an answer that took 200 ms, of a venue whose clock is ahead by this much. */
const answer = (aheadMs: number, sentAt = 1_000_400, wayMs = 200) => ({
  headerMs: Math.floor((sentAt + aheadMs + wayMs / 2) / 1_000) * 1_000,
  sentAt,
  receivedAt: sentAt + wayMs,
});

function learnt(...aheads: number[]): number {
  const clock = new VenueClock();
  for (const [i, ahead] of aheads.entries()) clock.learn(answer(ahead, 1_000_400 + i * 3_000));
  return clock.skewMs;
}

/**
 * Asserts a skew with a tolerance: the header has whole seconds, and was written at an unknown moment of the request.
 */
const assertNear = (skewMs: number, truthMs: number) =>
  assert.ok(Math.abs(skewMs - truthMs) <= 700, `${skewMs} for ${truthMs}`);

test('a header of whole seconds proves no skew where a fraction explains it', () => {
  for (const ahead of [-500, -200, 0, 300]) assert.equal(learnt(ahead, ahead, ahead), 0);
});

test('one answer alone is not believed, two that agree are', () => {
  assert.equal(learnt(90_000), 0);
  assertNear(learnt(90_000, 90_000), 90_000);
  assertNear(learnt(-90_000, -90_000), -90_000);
});

test('single answers that differ, such as those of a cache, change nothing', () => {
  assert.equal(learnt(0, 0, 0, 3_600_000), 0);
  assert.equal(learnt(0, 0, 0, -3_600_000, 3_600_000), 0);
  assertNear(learnt(60_000, 60_000, 60_000, 0, 60_000), 60_000);
  assert.equal(learnt(10_000, 20_000, 30_000), 0, 'no two agree');
});

test('a clock that was set is followed after three answers', () => {
  const before = [60_000, 60_000, 60_000, 60_000, 60_000];
  assertNear(learnt(...before, 0, 0), 60_000);
  assert.equal(learnt(...before, 0, 0, 0), 0);
});

test('more answers narrow a skew down', () => {
  const clock = new VenueClock();
  for (let i = 0; i < 5; i++) clock.learn(answer(30_000, 1_000_000 + i * 1_230));
  assert.ok(Math.abs(clock.skewMs - 30_000) <= 350, String(clock.skewMs));
});

test('a slow answer proves little', () => {
  const clock = new VenueClock();
  for (let i = 0; i < 5; i++) clock.learn(answer(4_000, 1_000_000 + i * 20_000, 9_000));
  assert.equal(clock.skewMs, 0);
});

test('each answer says how far the time was off that was signed with', () => {
  const clock = new VenueClock();
  const first = clock.learn(answer(90_000));
  assertNear(first, 90_000);
  assertNear(clock.learn(answer(90_000)), 90_000);
  assert.equal(clock.learn(answer(90_000)), 0);
  assertNear(clock.learn(answer(0)), -90_000);
});
