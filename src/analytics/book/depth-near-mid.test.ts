import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthNearMid, type LevelsView } from './depth-near-mid.ts';

function view(levels: readonly (readonly [price: number, size: number])[]): LevelsView {
  return {
    length: levels.length,
    price: (rank) => levels[rank]![0],
    size: (rank) => levels[rank]![1],
  };
}

test('levels exactly at a distance count, those beyond it do not', () => {
  // The mid is 0.42: 0.41 is one cent away, which doubles make 0.010000000000000009.
  const bids = view([
    [0.41, 100],
    [0.409, 10],
    [0.4, 5],
  ]);
  const asks = view([
    [0.43, 50],
    [0.44, 10],
  ]);
  const depth = depthNearMid(bids, asks, [2, 1, 0.9], 'cents');
  assert.deepEqual(depth?.bidUsd, [41 + 0.409 * 10 + 2, 41, 0]);
  assert.deepEqual(depth?.askUsd, [21.5 + 4.4, 21.5, 0]);
  assert.ok(Math.abs((depth?.spread ?? 0) - 0.02) < 1e-15);
});

test('every tick of a binary counts exactly up to its own distance', () => {
  for (let tick = 1; tick < 49; tick++) {
    const bids = view(Array.from({ length: tick }, (_, i) => [Number((0.5 - (i + 1) / 100).toFixed(2)), 1]));
    const asks = view([[0.51, 1]]);
    const depth = depthNearMid(bids, asks, [tick], 'cents');
    // The mid is 0.5. The best bid, 0.49, is one cent away, and each further level one cent more.
    const sum = Array.from({ length: tick }, (_, i) => bids.price(i)).reduce((a, b) => a + b, 0);
    assert.equal(depth?.bidUsd[0], sum, `${tick} cents`);
  }
});

test('perpetuals count in basis points of the mid', () => {
  const bids = view([
    [99_999, 1],
    [99_950, 1],
    [99_949.99, 1],
  ]);
  const asks = view([
    [100_001, 1],
    [100_050, 2],
    [100_050.01, 1],
  ]);
  const depth = depthNearMid(bids, asks, [5, 0.1], 'bps');
  assert.deepEqual(depth?.bidUsd, [99_999 + 99_950, 99_999]);
  assert.deepEqual(depth?.askUsd, [100_001 + 200_100, 100_001]);
});

test('without a side there is no mid, and a crossed book has a spread below 0', () => {
  assert.equal(depthNearMid(view([]), view([[0.5, 1]]), [1], 'cents'), null);
  assert.equal(depthNearMid(view([[0.5, 1]]), view([]), [1], 'cents'), null);
  const crossed = depthNearMid(view([[0.6, 1]]), view([[0.5, 1]]), [5], 'cents');
  assert.ok(crossed !== null && crossed.spread < 0);
  assert.deepEqual([crossed.bidUsd, crossed.askUsd], [[0.6], [0.5]]);
});
