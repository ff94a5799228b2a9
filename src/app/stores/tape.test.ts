import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TAPED_MARKET } from '../../../test/support/tape-stand.ts';
import { buildKalshiAsset, buildPolymarketAsset } from '../../domain/index.ts';
import { findExclusion, openTape } from './tape.ts';

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

test('a book that larger ones leave no place for is excluded by max_books, its trades by nothing', async () => {
  await using lifecycle = new AsyncDisposableStack();
  const asked: string[] = [];
  const config = {
    history: { dataDir: '/nowhere' },
    feed: { streams: true, tape: { books: 'all', trades: true } },
    role: 'all',
  };
  const { access } = openTape(
    {
      config: config as never,
      now: () => 0,
      tapedMarkets: {
        readMarkets: async (refs) => {
          asked.push(...refs.map(({ asset }) => asset));
          return refs.map(({ asset }) =>
            asset === 'pm-c' ? null : { ...NO_TAPED_MARKET, isLeftOut: asset === 'pm-a' },
          );
        },
      },
    },
    lifecycle,
  );
  const find = (asset: string) => access.findExclusion(buildPolymarketAsset(asset), 'books');
  assert.deepEqual([await find('a'), await find('b'), await find('c')], ['max_books', null, null]);
  assert.equal(await access.findExclusion(buildPolymarketAsset('a'), 'trades'), null);
  // A venue without books has none that could be excluded.
  assert.equal(await access.findExclusion(buildKalshiAsset('KXA-1'), 'books'), null);
  assert.deepEqual(asked, ['pm-a', 'pm-b', 'pm-c']);
});
