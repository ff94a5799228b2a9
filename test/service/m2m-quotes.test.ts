import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPerpAsset, epochMs, HOUR_MS, NO_NAMES } from '../../src/domain/index.ts';
import { ARGENTINA, BTC, binary, ELECTION, HIGH, LIMIT, NOW, perp } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const ETH = buildPerpAsset('ETH');

test('bid and ask come from a fresh book when the feed states none, and never from an old one', async (t) => {
  const silent = { ...perp(), bid: null, ask: null };
  const bookAt = (ageMs: number) => ({
    asset: BTC.asset,
    bids: [{ price: 87_240, size: 1 }],
    asks: [{ price: 87_260, size: 1 }],
    venueTime: null,
    receivedAt: epochMs(NOW - ageMs),
  });
  const never = { book: async () => bookAt(0), newest: () => null };
  for (const [books, expected] of [
    [{ ...never, newest: () => bookAt(119_000) }, [87_240, 87_260]],
    [{ ...never, newest: () => bookAt(121_000) }, [null, null]],
  ] as const) {
    const { app, feed } = await startBench(t, { books });
    feed.set('hyperliquid', [silent]);
    const { price } = (await app.inject('/api/m2m/hl-BTC/quote')).json();
    assert.deepEqual([price.bid, price.ask], expected);
  }
});

test('a bundle reads the book of an asset whose touch nothing states', async (t) => {
  let known: ReturnType<typeof bookNow> | null = null;
  const bookNow = () => ({
    asset: BTC.asset,
    bids: [{ price: 87_240, size: 1 }],
    asks: [{ price: 87_260, size: 1 }],
    venueTime: null,
    receivedAt: NOW,
  });
  const books = {
    book: async () => {
      known = bookNow();
      return known;
    },
    newest: () => known,
  };
  const { app, feed } = await startBench(t, { books });
  feed.set('hyperliquid', [{ ...perp(), bid: null, ask: null }]);
  const { price } = (await app.inject('/api/m2m/hl-BTC/bundle')).json();
  assert.deepEqual([price.bid, price.ask], [87_240, 87_260]);
});

test('an empty book leaves price, bid and ask null and is not requested again', async (t) => {
  const { app, feed } = await startBench(t);
  feed.set('kalshi', [binary(HIGH, { yesPrice: null, yesBid: null, yesAsk: null })]);
  const { price, horizon, signals } = (await app.inject(`/api/m2m/${HIGH.asset}/bundle`)).json();
  assert.deepEqual(
    [price.last, price.bid, price.ask, price.spreadBps, price.basisBps, horizon.terminalVariance],
    [null, null, null, null, null, null],
  );
  assert.equal(signals.direction, 'NEUTRAL');
});

test('a quote has the members of its table, no more', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 2);
  const quote = (await app.inject('/api/m2m/HL-btc/quote')).json();
  assert.deepEqual(quote, {
    ok: true,
    generatedAt: new Date(NOW).toISOString(),
    apiVersion: 'v1',
    asset: 'hl-BTC',
    venue: 'hyperliquid',
    storeKey: 'perp-btc',
    name: 'BTC',
    ...NO_NAMES,
    price: {
      last: 87_250.5,
      bid: 87_250,
      ask: 87_252,
      spreadBps: (2 / 87_251) * 1e4,
      spreadPts: null,
      change24hPct: 1.45,
      change24hPts: null,
      change24hSource: 'snapshot',
      fairValue: 87_240,
      fairValueSource: 'hl-oracle',
      basisBps: (87_250.5 / 87_240 - 1) * 1e4,
      basisPts: null,
    },
    freshness: { feedAgeMs: 2_000, isStale: false },
    venueNativeUrl: 'https://app.hyperliquid.xyz/trade/BTC',
    whyNull: {
      yesMeans: 'not_applicable',
      noMeans: 'not_applicable',
      'price.spreadPts': 'not_applicable',
      'price.change24hPts': 'not_applicable',
      'price.basisPts': 'not_applicable',
    },
  });
  const wide = (await app.inject('/api/m2m/hl-BTC/quote?activity=true&venueNativeUrl=false')).json();
  assert.equal(wide.freshness.historyLastEverMs, NOW - 1_000);
  assert.equal('venueNativeUrl' in wide, false);
  assert.equal('market' in wide, false);
  const never = (await app.inject(`/api/m2m/${LIMIT.asset}/quote?activity=1`)).json();
  assert.equal(never.freshness.historyLastEverMs, null);
  assert.deepEqual([never.price.change24hPct, never.price.change24hSource], [null, null]);
});

test('a quote says on request what traders read beside the price, as far as the venue states it', async (t) => {
  const { app, feed } = await startBench(t);
  const market = async (asset: string) => {
    const quote = (await app.inject(`/api/m2m/${asset}/quote?market=true`)).json();
    return [quote.market, quote.whyNull];
  };
  const endDate = epochMs(NOW + 3 * HOUR_MS);
  feed.set('hyperliquid', [perp(), perp(ETH, { fundingHourly: null, maxLeverage: null })]);
  feed.set('kalshi', [binary(HIGH, { endDate, openInterestUsd: 900, liquidityUsd: null })]);
  const [btc, btcWhy] = await market('hl-BTC');
  assert.deepEqual(btc, {
    volume24hUsd: 1_930_000_000,
    openInterestUsd: 2_477_900_000,
    liquidityUsd: null,
    endsAtMs: null,
    fundingHourly: 0.0000125,
    nextFundingMs: (Math.floor(NOW / HOUR_MS) + 1) * HOUR_MS,
    maxLeverage: 40,
  });
  assert.equal(btcWhy['market.endsAtMs'], 'not_applicable');
  const [eth, ethWhy] = await market('hl-ETH');
  assert.deepEqual([eth.fundingHourly, eth.nextFundingMs, eth.maxLeverage], [null, null, null]);
  assert.equal(ethWhy['market.nextFundingMs'], 'not_published');
  const [high, highWhy] = await market(HIGH.asset);
  assert.deepEqual([high.endsAtMs, high.openInterestUsd, high.fundingHourly], [endDate, 900, null]);
  assert.deepEqual(
    [highWhy['market.liquidityUsd'], highWhy['market.maxLeverage']],
    ['not_published', 'not_applicable'],
  );
});

test('a probability is stated in points, in figures and in reasons', async (t) => {
  const { app, feed } = await startBench(t, {
    groups: {
      group: (asset) =>
        asset === ELECTION.asset
          ? [ELECTION.asset, HIGH.asset].map((each) => ({ asset: each, polarity: 1 as const }))
          : [],
    },
  });
  feed.set('polymarket', [binary(ELECTION, { yesPrice: 0.44, yesBid: 0.4, yesAsk: 0.46 })]);
  feed.set('kalshi', [binary(HIGH, { yesPrice: 0.41, yesBid: 0.4, yesAsk: 0.42 })]);
  const { price } = (await app.inject(`/api/m2m/${ELECTION.asset}/quote`)).json();
  assert.deepEqual([price.spreadPts, price.basisPts, price.change24hPts], [6, 2, null]);
  const bundle = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle`)).json();
  assert.deepEqual([bundle.price.spreadPts, bundle.price.basisPts], [6, 2]);
  assert.ok(
    bundle.tradeHint.notes.includes('The spread is wider than 5 points.'),
    bundle.tradeHint.notes.join(' '),
  );
  assert.ok(!JSON.stringify(bundle.tradeHint.notes).includes('bps'));
});

test('quotes, bundles and the index are cached as long as their table says', async (t) => {
  const { app } = await startBench(t);
  for (const [url, seconds] of [
    ['/api/m2m/hl-BTC/quote', 2],
    ['/api/m2m/hl-BTC/bundle', 15],
    ['/api/m2m/index', 60],
  ] as const) {
    const { headers } = await app.inject(url);
    assert.equal(
      headers['cache-control'],
      `public, s-maxage=${seconds}, stale-while-revalidate=${2 * seconds}`,
    );
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    assert.equal(again.statusCode, 304);
  }
});

test('unknown assets and wrong parameters are refused by name', async (t) => {
  const { app } = await startBench(t);
  for (const path of ['bundle', 'quote']) {
    const unknown = await app.inject(`/api/m2m/hl-NOPE/${path}`);
    assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
    assert.equal(unknown.headers['cache-control'], 'no-store');
  }
  for (const [url, parameter] of [
    ['/api/m2m/hl-BTC/bundle?series=yes', 'series'],
    ['/api/m2m/hl-BTC/bundle?series=1&series=1', 'series'],
    ['/api/m2m/hl-BTC/quote?activity=2', 'activity'],
    ['/api/m2m/hl-BTC/quote?venueNativeUrl=', 'venueNativeUrl'],
    ['/api/m2m/..%2f..%2fetc/quote', 'asset'],
  ] as const) {
    const response = await app.inject(url);
    assert.deepEqual([response.statusCode, response.json().parameter], [400, parameter], url);
  }
});

test('every answer under /api/m2m/ names its version', async (t) => {
  const { app } = await startBench(t);
  for (const url of ['/api/m2m/index', '/api/m2m/hl-BTC/quote', `/api/m2m/${ARGENTINA.asset}/bundle`]) {
    assert.equal((await app.inject(url)).json().apiVersion, 'v1');
  }
});
