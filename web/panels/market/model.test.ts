import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  filterMarkets,
  findSpread,
  listCategories,
  type MarketRow,
  marketRows,
  NO_CATEGORY,
} from './model.ts';

const binary = (asset: string, changes: Record<string, unknown> = {}) =>
  ({
    asset,
    title: `Will ${asset} happen?`,
    yesPrice: 0.4,
    yesBid: 0.39,
    yesAsk: 0.41,
    volume24hUsd: 5,
    ...changes,
  }) as never;
const feed = (fetchedAt: number, yesPrice: number) => ({
  hyperliquid: null,
  polymarket: { fetchedAt, total: 1, truncated: false, markets: [binary('pm-rain', { yesPrice })] },
  kalshi: null,
  limitless: null,
});

test('of a market in several feeds the newest reading counts, regardless of the order', () => {
  for (const feeds of [
    [feed(1, 0.4), feed(2, 0.5)],
    [feed(2, 0.5), feed(1, 0.4)],
  ]) {
    assert.deepEqual(
      marketRows(feeds, null).map(({ last, at }) => [last, at]),
      [[0.5, 2]],
    );
  }
});

test('fair value and change come from the calls that know them, and are null without', () => {
  const index = {
    entries: [
      {
        asset: 'pm-rain',
        lastPrice: 0.4,
        fairPrice: 0.42,
        basisBps: -476,
        basisPts: -2,
        change24hPts: 8,
        change24hSource: 'venue',
        isStale: true,
      },
    ],
  } as never;
  const [row] = marketRows([feed(1, 0.4)], index);
  assert.deepEqual(
    [row?.fair, Math.round((row?.basis ?? 0) * 10), Math.round((row?.change ?? 0) * 10), row?.isStale],
    [0.42, -20, 80, true],
  );
  assert.equal(row?.changeSource, 'venue');
  const [bare] = marketRows([feed(1, 0.4)], null);
  assert.deepEqual([bare?.fair, bare?.basis, bare?.change, bare?.changeSource], [null, null, null, null]);
});

test('a spread is null where it would be invented', () => {
  assert.equal(Math.round(findSpread(0.39, 0.41, 'usd') ?? 0), 500);
  assert.equal(Math.round((findSpread(0.39, 0.41, 'probability') ?? 0) * 10), 20);
  for (const [bid, ask] of [
    [null, 0.4],
    [0, 0.4],
    [0.5, 0.4],
  ] as const)
    assert.equal(findSpread(bid, ask, 'probability'), null);
});

test('filters ask for all words, and leave out what they cannot judge', () => {
  const rows = marketRows([feed(1, 0.4)], null) as readonly MarketRow[];
  const all = {
    words: '',
    venue: null,
    marketClass: null,
    category: null,
    ends: null,
    isFresh: false,
    watched: null,
    minBasis: null,
  };
  assert.equal(filterMarkets(rows, all).length, 1);
  assert.equal(filterMarkets(rows, { ...all, words: 'RAIN happen' }).length, 1);
  assert.equal(filterMarkets(rows, { ...all, words: 'rain snow' }).length, 0);
  assert.equal(filterMarkets(rows, { ...all, minBasis: 1 }).length, 0);
  assert.equal(filterMarkets(rows, { ...all, venue: 'kalshi' }).length, 0);
  assert.equal(filterMarkets(rows, { ...all, watched: new Set(['pm-other']) }).length, 0);
  assert.equal(
    filterMarkets(rows, { ...all, watched: new Set([rows[0]?.asset.toLowerCase() ?? '']) }).length,
    1,
  );
});

test('markets by category and by end, also those without one', () => {
  const markets = [
    binary('pm-sun', { category: 'Weather', endDate: 2_000 }),
    binary('pm-wind', { category: 'Weather', closeTime: 9_000 }),
    binary('pm-goal', { category: 'Sports' }),
    binary('pm-rain', { category: 'weather', endDate: 500 }),
    binary('pm-none', { category: null, endDate: 500 }),
  ];
  const perps = [{ asset: 'hl-BTC', coin: 'BTC', markPx: 1, impactBid: null, impactAsk: null }] as never;
  const rows = marketRows(
    [
      {
        hyperliquid: { fetchedAt: 1, total: 1, truncated: false, perps, outcomes: [] },
        polymarket: { fetchedAt: 1, total: 5, truncated: false, markets },
      },
    ],
    null,
  );
  assert.deepEqual(listCategories(rows), ['Weather', 'Sports', NO_CATEGORY]);
  const find = (changes: object) =>
    filterMarkets(rows, {
      words: '',
      venue: null,
      marketClass: null,
      category: null,
      ends: null,
      isFresh: false,
      watched: null,
      minBasis: null,
      ...changes,
    }).map(({ asset }) => asset);
  // One category in two letter cases.
  for (const category of ['Weather', 'weather'])
    assert.deepEqual(find({ category }), ['pm-sun', 'pm-wind', 'pm-rain']);
  assert.deepEqual(find({ category: 'Nonsense' }), []);
  assert.deepEqual(find({ category: NO_CATEGORY, marketClass: 'binary' }), ['pm-none']);
  assert.deepEqual(find({ ends: { fromMs: 1_000, toMs: 9_000 } }), ['pm-sun', 'pm-wind']);
});
