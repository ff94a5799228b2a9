import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSET_KINDS, buildPerpAsset, HOUR_MS } from '../../src/domain/index.ts';
import { buildBook, startAnalytics } from '../support/analytics-bench.ts';
import { NOW, ONE_OF_EACH } from '../support/fixed-feed.ts';
import { assertRefused, type RefusedParameter } from '../support/refused-parameters.ts';

const _ETH = buildPerpAsset('ETH');
const _SOL = buildPerpAsset('SOL');
/** One record in the middle of each hour. */
const _HOURLY = { stepMs: HOUR_MS, endMs: NOW - HOUR_MS / 2 };

/** Path, parameter, values that are refused. */
const REFUSED: readonly RefusedParameter[] = [
  ['/api/asset/hl-BTC/funding', 'days', ['0', '31', '1.5', 'x', '']],
  ['/api/funding', 'days', ['0', '31', '1.5', 'x', '']],
  ['/api/funding', 'limit', ['0', '51', '1.5', 'x', '']],
  ['/api/asset/hl-BTC/risk', 'minBars', ['0', '-1', '1.5', 'x', '']],
  ['/api/asset/hl-BTC/slippage?side=buy', 'size', ['0', '-1', '1000000001', 'x', '', 'NaN', 'Infinity']],
  ['/api/asset/hl-BTC/slippage?size=1', 'side', ['long', '', 'BUY']],
  ['/api/asset/hl-BTC/slippage?size=1&side=buy', 'sizeUnit', ['usd', '']],
  ['/api/asset/hl-BTC/cascades', 'windowMs', ['0', '-1', '1.5', 'x']],
  ['/api/asset/hl-BTC/cascades', 'minDrawdownPct', ['0', '1', '-0.1', 'x', '1%']],
  ['/api/asset/hl-BTC/cascades', 'direction', ['both', '', 'Down']],
  ...['cascades', 'flow', 'volprofile?priceStep=1'].flatMap((path): [string, string, string[]][] => [
    [`/api/asset/hl-BTC/${path}`, 'limit', ['0', '-1', '1.5', 'x', '']],
    [`/api/asset/hl-BTC/${path}`, 'fromMs', ['-1', '1.5', 'yesterday']],
    [`/api/asset/hl-BTC/${path}`, 'toMs', ['-1', 'x']],
  ]),
  ['/api/asset/hl-BTC/flow', 'rollingWindow', ['0', '5001', '1.5', 'x']],
  ['/api/asset/hl-BTC/volprofile', 'priceStep', ['0', '-1', 'x', '']],
  ['/api/stats', 'venue', ['hyperliquid', 'hl-perp', '']],
  ['/api/stats', 'max', ['0', '-1', '1.5', 'x']],
  ['/api/movers', 'topN', ['0', '101', '1.5', 'x']],
  ['/api/movers', 'minPriceChangePct', ['-0.1', 'x', '5%']],
  ['/api/movers', 'kind', ['perp', '', 'hl-perp,', 'hl-perp,,pm']],
  ['/api/movers', 'by', ['points', '', 'pts,frac']],
  ['/api/movers?kind=hl-perp,kalshi', 'by', ['pts', 'logOdds']],
  ['/api/movers', 'minChangePts', ['-1', 'x', '5%']],
  ['/api/movers', 'minVolumeUsd', ['-1', 'x', '']],
  ['/api/sparklines', 'assets', ['', 'hl-BTC,', 'hl-BTC,a b', manyAssets(51)]],
  ['/api/correlations', 'assets', ['', 'hl-BTC', 'hl-BTC,', 'hl-BTC,hl-BTC', 'hl-BTC,a b', manyAssets(21)]],
  ['/api/correlations?assets=hl-BTC,hl-ETH', 'window', ['0', '-1', '720.1', 'x']],
  ['/api/correlations?assets=hl-BTC,hl-ETH', 'method', ['kendall', '']],
  ['/api/arb/sim', 'capital', ['0', '-1', '1000000001', 'x', '']],
  ['/api/arb/sim?capital=1', 'maxSpread', ['0', '1.01', '-1', 'x']],
  ['/api/arb/sim?capital=1', 'minLegs', ['0', '-1', '1.5', 'x']],
  ['/api/arb/sim?capital=1', 'topN', ['0', '101', 'x']],
  ['/api/arb/sim?capital=1', 'feeBps.kalshi', ['-100.1', '1000.1', 'x', '']],
  ['/api/arb/sim?capital=1', 'feeBps.polymarket', ['-101', '1001']],
  ['/api/links', 'refused', ['yes', '', '2']],
  ['/api/links', 'state', ['open', '', 'Active']],
  ['/api/links', 'sort', ['gap', '', 'Pair']],
  ['/api/links', 'limit', ['0', '10001', '1.5', 'x', '']],
  ['/api/links', 'cursor', ['', 'x', 'a b']],
  ['/api/links/explain?a=pm-x', 'b', ['', 'a b', `pm-${'x'.repeat(260)}`]],
  ['/api/links', 'asset', ['', 'a b', `pm-${'x'.repeat(260)}`]],
];

function manyAssets(count: number): string {
  return Array.from({ length: count }, (_, i) => `hl-C${i}`).join(',');
}

test('a parameter outside its limits, of the wrong type or repeated is 400 with its name', async (t) => {
  const { app } = await startAnalytics(t);
  await assertRefused(app, REFUSED);
});

test('a required parameter that is absent is 400 with its name', async (t) => {
  const { app } = await startAnalytics(t);
  const rows: [url: string, parameter: string][] = [
    ['/api/asset/hl-BTC/slippage?side=buy', 'size'],
    ['/api/asset/hl-BTC/slippage?size=1', 'side'],
    ['/api/asset/hl-BTC/volprofile', 'priceStep'],
    ['/api/correlations', 'assets'],
    ['/api/sparklines', 'assets'],
    ['/api/arb/sim', 'capital'],
  ];
  for (const [url, parameter] of rows) {
    const body = (await app.inject(url)).json();
    assert.deepEqual([body.error, body.message], ['validation_failed', `${parameter} is required`]);
  }
});

test('a window that ends before it starts is refused', async (t) => {
  const { app } = await startAnalytics(t);
  for (const path of ['cascades?', 'flow?', 'volprofile?priceStep=1&']) {
    const response = await app.inject(`/api/asset/hl-BTC/${path}fromMs=2&toMs=1`);
    assert.deepEqual([response.statusCode, response.json().parameter], [400, 'fromMs'], path);
  }
});

test('values at their limits are accepted, and unknown parameters ignored', async (t) => {
  const { get, books } = await startAnalytics(t);
  books.set('hl-BTC', buildBook('hl-BTC', [[1, 1]], [[2, 1]]));
  const urls = [
    '/api/asset/hl-BTC/slippage?size=1000000000&side=sell',
    '/api/asset/hl-BTC/cascades?minDrawdownPct=0.999&windowMs=1&limit=1&extra=1',
    '/api/asset/hl-BTC/flow?rollingWindow=5000&fromMs=0&toMs=0',
    '/api/asset/hl-BTC/volprofile?priceStep=0.0000001',
    '/api/correlations?assets=hl-BTC,%20kalshi-kxhighny-26jul19-t80&window=720',
    '/api/correlations?assets=hl-BTC,kalshi-kxhighny-26jul19-t80&window=0.001',
    '/api/arb/sim?capital=1000000000&maxSpread=1&minLegs=1&topN=100',
    '/api/movers?topN=100&minPriceChangePct=1000',
    '/api/stats?max=1',
  ];
  for (const url of urls) assert.equal((await get(url)).ok, true, url);
});

test('each endpoint says its tier and its time to live', async (t) => {
  const { app, get } = await startAnalytics(t);
  const { endpoints } = await get('/api');
  const { paths } = await get('/api/openapi.json');
  const rows: [path: string, access: string, cacheSeconds: number][] = [
    ['/api/asset/{asset}/stats', 'pro', 15],
    ['/api/asset/{asset}/risk', 'free', 30],
    ['/api/asset/{asset}/slippage', 'free', 10],
    ['/api/asset/{asset}/cascades', 'free', 15],
    ['/api/asset/{asset}/flow', 'free', 15],
    ['/api/asset/{asset}/volprofile', 'free', 30],
    ['/api/asset/{asset}/carry', 'free', 60],
    ['/api/asset/{asset}/funding', 'free', 60],
    ['/api/funding', 'free', 5],
    ['/api/stats', 'pro', 15],
    ['/api/movers', 'free', 60],
    ['/api/correlations', 'free', 30],
    ['/api/sparklines', 'free', 60],
    ['/api/arb/sim', 'pro', 15],
    ['/api/links', 'free', 60],
    ['/api/links/explain', 'free', 10],
  ];
  for (const [path, access, cacheSeconds] of rows) {
    const entry = endpoints.find((one: { path: string }) => one.path === path);
    assert.equal(entry?.cacheSeconds, cacheSeconds, path);
    assert.equal(paths[path].get['x-access'], access, path);
  }
  const response = await app.inject('/api/asset/hl-BTC/carry');
  assert.equal(response.headers['cache-control'], 'public, s-maxage=60, stale-while-revalidate=120');
  assert.equal(ONE_OF_EACH.length, ASSET_KINDS.length);
});
