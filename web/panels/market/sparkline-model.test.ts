import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLine, LINE_HEIGHT, LINE_WIDTH } from './sparkline-model.ts';

test('a line begins again behind every hole, and a hole is as wide as it lasted', () => {
  const drawn = drawLine([null, 0.1, 0.2, null, null, 0.3, null, 0.2], 'probability');
  assert.ok(drawn !== null);
  assert.equal(drawn.line.split('M').length - 1, 3);
  const step = LINE_WIDTH / 8;
  assert.equal(
    drawn.holes,
    [3, 4, 6].map((i) => `M${i * step} 0H${(i + 1) * step}V${LINE_HEIGHT}H${i * step}Z`).join(''),
  );
  assert.deepEqual(
    [drawn.first, drawn.last, drawn.low, drawn.high, drawn.begin, drawn.missing],
    [0.1, 0.2, 0.1, 0.3, 1, 3],
    'before the first record nothing is missing',
  );
});

test('the half hour that lasts is no hole yet', () => {
  assert.equal(drawLine([0.1, 0.1, null], 'probability')?.missing, 0);
});

test('a market that stands still is a level line, and a tick does not fill the height', () => {
  const levels = (closes: readonly number[], unit: 'usd' | 'probability') =>
    [...(drawLine(closes, unit)?.line.matchAll(/[ML][\d.]+ ([\d.]+)/g) ?? [])].map(([, y]) => Number(y));
  assert.deepEqual(levels([0, 0], 'usd'), [9, 9]);
  assert.deepEqual(levels([87_000, 87_000], 'usd'), [9, 9]);
  const [before = 0, after = 0] = levels([0.5, 0.501], 'probability');
  assert.ok(before > after && before - after < 1);
  assert.deepEqual(levels([0.2, 0.8], 'probability'), [16.5, 1.5]);
});

test('without a close there is nothing to draw', () => {
  assert.equal(drawLine([null, null], 'usd'), null);
  assert.equal(drawLine([], 'usd'), null);
});
