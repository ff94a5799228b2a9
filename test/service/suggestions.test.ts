import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPerpAsset } from '../../src/domain/index.ts';
import { perp } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

test('a name that no asset has is answered with what it may mean, in every spelling of other venues', async (t) => {
  const { app, feed } = await startBench(t);
  feed.set('hyperliquid', [perp(), perp(buildPerpAsset('ETH')), perp(buildPerpAsset('SOL'))]);
  for (const [name, expected] of [
    ['BTC', 'hl-BTC'],
    ['btc', 'hl-BTC'],
    ['btc-usd', 'hl-BTC'],
    ['BTCUSDT', 'hl-BTC'],
    ['ETH-PERP', 'hl-ETH'],
    ['solusdc', 'hl-SOL'],
    ['hl-bitcoin', 'hl-BTC'],
    ['bitcoin', 'hl-BTC'],
  ] as const) {
    const response = await app.inject(`/api/m2m/${name}/quote`);
    const { error, suggestions, message } = response.json();
    assert.deepEqual([response.statusCode, error, suggestions[0]], [404, 'asset_not_found', expected], name);
    assert.match(message, new RegExp(`did you mean ${expected}\\?$`));
    assert.ok(suggestions.length <= 3);
  }
});

test('the address of a page at a venue means its market, and nonsense means nothing', async (t) => {
  const { app } = await startBench(t);
  const ask = async (name: string) =>
    (await app.inject(`/api/asset/${encodeURIComponent(name)}`)).json() as {
      error: string;
      suggestions?: readonly string[];
    };
  const listed = (await app.inject('/api/m2m/index')).json().entries as readonly { asset: string }[];
  const pm = listed.find(({ asset }) => asset.startsWith('pm-'))?.asset ?? assert.fail();
  const slug = pm.slice('pm-'.length);
  assert.equal((await ask(`${slug}-`)).suggestions?.[0], pm);
  for (const nonsense of ['zzzzqqqq', '0x1e308']) {
    const { error, suggestions = [] } = await ask(nonsense);
    assert.ok(['asset_not_found', 'validation_failed'].includes(error), nonsense);
    assert.deepEqual(suggestions, [], nonsense);
  }
});

test('who asks for many unknown names gets no more than ten searches a second', async (t) => {
  const { app, pass } = await startBench(t);
  const ask = async (name: string) => (await app.inject(`/api/m2m/${name}/quote`)).json().suggestions.length;
  const found: number[] = [];
  for (let i = 0; i < 12; i++) found.push(await ask(`btc-usd-${'x'.repeat(i)}-BTC`));
  assert.deepEqual(found.slice(10), [0, 0]);
  assert.equal(await ask('BTCUSDT'), 0);
  pass(1_000);
  assert.ok((await ask('BTCUSDC')) > 0);
});

test('every list by asset refuses an unknown one in the same way', async (t) => {
  const { app } = await startBench(t);
  for (const url of ['/api/links?asset=BTC', '/api/gaps?asset=BTC', '/api/correlations?assets=BTC,hl-BTC']) {
    const response = await app.inject(url);
    if (response.statusCode === 503 || response.json().error === 'not_found') continue;
    assert.equal(response.json().error, 'asset_not_found', url);
    assert.equal(response.json().suggestions[0], 'hl-BTC', url);
  }
});
