import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepPace } from './step-pace.ts';

/** The sizes, in pieces, of steps of which each piece takes some time. */
function takeSteps(count: number, pieceMs: (step: number) => number): number[] {
  let now = 0;
  const pace = new StepPace(() => now);
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

test('steps grow to 16 pieces while they are short', () => {
  assert.deepEqual(takeSteps(14, () => 0.1).slice(-3), [15, 16, 16]);
});

test('steps halve when one took too long, and one piece is always taken', () => {
  assert.deepEqual(
    takeSteps(5, () => 50),
    [4, 2, 1, 1, 1],
  );
  const sizes = takeSteps(100, (step) => (step < 50 ? 0.1 : 2));
  assert.ok(sizes.slice(-40).every((size) => size * 2 <= 10));
});
