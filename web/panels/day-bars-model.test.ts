import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawDays } from './day-bars-model.ts';

const days = (...values: readonly (number | null)[]) =>
  values.map((value, i) => ({ day: `2026-11-0${i + 1}`, value }));

test('bars stand on zero, beside each other, and an unknown day has none', () => {
  const { bars, zero, high, low } = drawDays(days(50, null, 100, 0));
  assert.deepEqual([zero, high, low], [100, 100, 0]);
  assert.deepEqual(
    bars.map(({ left, wide, bar }) => [left, wide, bar?.top ?? null, bar?.tall ?? null]),
    [
      [0, 25, 50, 50],
      [25, 25, null, null],
      [50, 25, 0, 100],
      [75, 25, 100, 0],
    ],
  );
});

test('what is below zero hangs from it', () => {
  const { bars, zero } = drawDays(days(30, -10));
  assert.equal(zero, 75);
  assert.deepEqual(
    bars.map(({ bar }) => bar),
    [
      { top: 0, tall: 75, isBelow: false },
      { top: 75, tall: 25, isBelow: true },
    ],
  );
});

test('a small value is seen beside a large one, and nothing at all is flat', () => {
  assert.equal(drawDays(days(1, 1e6)).bars[0]?.bar?.tall, 1.5);
  assert.deepEqual(drawDays(days(0, 0)).bars[0]?.bar, { top: 100, tall: 0, isBelow: false });
  assert.deepEqual(drawDays([]).bars, []);
});
