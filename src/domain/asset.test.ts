import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  findAssetRef,
  findStoredAsset,
  toSlug,
} from './asset.ts';

const rows: readonly (readonly [ref: AssetRef, asset: string, venue: string, storeKey: string])[] = [
  [buildPerpAsset('BTC'), 'hl-BTC', 'hyperliquid', 'perp-btc'],
  [buildPerpAsset('kPEPE'), 'hl-kPEPE', 'hyperliquid', 'perp-kpepe'],
  [buildPerpAsset('xyz:NVDA'), 'hl-xyz:NVDA', 'hyperliquid', 'perp-xyz:nvda'],
  [buildOutcomeAsset('Argentina', 378), 'hl-pred-argentina-378', 'hyperliquid', 'pred-argentina-378'],
  [
    buildOutcomeAsset('Côte d’Ivoire (draw)', 12),
    'hl-pred-c-te-d-ivoire-draw-12',
    'hyperliquid',
    'pred-c-te-d-ivoire-draw-12',
  ],
  [buildOutcomeAsset('', 7), 'hl-pred-7', 'hyperliquid', 'pred-7'],
  [buildPolymarketAsset('Will-X-Happen'), 'pm-will-x-happen', 'polymarket', 'will-x-happen'],
  [
    buildKalshiAsset('KXBTCD-26JUL2502-T74299.99'),
    'kalshi-kxbtcd-26jul2502-t74299.99',
    'kalshi',
    'kxbtcd-26jul2502-t74299.99',
  ],
  [
    buildLimitlessAsset('btc-up-or-down-15-min-1790107200'),
    'limitless-btc-up-or-down-15-min-1790107200',
    'limitless',
    'btc-up-or-down-15-min-1790107200',
  ],
];

test('every kind of asset has the id, venue and store key of the naming table', () => {
  for (const [ref, asset, venue, storeKey] of rows) {
    assert.deepEqual([ref.asset, ref.venue, ref.storeKey], [asset, venue, storeKey]);
  }
});

test('an id reads back to its venue and store key in any letter case', () => {
  for (const [ref] of rows) {
    for (const text of [ref.asset, ref.asset.toUpperCase(), ref.asset.toLowerCase()]) {
      const parsed = findAssetRef(text);
      assert.deepEqual(
        [parsed?.kind, parsed?.venue, parsed?.storeKey],
        [ref.kind, ref.venue, ref.storeKey],
        text,
      );
    }
  }
});

test('a store key reads back to its asset; the spelling of a mixed-case coin is lost', () => {
  for (const [ref] of rows) {
    const stored = findStoredAsset(ref.venue, ref.storeKey);
    assert.equal(stored?.asset.toLowerCase(), ref.asset.toLowerCase());
    assert.equal(stored?.kind, ref.kind);
  }
  assert.equal(findStoredAsset('hyperliquid', 'perp-xyz:nvda')?.asset, 'hl-xyz:NVDA');
});

test('what is no asset id is refused', () => {
  for (const text of [
    '',
    'hl-',
    'pm-',
    'kalshi-',
    'hl-pred-',
    'btc',
    '-x',
    'pm-../../etc',
    'pm-a b',
    `pm-${'x'.repeat(300)}`,
  ]) {
    assert.equal(findAssetRef(text), null, text);
  }
  assert.equal(findStoredAsset('hyperliquid', 'btc'), null);
  assert.equal(findStoredAsset('hyperliquid', 'perp-'), null);
  assert.equal(findStoredAsset('kalshi', ''), null);
});

test('a slug is lower case with single dashes and none at the ends', () => {
  assert.equal(toSlug('  Trump & Co. -- 2028?! '), 'trump-co-2028');
});
