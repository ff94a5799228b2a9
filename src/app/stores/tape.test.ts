import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset, buildPolymarketAsset } from '../../domain/index.ts';
import { findExclusion } from './tape.ts';

test('a setting is named for what it excludes, and never for what the venue does not give', () => {
  const [kalshi, polymarket] = [buildKalshiAsset('KXA-1'), buildPolymarketAsset('a')];
  const find = (streams: boolean, books: 'all' | 'off' | string[], trades: boolean) => {
    const feed = { streams, tape: { books, trades } } as never;
    return [polymarket, kalshi].map((ref) => [
      findExclusion(feed, ref, 'books'),
      findExclusion(feed, ref, 'trades'),
    ]);
  };
  const nothing = [null, null];
  assert.deepEqual(find(true, 'all', true), [nothing, nothing]);
  assert.deepEqual(find(false, 'all', true), [['CROSSTAPE_STREAMS', 'CROSSTAPE_STREAMS'], nothing]);
  assert.deepEqual(find(true, 'off', false), [
    ['CROSSTAPE_BOOKS', 'CROSSTAPE_TRADES'],
    [null, 'CROSSTAPE_TRADES'],
  ]);
  assert.deepEqual(find(true, ['PM-A'], true), [nothing, nothing]);
  assert.deepEqual(find(true, ['pm-b'], true), [['CROSSTAPE_BOOKS', null], nothing]);
});
