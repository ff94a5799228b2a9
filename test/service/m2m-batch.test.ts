import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BTC, ELECTION, ONE_OF_EACH } from '../support/fixed-feed.ts';
import { record, startBench } from '../support/service-bench.ts';

const URL = '/api/m2m/batch';

test('a batch answers one item per asset, in order, a failing one in its place', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 40);
  const assets = [...ONE_OF_EACH.map(({ asset }) => asset), 'hl-NOPE', '', 'not an id', 'HL-btc'];
  const response = await app.inject({ method: 'POST', url: URL, payload: { assets } });
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  const answer = response.json();
  assert.deepEqual(Object.keys(answer), ['ok', 'generatedAt', 'apiVersion', 'requestedCount', 'bundles']);
  assert.deepEqual([answer.ok, answer.apiVersion, answer.requestedCount], [true, 'v1', assets.length]);
  assert.deepEqual(
    answer.bundles.map(({ ok, asset, error }: { ok: boolean; asset: string; error?: string }) => [
      ok,
      asset,
      error,
    ]),
    [
      ...ONE_OF_EACH.map(({ asset }) => [true, asset, undefined]),
      [false, 'hl-NOPE', 'asset_not_found'],
      [false, '', 'asset_not_found'],
      [false, 'not an id', 'asset_not_found'],
      [true, 'hl-BTC', undefined],
    ],
  );
  assert.equal(answer.bundles[0].risk.source, 'store');
  assert.equal('series' in answer.bundles[0], false);
});

test('a bundle of a batch is the bundle of the endpoint', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, ELECTION, 40);
  const single = (await app.inject(`/api/m2m/${ELECTION.asset}/bundle?series=true`)).json();
  const batch = await app.inject({
    method: 'POST',
    url: URL,
    payload: { assets: [ELECTION.asset], series: true },
  });
  assert.deepEqual(batch.json().bundles, [single]);
});

test('an asset named twice is in both places', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({
    method: 'POST',
    url: URL,
    payload: { assets: ['hl-BTC', 'hl-NOPE', 'hl-BTC', 'hl-NOPE'] },
  });
  const { requestedCount, bundles } = response.json();
  assert.equal(requestedCount, 4);
  assert.deepEqual(bundles[0], bundles[2]);
  assert.deepEqual(bundles[1], bundles[3]);
});

const REFUSED: readonly (readonly [name: string, payload: string])[] = [
  ['not JSON', '{"assets":'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '["hl-BTC"]'],
  ['a text', '"hl-BTC"'],
  ['no assets', '{}'],
  ['assets that are a text', '{"assets":"hl-BTC"}'],
  ['assets that are null', '{"assets":null}'],
  ['no asset at all', '{"assets":[]}'],
  ['51 assets', JSON.stringify({ assets: Array(51).fill('hl-BTC') })],
  ['a number among the assets', '{"assets":["hl-BTC",7]}'],
  ['null among the assets', '{"assets":[null]}'],
  ['an asset id of 257 characters', JSON.stringify({ assets: ['x'.repeat(257)] })],
  ['series that is a text', '{"assets":["hl-BTC"],"series":"true"}'],
  ['series that is a number', '{"assets":["hl-BTC"],"series":1}'],
  ['series that is null', '{"assets":["hl-BTC"],"series":null}'],
  ['a prototype', '{"assets":["hl-BTC"],"__proto__":{"series":true}}'],
];

for (const [name, payload] of REFUSED) {
  test(`a batch body with ${name} is 400`, async (t) => {
    const { app } = await startBench(t);
    const response = await app.inject({
      method: 'POST',
      url: URL,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([response.statusCode, response.json().error], [400, 'validation_failed'], response.body);
  });
}

test('50 assets and unknown members are accepted', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({
    method: 'POST',
    url: URL,
    payload: { assets: Array(50).fill('hl-BTC'), note: 'ignored' },
  });
  assert.deepEqual([response.statusCode, response.json().bundles.length], [200, 50]);
});

test('a body above 64 KiB is 413, one below is read', async (t) => {
  const { app } = await startBench(t);
  const padded = (bytes: number) => {
    const body = JSON.stringify({ assets: ['hl-BTC'], pad: '' });
    return body.replace('"pad":""', `"pad":"${'x'.repeat(bytes - body.length)}"`);
  };
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: URL, payload, headers: { 'content-type': 'application/json' } });
  assert.equal((await post(padded(64 * 1024))).statusCode, 200);
  const large = await post(padded(64 * 1024 + 1));
  assert.deepEqual([large.statusCode, large.json().error], [413, 'payload_too_large']);
});

test('another content type is 415, another method 405', async (t) => {
  const { app } = await startBench(t);
  const form = await app.inject({
    method: 'POST',
    url: URL,
    payload: 'assets=hl-BTC',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([form.statusCode, form.json().error], [415, 'unsupported_media_type']);
  const read = await app.inject(URL);
  assert.equal(read.statusCode, 405);
});

test('a page of another origin may send a batch', async (t) => {
  const { app } = await startBench(t);
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: URL,
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  assert.equal(preflight.statusCode, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(String(preflight.headers['access-control-allow-methods']), /POST/);
  assert.match(String(preflight.headers['access-control-allow-headers']), /content-type/);
  const answer = await app.inject({ method: 'POST', url: URL, payload: { assets: ['hl-BTC'] } });
  assert.equal(answer.headers['access-control-allow-origin'], '*');
});
