import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { learnServiceTime, now, serviceNow } from './clock.ts';

const NOON = Date.UTC(2026, 0, 1, 12);

/** The monotonic clock of a page, which moves when it is said to. */
function monotonic(t: TestContext): { ms: number } {
  const clock = { ms: 5_000 };
  t.mock.method(performance, 'now', () => clock.ms);
  return clock;
}

test('the clock of the service is learned from its answers, and a step of it is seen before the next second', (t) => {
  const clock = monotonic(t);
  assert.equal(serviceNow(), null);
  learnServiceTime(NOON, 4_900, clock.ms);
  assert.equal(now.peek(), NOON + 550, 'in the middle of what the answer leaves open');

  // An answer that agrees narrows it; what is shown moves with the second.
  clock.ms += 800;
  learnServiceTime(NOON + 1_000, clock.ms, clock.ms);
  assert.equal(serviceNow(), NOON + 1_450);
  assert.equal(now.peek(), NOON + 550);

  // An hour back: ages of what came with this answer are not an hour.
  clock.ms += 1_000;
  learnServiceTime(NOON - 3_600_000, clock.ms, clock.ms);
  assert.equal(now.peek(), NOON - 3_600_000 + 500);
  assert.equal(serviceNow(), now.peek());
});
