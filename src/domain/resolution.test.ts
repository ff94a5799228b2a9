import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toOutcome } from './resolution.ts';

test('only payouts of exactly 1 and 0 are a yes and a no', () => {
  assert.deepEqual([1, 0, 0.5, 0.999, 0.001, Number.NaN].map(toOutcome), [
    'yes',
    'no',
    'void',
    'void',
    'void',
    'void',
  ]);
});
