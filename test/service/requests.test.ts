import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { probeUpstreams } from '../../src/health/upstream-probe.ts';
import { FakeAdapter } from '../support/fake-adapter.ts';
import { BTC } from '../support/fixed-feed.ts';
import { assertRefused, type RefusedParameter } from '../support/refused-parameters.ts';
import { record, startBench } from '../support/service-bench.ts';

const HISTORY = '/api/history/hyperliquid/perp-btc';
const AGGREGATE = `${HISTORY}/aggregate`;

/** Path, parameter, values that are refused. */
const REFUSED: readonly RefusedParameter[] = [
  [HISTORY, 'limit', ['0', '-1', '1.5', 'x', '']],
  [HISTORY, 'fromMs', ['-1', 'yesterday', '1.5']],
  [HISTORY, 'toMs', ['-1', 'x']],
  [HISTORY, 'cursor', ['', 'not-a-cursor', 'x'.repeat(257)]],
  [`${HISTORY}/csv`, 'limit', ['0', 'x']],
  [`${HISTORY}/csv`, 'fromMs', ['-1']],
  [`${HISTORY}/csv`, 'toMs', ['x']],
  [AGGREGATE, 'bucketMs', ['0', '-1', '1.5', 'x', '']],
  [`${AGGREGATE}?bucketMs=1000`, 'op', ['sum', '', 'OHLC']],
  [`${AGGREGATE}?bucketMs=1000`, 'fromMs', ['-1']],
  [`${AGGREGATE}?bucketMs=1000`, 'toMs', ['x']],
  ['/api/history/assets', 'venue', ['nyse', '']],
  ['/api/feed', 'top', ['0', '-1', 'x', '1.5']],
  ['/api/alerts/stale', 'thresholdMin', ['0', '-1', '1440.5', 'x']],
  ['/api/alerts/stale', 'limit', ['0', '10001', 'x']],
  ['/api/alerts/stale', 'sortBy', ['age', '']],
  ['/api/alerts/stale', 'venue', ['nyse']],
  ['/api/alerts/stale.csv', 'thresholdMin', ['0', '1441']],
  ['/api/alerts/stale.csv', 'limit', ['0', '10001']],
  ['/api/alerts/stale.csv', 'sortBy', ['x']],
  ['/api/alerts/stale.csv', 'venue', ['nyse']],
  ['/api/alerts/stale/history', 'hours', ['0', '48.1', '-1', 'x']],
  ['/api/alerts/stale/history', 'thresholdMin', ['0', '1441', 'x']],
];

test('a parameter outside its limits, of the wrong type or repeated is 400 with its name', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  await assertRefused(app, REFUSED);
});

test('a required parameter that is absent is 400 with its name', async (t) => {
  const { app } = await startBench(t);
  const body = (await app.inject(AGGREGATE)).json();
  assert.deepEqual(
    [body.error, body.message],
    ['validation_failed', 'bucketMs, or bucket (1d, 1w, 1M), is required'],
  );
});

test('a window that ends before it starts is refused', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject(`${HISTORY}?fromMs=2&toMs=1`);
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().parameter, 'fromMs');
});

test('limits at their edge are accepted, and a value above a cap counts as the cap', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  const urls = [
    `${HISTORY}?limit=1`,
    `${HISTORY}?limit=50000`,
    `${HISTORY}?limit=9007199254740991`,
    `${HISTORY}?fromMs=0&toMs=0`,
    `${AGGREGATE}?bucketMs=1`,
    `${AGGREGATE}?bucketMs=9007199254740991`,
    '/api/alerts/stale?thresholdMin=1440&limit=10000',
    '/api/alerts/stale?thresholdMin=0.5&limit=1',
    '/api/alerts/stale/history?hours=48&thresholdMin=1440',
    '/api/feed?top=100000',
  ];
  for (const url of urls) assert.equal((await app.inject(url)).statusCode, 200, url);
});

test('unknown query parameters are ignored', async (t) => {
  const { app } = await startBench(t);
  for (const url of ['/api/health?x=1', '/api/feed?x=1&x=2', `${HISTORY}?utm_source=x`]) {
    assert.equal((await app.inject(url)).statusCode, 200, url);
  }
});

test('an unknown parameter never makes a new computation, on routes with and without parameters', async (t) => {
  const upstream = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  t.after(() => upstream.close());
  await once(upstream, 'listening');
  let asked = 0;
  upstream.on('request', () => asked++);
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const adapter = Object.assign(new FakeAdapter('kalshi'), {
    probes: [{ upstream: 'kalshi', url, method: 'GET', body: null }],
  });
  const { app } = await startBench(t, { probeUpstreams: () => probeUpstreams([adapter], Date.now) });
  for (let i = 0; i < 20; i++) {
    assert.equal((await app.inject(`/api/health/upstream?n=${i}`)).statusCode, 200);
  }
  assert.equal(asked, 1);

  const misses = async () => {
    const { body } = await app.inject('/metrics');
    return Number(/^crosstape_http_cache_misses_total (\d+)$/m.exec(body)?.[1]);
  };
  const before = await misses();
  for (let i = 0; i < 20; i++) {
    for (const path of ['/api/feed', '/api', '/api/book/hl-BTC', `${HISTORY}?limit=3`]) {
      await app.inject(`${path}${path.includes('?') ? '&' : '?'}x${i}=${i}`);
    }
  }
  assert.equal((await misses()) - before, 4);
});

test('asset ids from outside are checked before anything is done with them', async (t) => {
  const { app } = await startBench(t);
  const rows: [asset: string, status: number][] = [
    ['..%2F..%2Fetc%2Fpasswd', 400],
    ['%00', 400],
    ['hl-BTC%0d%0aX: y', 400],
    ['-', 400],
    ['x'.repeat(257), 400],
    ['x'.repeat(600), 414],
    ['__proto__', 400],
    ['constructor', 404],
    ['hl-', 404],
    ['hl-NOTHING', 404],
    ['pm-nothing', 404],
  ];
  for (const [asset, status] of rows) {
    for (const path of ['/api/asset/', '/api/book/']) {
      const response = await app.inject(`${path}${asset}`);
      assert.equal(response.statusCode, status, `${path}${asset} ${response.body}`);
      assert.equal(response.json().ok, false);
    }
  }
});

test('a path that exists answers 405 with Allow to other methods, one that does not 404', async (t) => {
  const { app } = await startBench(t);
  // QUERY is younger than the type that lists the methods.
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY' as 'GET'] as const) {
    const response = await app.inject({ method, url: '/api/book/hl-BTC' });
    assert.deepEqual([response.statusCode, response.json().error], [405, 'method_not_allowed'], method);
    assert.equal(response.headers.allow, 'GET, HEAD, OPTIONS');
  }
  const wrongWay = await app.inject('/api/alerts/stale/snapshot');
  assert.deepEqual([wrongWay.statusCode, wrongWay.headers.allow], [405, 'POST, OPTIONS']);
  for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
    const response = await app.inject({ method, url: '/api/nothing' });
    assert.deepEqual([response.statusCode, response.json().error], [404, 'not_found'], method);
  }
});

test('HEAD answers as GET does, without a body', async (t) => {
  const { app, history } = await startBench(t);
  await record(history, BTC, 3);
  for (const url of [HISTORY, `${HISTORY}/csv`, '/api/book/hl-BTC', '/api/health', '/api', '/metrics']) {
    const head = await app.inject({ method: 'HEAD', url });
    const get = await app.inject(url);
    assert.equal(head.statusCode, 200, url);
    assert.equal(head.body, '', url);
    if (url !== '/metrics') assert.equal(head.headers['content-length'], get.headers['content-length'], url);
    assert.equal(head.headers['content-type'], get.headers['content-type'], url);
  }
});

test('preflights of public paths are allowed for all origins', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({
    method: 'OPTIONS',
    url: '/api/feed',
    headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' },
  });
  assert.equal(response.statusCode, 204);
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.match(
    String(response.headers['access-control-allow-headers']),
    /authorization, x-api-key, content-type/,
  );
  assert.equal(response.headers['access-control-max-age'], '600');
  assert.equal(response.headers['access-control-allow-credentials'], undefined);
});

test('every answer, good or bad, carries a request id, the security headers and CORS', async (t) => {
  const { app } = await startBench(t);
  const urls = [
    '/api/feed',
    '/api/feed',
    '/api/health',
    '/api/nothing',
    '/api/feed?top=0',
    '/docs',
    '/',
    '/metrics',
  ];
  for (const url of urls) {
    const { headers } = await app.inject(url);
    assert.match(String(headers['x-request-id']), /^[\w-]{8,64}$/, url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['referrer-policy'], 'no-referrer', url);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', url);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/, url);
    assert.equal(headers['access-control-allow-origin'], '*', url);
    assert.match(String(headers['access-control-expose-headers']), /x-request-id/, url);
    assert.equal(headers.server, undefined);
    assert.equal(headers['x-powered-by'], undefined);
  }
});

test('a sane request id of the caller is repeated in header and body', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'caller-0001' } });
  assert.equal(response.headers['x-request-id'], 'caller-0001');
  assert.equal(response.json().requestId, 'caller-0001');
});

test('a body with a wrong content type, size or syntax is refused in our shape', async (t) => {
  const { app } = await startBench(t);
  const post = (payload: string, type: string) =>
    app.inject({
      method: 'POST',
      url: '/api/alerts/stale/snapshot',
      payload,
      headers: { 'content-type': type },
    });
  const rows: [payload: string, type: string, status: number, code: string][] = [
    ['x', 'application/xml', 415, 'unsupported_media_type'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
    ['{', 'application/json', 400, 'validation_failed'],
    ['{"__proto__":{"a":1}}', 'application/json', 400, 'validation_failed'],
    [`${'['.repeat(17)}${']'.repeat(17)}`, 'application/json', 400, 'validation_failed'],
    [`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, 'application/json', 400, 'validation_failed'],
    [JSON.stringify('x'.repeat(17_000)), 'application/json', 413, 'payload_too_large'],
  ];
  for (const [payload, type, status, code] of rows) {
    const response = await post(payload, type);
    assert.deepEqual([response.statusCode, response.json().error], [status, code], type);
    assert.deepEqual(Object.keys(response.json()), ['ok', 'error', 'message', 'requestId']);
  }
});

test('a body may be sixteen deep, and brackets in text do not count', async (t) => {
  const { app } = await startBench(t);
  const nested = `${'['.repeat(15)}"${'['.repeat(40)}\\"["${']'.repeat(15)}`;
  const response = await app.inject({
    method: 'POST',
    url: '/api/m2m/batch',
    payload: `{"assets":["hl-BTC"],"more":${nested}}`,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(response.statusCode, 200, response.body);
});

test('failures of what programs read state the version, others do not', async (t) => {
  const { app } = await startBench(t);
  const rows: [method: 'GET' | 'POST', url: string, status: number][] = [
    ['GET', '/api/m2m/hl-NOPE/quote', 404],
    ['GET', '/api/m2m/hl-NOPE/bundle', 404],
    ['GET', '/api/m2m/index?limit=0', 400],
    ['POST', '/api/m2m/batch', 400],
    ['POST', '/api/m2m/index', 405],
    ['GET', '/api/m2m/nothing/at/all', 404],
  ];
  for (const [method, url, status] of rows) {
    const response = await app.inject({ method, url });
    assert.equal(response.statusCode, status, url);
    assert.equal(response.json().apiVersion, 'v1', url);
  }
  assert.equal('apiVersion' in (await app.inject('/api/feed?top=0')).json(), false);
});

test('a failure of this service is 500 without details', async (t) => {
  const { app } = await startBench(t, {
    books: {
      book: async () => {
        throw new Error('the password is hunter2');
      },
    },
  });
  const response = await app.inject('/api/book/hl-BTC');
  assert.equal(response.statusCode, 500);
  assert.equal(response.json().error, 'internal');
  assert.doesNotMatch(response.body, /hunter2/);
});
