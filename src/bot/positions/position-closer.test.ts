import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import type { OpenMarket } from '../orders/order-figures.ts';
import { closeEndedPositions } from './position-closer.ts';

test('every market with a position is looked at, however many there are; perpetuals never end', async () => {
  const markets: OpenMarket[] = [
    { venue: 'hyperliquid', storeKey: 'perp-btc' },
    ...Array.from({ length: 2_300 }, (_, i) => ({ venue: 'kalshi' as const, storeKey: `t-${i}` })),
  ];
  const closed: [storeKey: string, value: number | null, resolvedAt: number | null | undefined][] = [];
  const looked: string[] = [];
  await closeEndedPositions({
    orders: {
      listOpenMarkets: async (limit, after) => {
        const from = after === undefined ? 0 : markets.indexOf(after) + 1;
        return markets.slice(from, from + limit);
      },
      closePositions: async (_venue, storeKey, value, resolvedAt) => {
        closed.push([storeKey, value, resolvedAt]);
        return 1;
      },
    },
    findEnd: async ({ storeKey }) => {
      looked.push(storeKey);
      if (storeKey === 't-2299') return { value: 1, recordedAt: epochMs(9) };
      return storeKey === 't-7' ? { value: null, recordedAt: epochMs(8) } : null;
    },
    onFault: (error) => assert.fail(String(error)),
  });
  assert.equal(looked.length, 2_300);
  assert.deepEqual(closed, [
    ['t-7', null, 8],
    ['t-2299', 1, 9],
  ]);
});

test('a market whose end cannot be read or booked keeps no other from its settlement, and is named', async () => {
  const markets = ['a', 'b', 'c', 'd'].map((storeKey): OpenMarket => ({ venue: 'kalshi', storeKey }));
  const closed: string[] = [];
  const faults: string[] = [];
  const unsettled = await closeEndedPositions({
    orders: {
      listOpenMarkets: async () => markets,
      closePositions: async (_venue, storeKey) => {
        if (storeKey === 'b') throw new RangeError('not an amount');
        closed.push(storeKey);
        return 1;
      },
    },
    findEnd: async ({ storeKey }) => {
      if (storeKey === 'c') throw new Error('unreadable');
      return { value: 1, recordedAt: epochMs(9) };
    },
    onFault: (error, { storeKey }) => faults.push(`${storeKey}: ${(error as Error).message}`),
  });
  assert.deepEqual(closed, ['a', 'd']);
  assert.deepEqual(faults, ['b: not an amount', 'c: unreadable']);
  assert.deepEqual(
    unsettled.map(({ storeKey }) => storeKey),
    ['b', 'c'],
  );
});
