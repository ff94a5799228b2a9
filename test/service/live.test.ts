import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { epochMs, readFacts, UpstreamError } from '../../src/domain/index.ts';
import { BTC, binary, ELECTION, HIGH, NOW, ONE_OF_EACH, perp } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const unreadable = async (): Promise<never> => {
  throw new UpstreamError('timeout', 'https://example.org/secret-path: timeout', { retryAfterMs: 1_500 });
};

test('all five kinds have a book, best level first', async (t) => {
  const { app } = await startBench(t);
  for (const { asset, kind } of ONE_OF_EACH) {
    const book = (await app.inject(`/api/book/${asset.toUpperCase()}`)).json();
    assert.deepEqual(book, {
      ok: true,
      asset,
      kind,
      bids: [
        { price: 0.41, size: 100 },
        { price: 0.4, size: 250 },
      ],
      asks: [{ price: 0.43, size: 80 }],
      fetchedAt: NOW - 200,
      stale: false,
      venueTime: null,
    });
  }
});

test('a book that the venue confirms to be empty is an answer', async (t) => {
  const { app, books } = await startBench(t);
  books.set(HIGH.asset, { asset: HIGH.asset, bids: [], asks: [], venueTime: null, receivedAt: NOW });
  const response = await app.inject(`/api/book/${HIGH.asset}`);
  assert.equal(response.statusCode, 200);
  assert.deepEqual([response.json().bids, response.json().asks], [[], []]);
});

test('a book that could not be read is 503, with the wait that the venue requested', async (t) => {
  const { app, books } = await startBench(t);
  books.clear();
  const response = await app.inject('/api/book/hl-BTC');
  assert.deepEqual([response.statusCode, response.json().error], [503, 'upstream_unavailable']);
  assert.equal(response.headers['retry-after'], '2');
  assert.equal(response.headers['cache-control'], 'no-store');
});

test('what an upstream said of itself stays inside', async (t) => {
  const { app } = await startBench(t, { books: { book: unreadable } });
  assert.doesNotMatch((await app.inject('/api/book/hl-BTC')).body, /secret-path/);
});

test('an asset that its venue does not know any more has no book', async (t) => {
  const { app } = await startBench(t, {
    books: {
      book: async () => {
        throw new UpstreamError('not_found', 'gone');
      },
    },
  });
  const response = await app.inject('/api/book/hl-BTC');
  assert.deepEqual([response.statusCode, response.json().error], [404, 'asset_not_found']);
});

test('a perpetual shows ticker, candles, book and funding', async (t) => {
  const { app } = await startBench(t);
  const answer = (await app.inject('/api/asset/HL-btc')).json();
  assert.deepEqual(Object.keys(answer), [
    'ok',
    'asset',
    'type',
    'venue',
    'storeKey',
    'now',
    'snapshot',
    'ticker',
    'market',
    'settling',
    'statedBy',
    'settled',
    'candles',
    'book',
    'funding',
    'unavailable',
  ]);
  assert.deepEqual([answer.asset, answer.type, answer.storeKey], ['hl-BTC', 'hl-perp', 'perp-btc']);
  assert.deepEqual(answer.snapshot, { fetchedAt: NOW - 2_000, ageMs: 2_000, stale: false });
  assert.deepEqual(answer.ticker, perp().ticker);
  assert.deepEqual(answer.funding, [{ t: NOW - 3_600_000, rate: 0.0000125 }]);
  assert.equal(answer.book.bids.length, 2);
  assert.deepEqual(answer.unavailable, []);
});

test('binaries show ticker, rules, candles and the newest records of the store', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, ELECTION, 600);
  for (const ref of ONE_OF_EACH.filter(({ kind }) => kind !== 'hl-perp')) {
    const answer = (await app.inject(`/api/asset/${ref.asset}`)).json();
    assert.equal(answer.type, ref.kind);
    assert.deepEqual(answer.ticker, binary(ref).ticker);
    assert.equal(answer.rules, 'Resolves to Yes if it happens.');
    assert.equal(answer.candles.length, 1);
    assert.equal('book' in answer || 'funding' in answer, false);
  }
  const { history: points } = (await app.inject(`/api/asset/${ELECTION.asset}`)).json();
  assert.equal(points.length, 500);
  assert.deepEqual(points.at(-1), { t: NOW - 1_000, p: 0.25 + 599 / 4_096 });
});

test('a venue that does not answer takes parts away and leaves the rest', async (t) => {
  const { app } = await startBench(t, {
    books: { book: unreadable },
    markets: { readCandles: unreadable, readFunding: unreadable },
  });
  const answer = (await app.inject('/api/asset/hl-BTC')).json();
  assert.deepEqual(answer.unavailable.sort(), ['book', 'candles', 'funding']);
  assert.deepEqual([answer.book, answer.candles, answer.funding], [null, [], []]);
  assert.equal(answer.ticker.markPx, 87_250.5);
});

test('a page does not wait for a venue that takes its time', async (t) => {
  let reached: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { app } = await startBench(t, {
    markets: {
      readCandles: async () => [],
      readFunding: () => {
        reached();
        return new Promise(() => undefined);
      },
    },
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answering = app.inject('/api/asset/hl-BTC');
  await asked;
  t.mock.timers.tick(3_000);
  assert.deepEqual((await answering).json().unavailable, ['funding']);
});

test('an asset that left its venue shows what the store holds, without a ticker', async (t) => {
  const { app, history, feed } = await startBench(t);
  await record(history, ELECTION, 3);
  feed.set('polymarket', []);
  const answer = (await app.inject(`/api/asset/${ELECTION.asset}`)).json();
  assert.equal(answer.ticker, null);
  assert.equal(answer.rules, null);
  assert.equal(answer.history.length, 3);
});

test('a market that its venue has dropped shows what it asked, and which links were held', async (t) => {
  const { app, history, feed } = await startBench(t);
  const state = binary(ELECTION);
  const changed = [{ ...readFacts(state), nativeIds: { conditionId: '0x9c' }, rules: 'Yes if it happens.' }];
  await history.append([], { venue: 'polymarket', at: NOW, changed });
  const span = {
    a: 'kalshi-x',
    b: ELECTION.asset,
    relation: 'same',
    confidence: 0.95,
    source: 'matched',
    disputed: false,
    reasons: ['Both ask it.'],
    fromMs: NOW,
    toMs: null,
  } as const;
  await history.putLinkSpans([span]);
  feed.set('polymarket', []);
  const answer = (await app.inject(`/api/asset/${ELECTION.asset}`)).json();
  assert.equal(answer.ticker, null);
  assert.equal(answer.rules, 'Yes if it happens.');
  assert.equal(answer.market.title, state.ticker.title);
  assert.deepEqual(answer.market.nativeIds, [{ name: 'conditionId', id: '0x9c' }]);
  assert.deepEqual([answer.market.seenFrom, answer.market.changedAt], [NOW, NOW]);
  assert.deepEqual(answer.market.links, [span]);
});

test('an unknown asset is 404', async (t) => {
  const { app } = await startBench(t);
  for (const path of ['/api/asset/hl-NOPE', '/api/book/hl-NOPE', '/api/asset/nothing']) {
    const response = await app.inject(path);
    assert.deepEqual([response.statusCode, response.json().error], [404, 'asset_not_found'], path);
  }
});

test('the feed shows every venue with age, staleness and error', async (t) => {
  const { app, feed } = await startBench(t);
  feed.set('kalshi', [binary(HIGH)], epochMs(NOW - 121_000));
  feed.snapshots.delete('limitless');
  feed.pollers.set('limitless', { lastError: 'timeout' });
  const answer = (await app.inject('/api/feed')).json();
  assert.deepEqual(Object.keys(answer), [
    'ok',
    'hyperliquid',
    'polymarket',
    'kalshi',
    'limitless',
    'ages',
    'stale',
    'errors',
    'bodyAgeMs',
  ]);
  assert.deepEqual(answer.hyperliquid.perps, [perp().ticker]);
  assert.equal(answer.hyperliquid.outcomes.length, 1);
  assert.equal(answer.kalshi.markets[0].volume24hContracts, 120_400);
  assert.equal(answer.limitless, null);
  assert.deepEqual(answer.ages, { hyperliquid: 2_000, polymarket: 2_000, kalshi: 121_000, limitless: null });
  assert.deepEqual(answer.stale, { hyperliquid: false, polymarket: false, kalshi: true, limitless: true });
  assert.deepEqual(answer.errors, {
    hyperliquid: null,
    polymarket: null,
    kalshi: null,
    limitless: 'timeout',
  });
});

test('top limits each venue to its largest markets', async (t) => {
  const { app, feed } = await startBench(t);
  feed.set('hyperliquid', [perp(BTC, { volume24hUsd: 1 }), binary(HIGH, { volume24hUsd: 2 })]);
  const { hyperliquid, polymarket } = (await app.inject('/api/feed?top=1')).json();
  assert.deepEqual([hyperliquid.perps.length, hyperliquid.outcomes.length], [0, 1]);
  assert.equal(polymarket.markets.length, 1);
});

test('one body of the feed serves for a second and states its age, in every encoding', async (t) => {
  const { app, feed, pass } = await startBench(t);
  const first = await app.inject('/api/feed');
  feed.set('polymarket', []);
  pass(640);
  const second = await app.inject('/api/feed');
  assert.deepEqual([first.json().bodyAgeMs, second.json().bodyAgeMs], [0, 640]);
  assert.deepEqual(second.json(), { ...first.json(), bodyAgeMs: 640 });
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [encoding, decode] of Object.entries(decoders)) {
    const packed = await app.inject({ url: '/api/feed', headers: { 'accept-encoding': encoding } });
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.equal(packed.headers['content-length'], String(packed.rawPayload.length));
    assert.equal(decode(packed.rawPayload).toString(), second.body);
  }
  pass(360);
  const renewed = (await app.inject('/api/feed')).json();
  assert.deepEqual([renewed.bodyAgeMs, renewed.polymarket.markets], [0, []]);
});

test('an earlier copy of the same feed body counts as the same', async (t) => {
  const { app, pass } = await startBench(t);
  const first = await app.inject('/api/feed');
  pass(300);
  const headers = { 'if-none-match': String(first.headers.etag) };
  assert.equal((await app.inject({ url: '/api/feed', headers })).statusCode, 304);
  const later = await app.inject('/api/feed');
  assert.notEqual(later.headers.etag, first.headers.etag);
});
