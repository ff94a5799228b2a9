import assert from 'node:assert/strict';
import { test } from 'node:test';
import { midPrice, sortedLevels } from './book.ts';

test('levels come best first without those that nobody could trade', () => {
  const levels = [
    { price: 1, size: 5 },
    { price: 3, size: 0 },
    { price: 2, size: 1 },
    { price: Number.NaN, size: 1 },
    { price: -1, size: 1 },
  ];
  assert.deepEqual(
    sortedLevels(levels, 'bid').map(({ price }) => price),
    [2, 1],
  );
  assert.deepEqual(
    sortedLevels(levels, 'ask').map(({ price }) => price),
    [1, 2],
  );
});

test('the mid of decimal prices is the decimal halfway between', () => {
  assert.equal(midPrice(0.45, 0.47), 0.46);
  assert.equal(midPrice(0.1, 0.2), 0.15);
  assert.equal(midPrice(66_344.5, 66_345.5), 66_345);
});
