import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { CallBudget, NO_LIMITS } from './call-budget.ts';
import { VenueHttp } from './venue-http.ts';

const NOW = epochMs(Date.UTC(2026, 10, 22, 12));

async function serve(
  t: TestContext,
  listener: RequestListener,
  timeoutMs = 5_000,
  budget?: CallBudget,
): Promise<VenueHttp> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return new VenueHttp({
    baseUrl: `http://127.0.0.1:${port}/base`,
    userAgent: 'test',
    clock: () => NOW,
    timeoutMs,
    ...(budget === undefined ? {} : { budget }),
  });
}

const CALL = { purpose: 'check', account: null } as const;
const get = (http: VenueHttp, path = '/x') =>
  http.request({ method: 'GET', path, call: CALL, signal: new AbortController().signal });

test('an answer is given as it came, regardless of its status', async (t) => {
  const http = await serve(t, (request, response) => {
    response.writeHead(409, { 'retry-after': '3' });
    response.end(JSON.stringify({ url: request.url, agent: request.headers['user-agent'] }));
  });
  const result = await get(http, '/orders?x=1');
  assert.equal(result.kind, 'answer');
  assert.deepEqual(result.kind === 'answer' && [result.status, result.json, result.retryAfterMs], [
    409,
    { url: '/base/orders?x=1', agent: 'test' },
    3_000,
  ]);
});

test('a refused connection proves that nothing was sent', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const http = new VenueHttp({ baseUrl: `http://127.0.0.1:${port}`, userAgent: 'test', clock: () => NOW });
  assert.equal((await get(http)).kind, 'unreached');
});

test('a connection that breaks and an answer that never comes leave open what happened', async (t) => {
  const broken = await serve(t, (request) => request.socket.destroy());
  assert.equal((await get(broken)).kind, 'lost');
  const silent = await serve(t, () => undefined, 50);
  assert.deepEqual(await get(silent), { kind: 'lost', message: 'no answer in time' });
});

test('nothing is sent twice, and no redirect is followed', async (t) => {
  let requests = 0;
  const http = await serve(t, (_request, response) => {
    requests++;
    response.writeHead(requests === 1 ? 307 : 500, { location: '/elsewhere' }).end();
  });
  const moved = await get(http);
  assert.equal(moved.kind === 'answer' && moved.status, 307);
  await get(http);
  assert.equal(requests, 2);
});

test('an answer that is too large is no answer', async (t) => {
  const http = await serve(t, (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024, 97)));
  assert.equal((await get(http)).kind, 'lost');
});

test('the time that headers are signed with is the venue’s', async (t) => {
  const ahead = 90_000;
  const http = await serve(t, (_request, response) => {
    response.setHeader('date', new Date(NOW + ahead).toUTCString());
    response.end('{}');
  });
  assert.equal(http.now(), NOW);
  const errors = [await get(http), await get(http), await get(http)].map(
    (result) => result.kind === 'answer' && result.clockErrorMs,
  );
  // Two answers that agree are believed. The third proves no error: whole seconds explain the rest.
  assert.deepEqual(errors, [ahead, ahead, 0]);
  let signedAt = 0;
  await http.request({
    method: 'GET',
    path: '/',
    call: CALL,
    headers: (now) => {
      signedAt = now;
      return {};
    },
    signal: new AbortController().signal,
  });
  assert.equal(signedAt, NOW + ahead + 500);
});

test('403 without a readable reason means that the whole address is blocked', async (t) => {
  let body = '<html>';
  const http = await serve(t, (_request, response) => response.writeHead(403).end(body));
  await get(http);
  assert.equal(http.blocked, true);
  body = '{"error":{"code":"insufficient_scope"}}';
  await get(http);
  assert.equal(http.blocked, false);
});

test('time that passed in the wait for room in the limits is no fault of the venue', async (t) => {
  const budget = new CallBudget('kalshi', { ...NO_LIMITS, maxConcurrentUnnamed: 1 });
  let requests = 0;
  const http = await serve(t, () => requests++, 5_000, budget);
  const end = budget.begin(CALL);
  const caller = new AbortController();
  const waiting = http.request({ method: 'GET', path: '/x', call: CALL, signal: caller.signal });
  caller.abort();
  end();
  const result = await waiting;
  assert.equal(result.kind === 'held_back' && result.retryAfterMs, 1_000);
  assert.equal(requests, 0);
});
