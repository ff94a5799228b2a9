import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateArbitrage } from './arbitrage.ts';
import { findNoAsk } from './best-orders.ts';

test('the price of No is the cheaper of its own ask and the other side of the Yes bid', () => {
  const leg = { venue: 'v', asset: 'a' };
  assert.strictEqual(findNoAsk({ ...leg, yesBid: 0.25, noAsk: 0.9 }), 0.75);
  assert.strictEqual(findNoAsk({ ...leg, yesBid: null, noAsk: 0.9 }), 0.9);
  assert.strictEqual(findNoAsk({ ...leg, yesBid: 1 }), null);
});

test('an incomplete or stale set is not considered', () => {
  const legs = [
    { venue: 'v', asset: 'a', outcome: 'x', yesAsk: 0.3 },
    { venue: 'w', asset: 'b', outcome: 'y', yesAsk: 0.3, isStale: true },
  ];
  const { summary } = simulateArbitrage([{ id: 's', type: 'complete-set', outcomes: ['x', 'y'], legs }], {
    capital: 1,
  });
  assert.deepStrictEqual(
    [summary.opportunitiesConsidered, summary.expectedEdgePct, summary.avgSpread],
    [0, 0, null],
  );
});

test('a basis to the oracle appears only when one leg is allowed', () => {
  const group = {
    id: 'b',
    type: 'perp-basis' as const,
    legs: [{ venue: 'v', asset: 'a', mark: 99, oracle: 100 }],
  };
  assert.strictEqual(simulateArbitrage([group], { capital: 10 }).selected.length, 0);
  const [selected] = simulateArbitrage([group], { capital: 10, minLegs: 1 }).selected;
  assert.deepStrictEqual([selected!.legs[0]!.side, selected!.spread], ['long', 0.01]);
});
