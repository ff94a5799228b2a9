import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenMarket } from '../orders/order-store.ts';
import { closeEndedPositions } from './position-closer.ts';

test('every market with a position is looked at, however many there are; perpetuals never end', async () => {
  const markets: OpenMarket[] = [
    { venue: 'hyperliquid', storeKey: 'perp-btc' },
    ...Array.from({ length: 2_300 }, (_, i) => ({ venue: 'kalshi' as const, storeKey: `t-${i}` })),
  ];
  const closed: [storeKey: string, value: number | null][] = [];
  const looked: string[] = [];
  await closeEndedPositions({
    orders: {
      openMarkets: async (limit, after) => {
        const from = after === undefined ? 0 : markets.indexOf(after) + 1;
        return markets.slice(from, from + limit);
      },
      closePositions: async (_venue, storeKey, value) => {
        closed.push([storeKey, value]);
        return 1;
      },
    },
    findEnd: async ({ storeKey }) => {
      looked.push(storeKey);
      if (storeKey === 't-2299') return { value: 1 };
      return storeKey === 't-7' ? { value: null } : null;
    },
  });
  assert.equal(looked.length, 2_300);
  assert.deepEqual(closed, [
    ['t-7', null],
    ['t-2299', 1],
  ]);
});
