import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFunding } from './funding-model.ts';

const HOUR_MS = 3_600_000;

test('an hour is a bar above the line where longs paid, below it where shorts did, and none where nobody is known to', () => {
  const payments = [
    { t: HOUR_MS, rate: 0.00003 },
    { t: 3 * HOUR_MS, rate: -0.00001 },
    { t: 9 * HOUR_MS, rate: 1 },
  ];
  assert.deepEqual(drawFunding(payments, HOUR_MS, 5 * HOUR_MS), {
    positive: 'M0 72v-72h1V72z',
    negative: 'M2 72v24h1V72z',
    zero: 72,
    hours: 4,
    least: -0.00001,
    most: 0.00003,
  });
});

test('without a payment there is nothing to draw', () => {
  const { positive, negative, least, most } = drawFunding([], 0, HOUR_MS);
  assert.deepEqual([positive, negative, least, most], ['', '', 0, 0]);
});
