import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepPace } from './step-pace.ts';

/** Takes steps in which each piece takes some time. @returns The allowed number of pieces of each step. */
function takeSteps(count: number, pieceMs: (step: number) => number): number[] {
  let now = 0;
  const pace = new StepPace({ now: () => now });
  return Array.from({ length: count }, (_, step) => {
    let size = 0;
    pace.step(({ maxPieces, maxRows }) => {
      assert.equal(maxRows, maxPieces * 256);
      size = maxPieces;
      now += maxPieces * pieceMs(step);
    });
    return size;
  });
}

/** Pauses while other work takes some time of each turn. @returns Number of turns. */
async function takeTurn(othersMs: (turn: number) => number): Promise<number> {
  let now = 0;
  let turns = 0;
  const pace = new StepPace({
    now: () => now,
    yieldTurn: async () => {
      now += othersMs(turns++);
    },
  });
  await pace.pause();
  return turns;
}

test('steps grow to 8 pieces while they are short', () => {
  assert.deepEqual(takeSteps(6, () => 0.1).slice(-3), [7, 8, 8]);
});

test('steps halve when one took too long, and one piece is always taken', () => {
  assert.deepEqual(
    takeSteps(5, () => 50),
    [4, 2, 1, 1, 1],
  );
  const sizes = takeSteps(100, (step) => (step < 50 ? 0.1 : 2));
  assert.ok(sizes.slice(-40).every((size) => size * 2 <= 10));
});

test('a change waits while others are busy, and goes on when they always are', async () => {
  assert.equal(await takeTurn(() => 0.5), 1);
  assert.equal(await takeTurn((turn) => (turn < 3 ? 5 : 0.5)), 4);
  assert.equal(await takeTurn(() => 5), 16);
});
