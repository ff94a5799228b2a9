import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { decidePhase, type PhaseState } from './decide-phase.ts';

const TIMING = { forMs: 0, cooldownMs: 5 * MINUTE_MS, startsSilent: false };
const HOLDS = { holds: true, clears: false };
const CLEARS = { holds: false, clears: true };
const BETWEEN = { holds: false, clears: false };

/** Runs inputs at their times. @returns The events with their times. */
function run(inputs: readonly (readonly [number, typeof HOLDS])[], timing = TIMING) {
  let state: PhaseState | null = null;
  const events: string[] = [];
  let changes = 0;
  for (const [t, input] of inputs) {
    const decision = decidePhase(state, input, timing, t);
    if (decision === null) continue;
    changes++;
    state = decision.state;
    if (decision.event !== null) events.push(`${decision.event} ${t}`);
  }
  return { events, changes };
}

test('a condition that keeps holding is told once, and its end once', () => {
  const { events } = run([
    [1, HOLDS],
    [2, HOLDS],
    [3, BETWEEN],
    [4, CLEARS],
    [5, CLEARS],
  ]);
  assert.deepEqual(events, ['firing 1', 'resolved 4']);
});

test('what holds at the first look is no crossing', () => {
  const silent = { ...TIMING, startsSilent: true, cooldownMs: 0 };
  assert.deepEqual(
    run(
      [
        [1, HOLDS],
        [2, CLEARS],
        [3, HOLDS],
      ],
      silent,
    ).events,
    ['resolved 2', 'firing 3'],
  );
  assert.deepEqual(
    run(
      [
        [1, BETWEEN],
        [2, HOLDS],
      ],
      silent,
    ).events,
    ['firing 2'],
  );
});

test('a wait begins anew when the condition stops holding', () => {
  const timing = { ...TIMING, forMs: 10 };
  assert.deepEqual(
    run(
      [
        [0, HOLDS],
        [9, HOLDS],
        [9.5, BETWEEN],
        [10, HOLDS],
        [19, HOLDS],
        [20, HOLDS],
      ],
      timing,
    ).events,
    ['firing 20'],
  );
});

test('a condition that still holds when the cooldown ends is told then', () => {
  const end = 5 * MINUTE_MS;
  const { events } = run([
    [0, HOLDS],
    [1, CLEARS],
    [2, HOLDS],
    [end - 1, HOLDS],
    [end, HOLDS],
  ]);
  assert.deepEqual(events, ['firing 0', 'resolved 1', `firing ${end}`]);
});

test('a price that flutters for a day is told once per cooldown, and changes little that is stored', () => {
  const inputs = Array.from(
    { length: DAY_MS / SECOND_MS },
    (_, i) => [i * SECOND_MS, i % 2 === 0 ? HOLDS : CLEARS] as const,
  );
  const { events, changes } = run(inputs);
  assert.equal(events.filter((one) => one.startsWith('firing')).length, 288);
  assert.equal(changes, 576);
});
