import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Type } from 'typebox';
import { microUsd } from '../../src/domain/index.ts';
import { ApiError } from '../../src/http/responses/errors.ts';
import type { Route, RouteSet } from '../../src/http/routing/registration.ts';
import { strictBody } from '../../src/http/schemas/bodies.ts';
import { text } from '../../src/http/schemas/schema.ts';
import { startLive, turn } from '../support/live-streams.ts';
import { startBench } from '../support/service-bench.ts';
import { PRO, TestGate } from '../support/test-gate.ts';

const HISTORY = '/api/history/hyperliquid/perp-btc';

const json = (...routes: Route[]): RouteSet => ({ bodies: 'json', routes });

test('a request passes authenticate, admit, parameters, handler and settle, in this order', async (t) => {
  const gate = new TestGate();
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  const answers = [
    await app.inject(HISTORY),
    await app.inject(`${HISTORY}?limit=0`),
    await app.inject('/api/history/hyperliquid/hl-NOPE'),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 400, 404],
  );
  const route = 'authenticate /api/history/:venue/:asset';
  assert.deepEqual(gate.steps, [
    route,
    'admit key',
    'settle 200',
    route,
    'admit key',
    'settle 400',
    route,
    'admit key',
    'settle 404',
  ]);
  assert.ok(gate.outcomes.every(({ isComplete }) => isComplete));
});

test('what the gate refuses is read no further, and carries the fields that the gate gives', async (t) => {
  const gate = new TestGate();
  gate.check = () => {
    throw new ApiError('rate_limited', 'used up', { headers: { 'retry-after': '7', 'x-api-tier': 'pro' } });
  };
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  const response = await app.inject(`${HISTORY}?limit=0`);
  assert.deepEqual([response.statusCode, response.json().error], [429, 'rate_limited']);
  assert.deepEqual([response.headers['retry-after'], response.headers['x-api-tier']], ['7', 'pro']);
  assert.deepEqual(gate.steps, ['authenticate /api/history/:venue/:asset']);
});

test('fields of an admission stand on every answer, also on failures', async (t) => {
  const gate = new TestGate();
  gate.admission = { headers: { 'x-ratelimit-remaining': '599' } };
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  for (const url of ['/api/history/kalshi/nothing', `${HISTORY}?limit=x`]) {
    assert.equal((await app.inject(url)).headers['x-ratelimit-remaining'], '599', url);
  }
});

test('open routes never meet the gate, and without paid gating premium ones do not either', async (t) => {
  const gate = new TestGate();
  const { app } = await startBench(t, { gate });
  for (const url of ['/api/feed', HISTORY, '/api/m2m/hl-BTC/bundle']) await app.inject(url);
  assert.deepEqual(gate.steps, []);
});

test('the gate knows whose data a request reads before any parameter is checked', async (t) => {
  const gate = new TestGate();
  const { app } = await startBench(t, { settings: { paidGating: true }, gate });
  const rows: [url: string, venues: string | null][] = [
    [HISTORY, 'hyperliquid'],
    ['/api/history/nowhere/x', null],
    ['/api/history/kalshi/x/csv', 'kalshi'],
    ['/api/m2m/pm-unheard-of/bundle', 'polymarket'],
    ['/api/m2m/nonsense/bundle', null],
  ];
  for (const [url, venues] of rows) {
    await app.inject(url);
    assert.equal(gate.calls.at(-1)?.venues, venues, url);
  }
});

test('handlers read who calls', async (t) => {
  const gate = new TestGate();
  const whoAmI: Route = (app) => {
    app.get('/api/who', { config: { access: 'key', cacheSeconds: 0 } }, async (request) => ({
      principal: request.requestContext.principal,
    }));
  };
  const { app } = await startBench(t, { gate, sets: [json(whoAmI)] });
  const response = await app.inject('/api/who');
  assert.deepEqual(response.json().principal, PRO);
  assert.equal(response.headers['cache-control'], 'no-store');
});

test('a route for keys or the operator cannot be cached: its answer is for one caller', async (t) => {
  for (const access of ['key', 'admin'] as const) {
    const cached: Route = (app) => {
      app.get('/api/mine', { config: { access, cacheSeconds: 5 } }, async () => ({}));
    };
    await assert.rejects(startBench(t, { gate: new TestGate(), sets: [json(cached)] }), /cacheSeconds 0/);
  }
});

test('routes of the operator and of webhooks are closed to pages of other origins', async (t) => {
  const sets: RouteSet[] = [];
  for (const access of ['admin', 'webhook'] as const) {
    sets.push(
      json((app) => {
        app.post(`/api/${access}/x`, { config: { access, cacheSeconds: 0 } }, async () => ({ ok: true }));
      }),
    );
  }
  const gate = new TestGate();
  const { app } = await startBench(t, { gate, sets });
  for (const url of ['/api/admin/x', '/api/webhook/x']) {
    for (const method of ['POST', 'OPTIONS'] as const) {
      const { headers, statusCode } = await app.inject({ method, url });
      assert.equal(statusCode, method === 'POST' ? 200 : 204);
      assert.equal(headers['access-control-allow-origin'], undefined, `${method} ${url}`);
      assert.equal(headers['cache-control'], 'no-store');
    }
  }
  gate.check = () => {
    throw new ApiError('admin_unauthorized', 'no');
  };
  const refused = await app.inject({ method: 'POST', url: '/api/admin/x' });
  assert.deepEqual([refused.statusCode, refused.headers['access-control-allow-origin']], [401, undefined]);
});

test('a raw route gets the bytes as they came, of any type, up to its limit', async (t) => {
  const bodies: unknown[] = [];
  const hook: Route = (app) => {
    app.post('/api/hook', { config: { access: 'webhook', cacheSeconds: 0 } }, async ({ body }) => {
      bodies.push(body);
      return { ok: true };
    });
  };
  const { app } = await startBench(t, { gate: new TestGate(), sets: [{ bodies: 'raw', routes: [hook] }] });
  const sent = Buffer.from('{ "a" : 1.0,\xff }', 'latin1');
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-odd', undefined]) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const response = await app.inject({ method: 'POST', url: '/api/hook', payload: sent, headers });
    assert.equal(response.statusCode, 200, type);
    assert.deepEqual(bodies.pop(), sent, type);
  }
  const post = (size: number) =>
    app.inject({
      method: 'POST',
      url: '/api/hook',
      payload: Buffer.alloc(size),
      headers: { 'content-type': 'a/b' },
    });
  assert.equal((await post(256 * 1024)).statusCode, 200);
  assert.equal((await post(256 * 1024 + 1)).statusCode, 413);
  const others = await app.inject({
    method: 'POST',
    url: '/api/m2m/batch',
    payload: '{"assets":["hl-BTC"]}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(others.statusCode, 200, 'other routes still read JSON');
});

test('a strict body refuses what it does not name, by name, and converts nothing', async (t) => {
  const pay: Route = (app) => {
    const body = strictBody({ owner: text('Owner.', 'ann'), usd: Type.Optional(Type.Number()) });
    app.post('/api/pay', { config: { access: 'admin', cacheSeconds: 0 }, schema: { body } }, async () => ({
      ok: true,
    }));
  };
  const { app } = await startBench(t, { gate: new TestGate(), sets: [json(pay)] });
  const rows: [payload: unknown, parameter: string | null][] = [
    [{ owner: 'ann', usd: 5 }, null],
    [{ owner: 'ann', usd: '5' }, 'usd'],
    [{ owner: 'ann', usd: [7] }, 'usd'],
    [{ owner: 'ann', tier: 'pro' }, 'tier'],
    [{ usd: 1 }, 'owner'],
    [[], 'body'],
    ['ann', 'body'],
  ];
  for (const [payload, parameter] of rows) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/pay',
      payload: JSON.stringify(payload),
      headers: { 'content-type': 'application/json' },
    });
    const what = `${JSON.stringify(payload)} ${response.body}`;
    assert.equal(response.statusCode, parameter === null ? 200 : 400, what);
    if (parameter !== null) assert.equal(response.json().parameter, parameter, what);
  }
});

test('a body of keys or the operator that is not strict stops the start', async (t) => {
  const loose: Route = (app) => {
    const schema = { body: Type.Object({ owner: Type.String() }) };
    app.post('/api/loose', { config: { access: 'key', cacheSeconds: 0 }, schema }, async () => ({}));
  };
  await assert.rejects(startBench(t, { gate: new TestGate(), sets: [json(loose)] }), /strict/);
});

test('a priced stream is charged when nothing else can refuse it, and settles when it ends', async (t) => {
  const gate = new TestGate();
  gate.admission = { price: microUsd(1_000), headers: { 'x-api-tier': 'pro' } };
  const streamLimits = { perAddress: 1, total: 100 };
  const { open, app } = await startLive(t, { settings: { paidGating: true, streamLimits }, gate });
  assert.equal((await app.inject('/api/asset/hl-NOPE/stream')).statusCode, 404);
  assert.equal(gate.steps.includes('charge'), false);
  gate.steps.length = 0;

  const client = await open('/api/asset/hl-BTC/stream');
  assert.equal(client.response.statusCode, 200);
  assert.equal(client.response.headers['x-api-tier'], 'pro');
  assert.deepEqual(gate.steps, ['authenticate /api/asset/:asset/stream', 'admit key', 'charge']);
  const second = await open('/api/asset/hl-BTC/stream');
  assert.equal(second.response.statusCode, 429);
  assert.equal(gate.steps.filter((step) => step === 'charge').length, 1, 'a refused stream costs nothing');
  client.close();
  while (!gate.steps.includes('settle 200')) await turn();
});

test('a stream whose price is not covered does not open, and its place is free again', async (t) => {
  const gate = new TestGate();
  let balance = 0;
  gate.admission = {
    price: microUsd(1_000),
    charge: async () => {
      if (balance === 0) throw new ApiError('insufficient_balance', 'nothing left');
      return async () => undefined;
    },
  };
  const streamLimits = { perAddress: 1, total: 1 };
  const { open } = await startLive(t, { settings: { paidGating: true, streamLimits }, gate });
  for (let round = 0; round < 3; round++) {
    assert.equal((await open('/api/asset/hl-BTC/stream')).response.statusCode, 402);
  }
  assert.deepEqual(
    gate.outcomes.map(({ status }) => status),
    [402, 402, 402],
  );
  balance = 1;
  assert.equal((await open('/api/asset/hl-BTC/stream')).response.statusCode, 200);
});

test('only the stream of prices has a price', async (t) => {
  const gate = new TestGate();
  gate.admission = { price: microUsd(0) };
  const { open } = await startLive(t, { settings: { paidGating: true }, gate });
  for (const path of ['/api/asset/hl-BTC/stream-flow', '/api/m2m/hl-BTC/stream-signal']) {
    assert.equal((await open(path)).response.statusCode, 200);
    assert.equal(gate.calls.at(-1)?.facts.price, undefined);
    assert.equal(gate.calls.at(-1)?.facts.isStream, true);
  }
  await open('/api/asset/hl-BTC/stream');
  assert.equal(gate.calls.at(-1)?.facts.price, 'stream');
});

test('a stream ends soon after its key does', async (t) => {
  const gate = new TestGate();
  const { open, pass } = await startLive(t, { settings: { paidGating: true }, gate });
  const client = await open('/api/asset/hl-BTC/stream');
  await pass(5_000);
  gate.isLive = false;
  await pass(5_000);
  await client.ended;
  while (gate.outcomes.length === 0) await turn();
  assert.equal(gate.outcomes.length, 1);
});

test('a caller that leaves before its answer settles too', async (t) => {
  const gate = new TestGate();
  let reached: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const slow: Route = (app) => {
    app.get('/api/slow', { config: { access: 'key', cacheSeconds: 0 } }, () => {
      reached();
      return new Promise(() => undefined);
    });
  };
  const { app } = await startBench(t, { gate, sets: [json(slow)] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const request = get({ port: (app.server.address() as AddressInfo).port, path: '/api/slow' });
  request.on('error', () => undefined);
  await started;
  request.destroy();
  while (gate.outcomes.length === 0) await turn();
  assert.deepEqual(gate.outcomes[0]?.isComplete, false);
});
