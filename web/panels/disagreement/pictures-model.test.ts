import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPath, listGaps, scaleTo } from './pictures-model.ts';

const bars = (side: string, ...closes: readonly (number | undefined)[]) => ({
  side,
  buckets: closes.map((close, t) => ({ t, close })),
});

test('the gap is one dollar less what both outcomes cost, where both were recorded', () => {
  // Yes at 0.40 and No at 1 - 0.45, and so on.
  const gaps = listGaps([bars('yes', 0.4, 0.5, undefined, 0.3), bars('no', 0.45, undefined, 0.5, 0.25)]);
  assert.deepEqual(
    gaps.map(({ t, gap }) => [t, Number(gap.toFixed(9))]),
    [
      [0, 0.05],
      [3, -0.05],
    ],
  );
  assert.equal(
    Number(listGaps([bars('yes', 0.2), bars('yes', 0.3), bars('yes', 0.4)])[0]?.gap.toFixed(9)),
    0.1,
  );
  assert.deepEqual([listGaps([]), listGaps([bars('yes', 0.4), bars('no')])], [[], []]);
});

test('a path begins again behind a hole', () => {
  const points = [0, 1, 5, 6].map((x) => ({ x, y: 2 * x }));
  assert.equal(drawPath(points, 2), 'M0 0L1 2M5 10L6 12');
  assert.equal(drawPath(points), 'M0 0L1 2L5 10L6 12');
  assert.equal(drawPath([]), '');
});

test('equal values lie in the middle of their scale', () => {
  assert.deepEqual([0, 5, 10].map(scaleTo([0, 10], [100, 0])), [100, 50, 0]);
  assert.equal(scaleTo([3, 3], [0, 10])(3), 5);
});
