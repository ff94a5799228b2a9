import assert from 'node:assert/strict';
import { test } from 'node:test';

const VENUES = [
  {
    id: 'hyperliquid',
    title: 'Hyperliquid',
    kinds: [
      { kind: 'hl-perp', unit: 'usd', idPrefix: 'hl-', keyPrefix: 'perp-' },
      { kind: 'hl-pred', unit: 'probability', idPrefix: 'hl-pred-', keyPrefix: 'pred-' },
    ],
  },
  {
    id: 'kalshi',
    title: 'Kalshi',
    kinds: [{ kind: 'kalshi', unit: 'probability', idPrefix: 'kalshi-', keyPrefix: '' }],
  },
];

test('an asset id follows from a store key and from the name that orders state', async (t) => {
  const dataset = { venues: JSON.stringify(VENUES) };
  Object.assign(globalThis, { document: { documentElement: { dataset } } });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const { toAssetId } = await import('./venue.ts');
  const rows: [venue: string, name: string, id: string][] = [
    ['hyperliquid', 'perp-btc', 'hl-btc'],
    ['hyperliquid', 'pred-argentina-378', 'hl-pred-argentina-378'],
    ['hyperliquid', 'BTC', 'hl-BTC'],
    ['kalshi', 'kxhigh-26nov20', 'kalshi-kxhigh-26nov20'],
    ['elsewhere', 'x', 'x'],
  ];
  for (const [venue, name, id] of rows) assert.equal(toAssetId(venue, name), id);
});
