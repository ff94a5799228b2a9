import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BTC, binary, HIGH } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const PATHS = [
  '/api/asset/hl-ETH',
  '/api/book/hl-ETH',
  '/api/asset/hl-ETH/risk',
  '/api/m2m/hl-ETH/bundle',
  '/api/m2m/hl-ETH/quote',
  '/api/history/hyperliquid/perp-eth',
  '/api/history/hyperliquid/perp-eth/aggregate?bucketMs=1000',
];

test('until its venue has answered an asset is 503 with a wait, and 404 once the venue does not list it', async (t) => {
  const { app, feed } = await startBench(t);
  const listed = feed.snapshots.get('hyperliquid');
  feed.snapshots.delete('hyperliquid');
  for (const path of PATHS) {
    const response = await app.inject(path);
    assert.deepEqual([response.statusCode, response.json().error], [503, 'warming_up'], path);
    assert.equal(response.headers['retry-after'], '2');
    assert.equal(response.headers['cache-control'], 'no-store');
  }
  if (listed !== undefined) feed.snapshots.set('hyperliquid', listed);
  for (const path of PATHS) {
    const response = await app.inject(path);
    assert.deepEqual([response.statusCode, response.json().error], [404, 'asset_not_found'], path);
  }
});

test('what the store knows is served before the venue has answered, and so are other venues', async (t) => {
  const { app, feed, history } = await startBench(t);
  await record(history, BTC, 5);
  feed.snapshots.delete('hyperliquid');
  assert.equal((await app.inject('/api/asset/hl-BTC')).statusCode, 200);
  assert.equal((await app.inject('/api/history/hyperliquid/perp-btc')).json().count, 5);
  assert.equal((await app.inject(`/api/asset/${HIGH.asset}`)).statusCode, 200);
  assert.equal((await app.inject('/api/asset/kalshi-nobody')).statusCode, 404);
  assert.equal((await app.inject('/api/asset/nonsense')).statusCode, 404);
});

test('while no poll has ever worked the venue stays warming up; the snapshot of an earlier run ends it', async (t) => {
  const { app, feed } = await startBench(t);
  feed.snapshots.delete('kalshi');
  feed.pollers.set('kalshi', { okCount: 0, failCount: 40, lastError: 'timeout' });
  assert.equal((await app.inject('/api/asset/kalshi-other')).json().error, 'warming_up');
  feed.set('kalshi', [binary(HIGH)]);
  assert.equal((await app.inject('/api/asset/kalshi-other')).json().error, 'asset_not_found');
});

test('a batch says it per item and stays 200', async (t) => {
  const { app, feed } = await startBench(t);
  feed.snapshots.delete('hyperliquid');
  const payload = { assets: ['hl-ETH', HIGH.asset, 'kalshi-nobody'] };
  const response = await app.inject({ method: 'POST', url: '/api/m2m/batch', payload });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(
    response.json().bundles.map(({ ok, error }: { ok: boolean; error?: string }) => [ok, error]),
    [
      [false, 'warming_up'],
      [true, undefined],
      [false, 'asset_not_found'],
    ],
  );
});
