import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeMidPrice, findNarrowMid, sortLevels } from './book.ts';

test('levels come best first without those that cannot be traded', () => {
  const levels = [
    { price: 1, size: 5 },
    { price: 3, size: 0 },
    { price: 2, size: 1 },
    { price: Number.NaN, size: 1 },
    { price: -1, size: 1 },
  ];
  assert.deepEqual(
    sortLevels(levels, 'bid').map(({ price }) => price),
    [2, 1],
  );
  assert.deepEqual(
    sortLevels(levels, 'ask').map(({ price }) => price),
    [1, 2],
  );
});

test('the mid of decimal prices is the decimal halfway between', () => {
  assert.equal(computeMidPrice(0.45, 0.47), 0.46);
  assert.equal(computeMidPrice(0.1, 0.2), 0.15);
  assert.equal(computeMidPrice(66_344.5, 66_345.5), 66_345);
});

test('a binary has a mid up to a spread of 0.10 despite the floating-point error of the difference', () => {
  for (let cents = 1; cents <= 89; cents++) {
    const bid = cents / 100;
    const ask = (cents + 10) / 100;
    assert.equal(findNarrowMid(bid, ask), (cents + 5) / 100, `${bid} and ${ask}`);
    assert.equal(
      findNarrowMid(bid, (cents * 100 + 1_001) / 10_000),
      null,
      `a tick more than ${bid} and ${ask}`,
    );
  }
});

test('a locked book has a mid; one that is crossed or lacks a side has none', () => {
  assert.equal(findNarrowMid(0.4, 0.4), 0.4);
  assert.equal(findNarrowMid(0.41, 0.4), null);
  assert.equal(findNarrowMid(null, 0.4), null);
  assert.equal(findNarrowMid(0.4, null), null);
});
