import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFalls, findDeepest, listFalls } from './drawdown-model.ts';

const HOUR = 3_600_000;
const bars = (close: readonly number[], at = close.map((_, i) => i)) => ({
  t: at.map((hour) => hour * HOUR),
  close,
  isThin: close.map(() => false),
  widthMs: HOUR,
});
const window = (from: number, to: number) => ({ fromMs: from * HOUR, toMs: to * HOUR });

test('a fall is from the highest close of the window, of probabilities in points', () => {
  const closes = bars([200, 100, 110, 55, 120]);
  const falls = listFalls(closes, window(1, 5), false);
  assert.deepEqual(
    falls.map(({ depth }) => depth),
    [0, 0, 0.5, 0],
    'the bar before the window is no peak of it',
  );
  assert.equal(findDeepest(falls)?.t, 3 * HOUR);
  const points = listFalls(bars([0.6, 0.35]), window(0, 2), true);
  assert.equal(points[1]?.depth, 0.25);
  assert.equal(findDeepest([]), null);
});

test('nothing is drawn where nothing was recorded, and the peak stays', () => {
  const falls = listFalls(bars([100, 80, 60], [0, 1, 8]), window(0, 10), false);
  assert.deepEqual(
    falls.map(({ depth, isJoined }) => [depth, isJoined]),
    [
      [0, false],
      [0.2, true],
      [0.4, false],
    ],
  );
  assert.equal(drawFalls(falls, HOUR, window(0, 10), 0.4), 'M0 0V0H10V50H20V0ZM80 0V100H90V0Z');
});

test('a price that never fell, or is zero, has no fall', () => {
  assert.deepEqual(
    listFalls(bars([0, 0, 5, 6]), window(0, 4), false).map(({ depth }) => depth),
    [0, 0, 0, 0],
  );
  assert.equal(drawFalls(listFalls(bars([1]), window(0, 1), false), HOUR, window(0, 1), 0), 'M0 0V0H100V0Z');
});
