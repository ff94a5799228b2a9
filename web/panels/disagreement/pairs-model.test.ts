import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findContradictions } from './pairs-model.ts';

const row = (bid: number | null, ask: number | null) => ({ bid, ask, last: null });

test('prices that contradict which question implies which, the widest first', () => {
  const rows = new Map([
    ['above-120', row(0.5, 0.625)],
    ['above-110', row(0.25, 0.375)],
    ['above-100', row(0.0625, 0.125)],
  ]);
  assert.deepEqual(
    findContradictions(
      [
        { a: 'above-120', b: 'above-110', relation: 'subset' },
        { a: 'above-100', b: 'above-120', relation: 'superset' },
        { a: 'above-110', b: 'above-120', relation: 'subset' },
        { a: 'above-120', b: 'above-100', relation: 'same' },
        { a: 'above-120', b: 'unknown', relation: 'subset' },
      ],
      rows,
    ),
    [
      { narrow: 'above-120', wide: 'above-100', byPoints: 0.375 },
      { narrow: 'above-120', wide: 'above-110', byPoints: 0.125 },
    ],
  );
});
