import assert from 'node:assert/strict';
import test from 'node:test';
import { fairValueOf } from './fair-value.ts';
import { LinkGroups } from './groups.ts';
import { sampleFeed, sampleMarket } from './sample-markets.ts';

const pm = sampleMarket('pm-a', { yesBid: 0.46, yesAsk: 0.48, yesPrice: 0.47 });
const kalshi = sampleMarket('kalshi-a', { yesBid: 0.49, yesAsk: 0.51, yesPrice: 0.5 });
const opposite = sampleMarket('limitless-a', { yesBid: 0.5, yesAsk: 0.54, yesPrice: 0.52 });
const oneSided = sampleMarket('kalshi-a', { yesAsk: 0.51 });

const link = { confidence: 0.95, reasons: [], differences: [], source: 'matched' } as const;
const groups = new LinkGroups(
  [
    { ...link, a: 'pm-a', b: 'kalshi-a', relation: 'same' },
    { ...link, a: 'kalshi-a', b: 'limitless-a', relation: 'opposite' },
  ],
  (asset) => asset.split('-')[0] ?? asset,
);
const links = { group: (asset: string) => groups.of(asset) };

test('the consensus is the median of the linked mids, an opposite market counted from its other side', () => {
  const value = fairValueOf(sampleFeed([pm, kalshi, opposite]), links, pm);
  assert.equal(value.source, 'consensus');
  assert.equal(value.nVenues, 3);
  assert.ok(Math.abs((value.value ?? 0) - 0.48) < 1e-12, 'mids 0.47, 0.50 and 1 - 0.52');
});

test('a stale venue and a book of one side have no say, and one venue alone is no consensus', () => {
  assert.equal(fairValueOf(sampleFeed([pm, kalshi], ['kalshi']), links, pm).source, 'none');
  assert.equal(fairValueOf(sampleFeed([pm, oneSided]), links, pm).source, 'none');
  assert.equal(fairValueOf(sampleFeed([pm]), links, pm).value, null);
});
