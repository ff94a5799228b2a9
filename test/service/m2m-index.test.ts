import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKalshiAsset, buildPerpAsset, buildPolymarketAsset } from '../../src/domain/index.ts';
import { BTC, binary, ELECTION, HIGH, LIMIT, NOW, ONE_OF_EACH, perp } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

test('the index lists every tracked asset with the members of its table', async (t) => {
  const { app } = await startBench(t);
  const index = (await app.inject('/api/m2m/index')).json();
  assert.deepEqual(Object.keys(index), [
    'ok',
    'generatedAt',
    'generatedAtMs',
    'apiVersion',
    'scope',
    'summary',
    'filters',
    'returned',
    'truncated',
    'nextCursor',
    'entries',
    'bundleEndpoint',
    'batchEndpoint',
  ]);
  assert.equal(index.generatedAtMs, NOW);
  assert.deepEqual(index.scope, {
    venues: ['hyperliquid', 'polymarket', 'kalshi', 'limitless'],
    kinds: ['hl-perp', 'hl-pred', 'pm', 'kalshi', 'limitless'],
    tracked: 5,
  });
  assert.deepEqual(index.summary, {
    total: 5,
    byVenue: { hyperliquid: 2, polymarket: 1, kalshi: 1, limitless: 1 },
    freshCount: 5,
    staleCount: 0,
  });
  assert.deepEqual(index.filters, {
    kind: [],
    fresh: false,
    minBasisBps: null,
    limit: null,
    offset: 0,
    q: null,
  });
  assert.deepEqual(
    index.entries.map(({ asset }: { asset: string }) => asset),
    ONE_OF_EACH.map(({ asset }) => asset),
  );
  assert.deepEqual(index.entries[0], {
    asset: 'hl-BTC',
    venue: 'hyperliquid',
    kind: 'hl-perp',
    lastPrice: 87_250.5,
    name: 'BTC',
    yesMeans: null,
    noMeans: null,
    asOfMs: NOW - 2_000,
    isStale: false,
    fairPrice: 87_240,
    basisBps: (87_250.5 / 87_240 - 1) * 1e4,
    basisPts: null,
    change24hPct: 1.45,
    change24hPts: null,
    change24hSource: 'snapshot',
    volume24hUsd: 1_930_000_000,
    endDate: null,
  });
  assert.deepEqual([index.returned, index.truncated, index.nextCursor], [5, false, null]);
});

async function readAssets(app: Awaited<ReturnType<typeof startBench>>['app'], query: string) {
  const response = await app.inject(`/api/m2m/index?${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().entries.map(({ asset }: { asset: string }) => asset);
}

test('kind filters by class, fresh by age, q by words of name, event and id', async (t) => {
  const { app, feed } = await startBench(t);
  assert.deepEqual(await readAssets(app, 'kind=perp'), ['hl-BTC']);
  assert.deepEqual(await readAssets(app, 'kind=pred'), ['hl-pred-argentina-378']);
  assert.deepEqual(await readAssets(app, 'kind=binary,%20perp'), [
    BTC.asset,
    ELECTION.asset,
    HIGH.asset,
    LIMIT.asset,
  ]);
  assert.deepEqual(await readAssets(app, 'q=ARGENTINA'), ['hl-pred-argentina-378']);
  assert.deepEqual(await readAssets(app, 'q=happen+rain'), [ELECTION.asset]);
  assert.equal((await readAssets(app, 'q=what+happens')).length, 4, 'the event counts too');
  assert.deepEqual(await readAssets(app, 'q=zebra+quagga'), []);
  assert.deepEqual(
    await readAssets(app, 'q=happen+zebra'),
    await readAssets(app, 'q=happen'),
    'else any word',
  );
  feed.set('kalshi', [binary(HIGH)], 0 as typeof NOW);
  assert.equal((await readAssets(app, 'fresh=true')).includes(HIGH.asset), false);
  assert.equal((await readAssets(app, 'fresh=false&limit=50')).includes(HIGH.asset), true);
});

test('what is searched comes first as it is named, then open before ended, by volume', async (t) => {
  const { app, feed } = await startBench(t);
  const [small, large, ended, long] = ['small', 'large', 'ended', 'long'].map((name) =>
    buildPolymarketAsset(`btc-${name}`),
  );
  const question = 'Will the price of Bitcoin be above $76,000 on November 24?';
  feed.set('hyperliquid', [perp(BTC), perp(buildPerpAsset('ETH')), perp(buildPerpAsset('WBTC'))]);
  feed.set('polymarket', [
    binary(small as typeof ELECTION, { title: question, volume24hUsd: 10 }),
    binary(large as typeof ELECTION, { title: question, volume24hUsd: 1_000 }),
    binary(ended as typeof ELECTION, { title: question, volume24hUsd: 5_000, status: 'closed' }),
    binary(long as typeof ELECTION, { title: 'Whether something else happens', volume24hUsd: 9_000 }),
  ]);
  for (const venue of ['kalshi', 'limitless'] as const) feed.set(venue, []);
  // hl-BTC is so called, three say it in the question, one in the id alone.
  assert.deepEqual(await readAssets(app, 'q=btc'), [
    'hl-BTC',
    large?.asset,
    small?.asset,
    ended?.asset,
    long?.asset,
  ]);
  assert.deepEqual(await readAssets(app, 'q=bitcoin&limit=2'), ['hl-BTC', large?.asset]);
  assert.deepEqual(await readAssets(app, `q=${encodeURIComponent('bitcoin $76,000')}`), [
    large?.asset,
    small?.asset,
    ended?.asset,
  ]);
  assert.deepEqual((await readAssets(app, 'q=eth'))[0], 'hl-ETH');
  assert.deepEqual(
    await readAssets(app, 'q=bitcion+novembr'),
    [large?.asset, small?.asset, ended?.asset],
    'typing errors',
  );
  assert.deepEqual(await readAssets(app, `q=${encodeURIComponent('?!')}`), []);
  const first = (await app.inject('/api/m2m/index?q=btc&limit=2')).json();
  assert.deepEqual(await readAssets(app, `q=btc&limit=2&cursor=${first.nextCursor}`), [
    small?.asset,
    ended?.asset,
  ]);
});

test('minBasisBps asks probabilities for half a cent too', async (t) => {
  const [longShot, level] = [buildPolymarketAsset('long-shot'), buildPolymarketAsset('level')];
  const partner = buildKalshiAsset('PARTNER');
  const pairs = new Map([
    [longShot.asset, 'kalshi-far'],
    [level.asset, partner.asset],
  ]);
  const groups = {
    group: (asset: string) => [
      { asset, polarity: 1 as const },
      ...(pairs.has(asset) ? [{ asset: pairs.get(asset) ?? '', polarity: 1 as const }] : []),
    ],
  };
  const { app, feed } = await startBench(t, { groups });
  feed.set('hyperliquid', [
    perp(BTC, { oraclePx: 87_250.5 }),
    perp(buildPerpAsset('ETH'), { markPx: 3_003, oraclePx: 3_000 }),
  ]);
  feed.set('polymarket', [
    // 0.012 against a consensus of 0.016: 2,500 bps, and less than half a cent.
    binary(longShot, { yesPrice: 0.012, yesBid: 0.011, yesAsk: 0.013 }),
    // 0.42 against 0.41: 244 bps and a whole cent.
    binary(level, { yesPrice: 0.42, yesBid: 0.41, yesAsk: 0.43 }),
  ]);
  feed.set('kalshi', [
    binary(buildKalshiAsset('FAR'), { yesPrice: 0.02, yesBid: 0.019, yesAsk: 0.021 }),
    binary(partner, { yesPrice: 0.4, yesBid: 0.39, yesAsk: 0.41 }),
  ]);
  assert.deepEqual(await readAssets(app, 'minBasisBps=5'), ['hl-ETH', level.asset]);
  assert.deepEqual(await readAssets(app, 'minBasisBps=100'), [level.asset]);
  assert.deepEqual(await readAssets(app, 'minBasisBps=1000'), []);
});

test('limit, offset and cursor page without overlap, and the cursor survives a change of the list', async (t) => {
  const { app, feed, pass } = await startBench(t);
  const coins = ['A', 'C', 'E', 'G', 'I'].map((coin) => perp(buildPerpAsset(coin)));
  feed.set('hyperliquid', coins);
  for (const venue of ['polymarket', 'kalshi', 'limitless'] as const) feed.set(venue, []);
  assert.deepEqual(await readAssets(app, 'limit=2&offset=1'), ['hl-C', 'hl-E']);
  assert.deepEqual(await readAssets(app, 'offset=99'), []);

  const first = (await app.inject('/api/m2m/index?limit=2')).json();
  assert.deepEqual([first.returned, first.truncated, first.summary.total], [2, true, 5]);
  feed.set('hyperliquid', [perp(buildPerpAsset('B')), ...coins.filter(({ ref }) => ref.asset !== 'hl-C')]);
  pass(60_000);
  assert.deepEqual(await readAssets(app, `limit=2&cursor=${first.nextCursor}`), ['hl-E', 'hl-G']);
  const last = (await app.inject('/api/m2m/index?limit=4&offset=1')).json();
  assert.deepEqual([last.truncated, last.nextCursor], [false, null]);
});

test('wrong parameters of the index are refused by name', async (t) => {
  const { app } = await startBench(t);
  for (const [parameter, values] of Object.entries({
    kind: ['pm', '', 'perp,', 'perp,spot'],
    fresh: ['yes', ''],
    minBasisBps: ['-1', 'x', ''],
    limit: ['0', '-1', '1.5', 'x', ''],
    offset: ['-1', 'x', '0.5'],
    q: ['x'.repeat(201)],
    cursor: ['', 'x', 'bm93aGVyZSB4', 'x'.repeat(513)],
  })) {
    for (const value of values) {
      const response = await app.inject(`/api/m2m/index?${parameter}=${encodeURIComponent(value)}`);
      assert.deepEqual(
        [response.statusCode, response.json().parameter],
        [400, parameter],
        `${parameter}=${value}`,
      );
    }
    const repeated = await app.inject(`/api/m2m/index?${parameter}=1&${parameter}=1`);
    assert.equal(repeated.statusCode, 400, `${parameter} repeated`);
  }
});
