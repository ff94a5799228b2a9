import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binary, FixedFeed, perp } from '../../../test/support/fixed-feed.ts';
import {
  type AssetKind,
  buildKalshiAsset,
  buildPerpAsset,
  buildPolymarketAsset,
} from '../../domain/index.ts';
import { countMarkets, findLargestMarkets, limitMarkets } from './largest-markets.ts';

function createFeed(perps: number, polymarkets: number): FixedFeed {
  const feed = new FixedFeed();
  feed.set(
    'hyperliquid',
    Array.from({ length: perps }, (_, i) => perp(buildPerpAsset(`C${i}`), { volume24hUsd: i })),
  );
  feed.set(
    'polymarket',
    Array.from({ length: polymarkets }, (_, i) => binary(buildPolymarketAsset(`m${i}`), { volume24hUsd: i })),
  );
  return feed;
}

const counts = (set: ReadonlyMap<AssetKind, readonly unknown[]>) =>
  [...set.values()].map(({ length }) => length);

test('the largest 40 perpetuals and 20 markets of each binary kind are chosen, largest first', () => {
  const set = findLargestMarkets(createFeed(60, 30));
  assert.deepEqual(counts(set), [40, 0, 20, 0, 0]);
  assert.deepEqual(
    set
      .get('hl-perp')
      ?.slice(0, 2)
      .map(({ ref }) => ref.asset),
    ['hl-C59', 'hl-C58'],
  );
});

test('a market whose volume is not known comes last, and equal volumes are in the order of their ids', () => {
  const feed = new FixedFeed();
  const volumes: [string, number | null][] = [
    ['B', 5],
    ['UNKNOWN', null],
    ['A', 5],
    ['ZERO', 0],
  ];
  feed.set(
    'kalshi',
    volumes.map(([ticker, volume24hUsd]) => binary(buildKalshiAsset(ticker), { volume24hUsd })),
  );
  const chosen = findLargestMarkets(feed)
    .get('kalshi')
    ?.map(({ ref }) => ref.storeKey);
  assert.deepEqual(chosen, ['a', 'b', 'zero', 'unknown']);
});

test('a venue without a snapshot, or one that is not recorded, has none', () => {
  assert.equal(countMarkets(findLargestMarkets(new FixedFeed())), 0);
});

test('a limit keeps the proportion of the kinds and is met exactly', () => {
  const set = findLargestMarkets(createFeed(60, 30));
  const rows: [max: number, perps: number, polymarkets: number][] = [
    [60, 40, 20],
    [61, 40, 20],
    [30, 20, 10],
    [10, 7, 3],
    [2, 1, 1],
    [1, 1, 0],
  ];
  for (const [max, perps, polymarkets] of rows) {
    const limited = limitMarkets(set, max);
    assert.deepEqual(counts(limited), [perps, 0, polymarkets, 0, 0], `max ${max}`);
    assert.equal(limited.get('hl-perp')?.[0]?.ref.asset, 'hl-C59');
  }
});
