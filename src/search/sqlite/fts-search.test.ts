import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KIND_TRAITS } from '../../domain/index.ts';
import type { SearchAnswer, SearchRequest } from '../market-search.ts';
import type { SearchedMarket } from '../searched-market.ts';
import { findDistance } from '../spelling.ts';
import { FtsSearch } from './fts-search.ts';

const coin = (name: string, volumeUsd = 1e6): SearchedMarket => ({
  asset: `hl-${name}`,
  venue: 'hyperliquid',
  kind: 'hl-perp',
  title: name,
  event: null,
  eventKey: null,
  answer: null,
  volumeUsd,
  isOpen: true,
});

const question = (
  kind: 'pm' | 'kalshi' | 'limitless',
  name: string,
  title: string,
  changes: Partial<SearchedMarket> = {},
): SearchedMarket => ({
  asset: `${KIND_TRAITS[kind].idPrefix}${name}`,
  venue: KIND_TRAITS[kind].venue,
  kind,
  title,
  event: null,
  eventKey: null,
  answer: null,
  volumeUsd: 100,
  isOpen: true,
  ...changes,
});

const MARKETS: readonly SearchedMarket[] = [
  coin('BTC', 2e9),
  coin('ETH', 1e9),
  coin('kPEPE'),
  coin('xyz:NVDA'),
  question('pm', 'bitcoin-above-80000', 'Will Bitcoin be above $80,000 on December 1?'),
  question('kalshi', 'KXBTCD-26DEC01-T79999', 'Bitcoin price on Dec 1, 2026?', {
    answer: '$80,000 or above',
  }),
  question('limitless', 'btc-5-min', 'BTC Up or Down - 5 Min'),
  question('pm', 'fed-cut', 'Will the Fed decrease interest rates by 25 bps?'),
  question('kalshi', 'KXFED-C25', 'Will the Federal Reserve Cut rates by 25bps?'),
  question('pm', 'poland', 'Will Szymon Hołownia be the next President of Poland?'),
  question('kalshi', 'KXNBAGAME-26MAR12BOSNYK-BOS', 'Boston at New York Winner?', { answer: 'Boston' }),
  question('pm', 'boston-marathon', 'Will it rain at the Boston marathon?'),
  question('pm', 'nyc-rain', 'Rain in NYC in December?', { event: 'Weather in New York' }),
];

function openDesk(markets = MARKETS): FtsSearch {
  const desk = new FtsSearch();
  desk.change({ put: markets, figures: [], gone: [] });
  return desk;
}

const ask = (desk: FtsSearch, text: string, changes: Partial<SearchRequest> = {}): Promise<SearchAnswer> =>
  desk.search({
    text,
    venue: null,
    classes: [],
    withEnded: false,
    order: 'relevance',
    limit: 20,
    after: null,
    ...changes,
  });

const list = async (text: string, changes: Partial<SearchRequest> = {}) =>
  (await ask(openDesk(), text, changes)).hits.map(({ asset }) => asset);

test('a coin is found by its symbol, its name, a typing error, and the pairs of other venues', async () => {
  for (const text of [
    'btc',
    'bitcoin',
    'bitcion',
    'BTCUSDT',
    'btc-usd',
    'BTC/USDC',
    'hl-bitcoin',
    'BTC-PERP',
  ])
    assert.equal((await list(text))[0], 'hl-BTC', text);
  assert.equal((await ask(openDesk(), 'bitcion')).corrected, 'bitcoin');
  assert.equal((await ask(openDesk(), 'bitcoin')).corrected, null);
  assert.deepEqual(await list('pepe'), ['hl-kPEPE']);
  assert.deepEqual(await list('nvidia'), ['hl-xyz:NVDA']);
});

test('an amount is found however it is written', async () => {
  const both = ['kalshi-KXBTCD-26DEC01-T79999', 'pm-bitcoin-above-80000'];
  for (const text of ['bitcoin 80k', 'btc 80,000', 'bitcoin 80000', 'btc $80k'])
    assert.deepEqual((await list(text)).toSorted(), both, text);
});

test('one question has the words of each venue', async () => {
  assert.deepEqual((await list('fed cut')).toSorted(), ['kalshi-KXFED-C25', 'pm-fed-cut']);
  assert.deepEqual(await list('celtics'), ['kalshi-KXNBAGAME-26MAR12BOSNYK-BOS']);
  assert.deepEqual((await list('boston')).length, 2);
  assert.deepEqual(await list('rain new york'), ['pm-nyc-rain']);
  assert.deepEqual(await list('btc 5 minutes'), ['limitless-btc-5-min']);
  assert.deepEqual(await list('holownia'), ['pm-poland']);
});

test('quoted words stand together, the last word may be begun, and an address is its market', async () => {
  assert.deepEqual(await list('"interest rates"'), ['pm-fed-cut']);
  assert.deepEqual(await list('"rates interest"'), []);
  assert.deepEqual(await list('presi'), ['pm-poland']);
  assert.deepEqual(await list('https://polymarket.com/event/nyc-rain?tid=17'), ['pm-nyc-rain']);
  assert.deepEqual(await list('KXFED-C25'), ['kalshi-KXFED-C25']);
});

test('markets with all words come alone; without one, those with any word', async () => {
  assert.deepEqual(await list('poland president'), ['pm-poland']);
  const any = await list('poland rain');
  assert.deepEqual(any.toSorted(), ['pm-boston-marathon', 'pm-nyc-rain', 'pm-poland']);
});

test('a result says by which words it was found', async () => {
  const { hits } = await ask(openDesk(), 'bitcoin 80k');
  const why = new Map(hits.map((hit) => [hit.asset, hit.why]));
  assert.deepEqual(why.get('pm-bitcoin-above-80000'), ['bitcoin', '80000']);
  const { hits: coins } = await ask(openDesk(), 'bitcoin');
  assert.deepEqual(coins[0]?.why, ['btc']);
});

test('venue and class limit, orders order, and pages neither overlap nor skip', async () => {
  assert.deepEqual(await list('bitcoin', { venue: 'kalshi' }), ['kalshi-KXBTCD-26DEC01-T79999']);
  assert.deepEqual(await list('bitcoin', { classes: ['perp'] }), ['hl-BTC']);
  const desk = openDesk();
  for (const order of ['relevance', 'volume', 'asset'] as const) {
    const whole = await ask(desk, 'bitcoin', { order });
    const paged: string[] = [];
    for (let after: SearchRequest['after'] = null; ; ) {
      const page = await ask(desk, 'bitcoin', { order, limit: 1, after });
      paged.push(...page.hits.map(({ asset }) => asset));
      assert.equal(page.count, whole.count);
      after = page.next;
      if (after === null) break;
    }
    assert.deepEqual(
      paged,
      whole.hits.map(({ asset }) => asset),
      order,
    );
  }
  const ids = await list('bitcoin', { order: 'asset' });
  assert.deepEqual(ids, ids.toSorted());
});

test('volume ranks equal texts, and what cannot be traded comes after', async () => {
  const [small, large, closed] = ['small', 'large', 'closed'].map((name) =>
    question('pm', name, 'Will the same thing happen?'),
  );
  const desk = openDesk([small!, { ...large!, volumeUsd: 5_000 }, { ...closed!, volumeUsd: 1e6 }]);
  desk.change({ put: [], figures: [{ asset: 'pm-closed', volumeUsd: 1e6, isOpen: false }], gone: [] });
  const first = await ask(desk, 'same thing');
  assert.deepEqual(
    first.hits.map(({ asset }) => asset),
    ['pm-large', 'pm-small', 'pm-closed'],
  );
  desk.change({
    put: [],
    figures: [{ asset: 'pm-small', volumeUsd: 9_000, isOpen: true }],
    gone: ['pm-closed'],
  });
  const next = await ask(desk, 'same thing');
  assert.deepEqual(
    next.hits.map(({ asset }) => asset),
    ['pm-small', 'pm-large'],
  );
});

test('no text of a caller is an operator, and none fails', async () => {
  const desk = openDesk();
  const texts = [
    '',
    '   ',
    '?!…',
    '"',
    '""',
    'AND',
    'OR OR',
    'NOT bitcoin',
    'NEAR(bitcoin, 5)',
    'title : bitcoin',
    'bitcoin*',
    '^bitcoin',
    '{title id} : x',
    "'; DROP TABLE market; --",
    'a'.repeat(10_000),
    'bitcoin '.repeat(1_250),
    '"'.repeat(10_000),
    '比特币会涨吗',
    'выборы в Польше',
    'هل يرتفع البيتكوين',
    '\u0000\uFFFF\u202E',
    'https://',
    'http://[::1',
  ];
  for (const text of texts) assert.ok((await ask(desk, text)).count >= 0, text.slice(0, 40));
  for (const text of ['', '   ', '?!…', '"', '比特币会涨吗']) assert.deepEqual(await list(text), [], text);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      await ask(desk, text);
    }),
    { numRuns: 300 },
  );
});

test('swapped, lost, added and replaced letters are one change each', () => {
  for (const [one, two, expected] of [
    ['bitcion', 'bitcoin', 1],
    ['bitcon', 'bitcoin', 1],
    ['bittcoin', 'bitcoin', 1],
    ['bitcoim', 'bitcoin', 1],
    ['same', 'same', 0],
    ['kitten', 'sitting', 3],
  ] as const)
    assert.equal(findDistance(one, two, 4), expected, one);
});
