import assert from 'node:assert/strict';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { closeGracefully } from '../../src/http/server/shutdown.ts';
import { binary, ELECTION, NOW } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';
import { TestGate } from '../support/test-gate.ts';

async function listen(app: Awaited<ReturnType<typeof startBench>>['app']): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends bytes and gives back all that comes until the server closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      received += text;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

/** Sends a request and reads nothing of the body. */
function openRequest(port: number, path: string): Promise<{ headers: IncomingHttpHeaders; body: Readable }> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: new Agent({ keepAlive: true }) }, (response) => {
      resolve({ headers: response.headers, body: response });
    }).on('error', reject);
  });
}

async function countBytes(body: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

function parseBody(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

test('requests that are not HTTP are refused in our shape and the connection is closed', async (t) => {
  const { app } = await startBench(t);
  const port = await listen(app);
  await exchange(port, 'GET /api/feed HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const rows: [name: string, bytes: string, status: number, code: string][] = [
    ['garbage', 'hello\r\n\r\n', 400, 'validation_failed'],
    [
      'length and chunks together',
      'POST /api/alerts/stale/snapshot HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'validation_failed',
    ],
    ['no host', 'GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'validation_failed'],
    [
      'no host, where the answer is cached',
      'GET /api/feed HTTP/1.1\r\nconnection: close\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'a header of 20 kB',
      `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ];
  for (const [name, bytes, status, code] of rows) {
    const answer = await exchange(port, bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), name);
    assert.match(answer, /cache-control: no-store/i, name);
    const { ok, error, requestId } = parseBody(answer);
    assert.deepEqual([ok, error], [false, code], name);
    assert.match(answer, new RegExp(`x-request-id: ${requestId}`), name);
  }
});

test('an expectation that is not met, and CONNECT, are refused in our shape', async (t) => {
  const { app } = await startBench(t);
  const port = await listen(app);
  const rows: [bytes: string, status: number, code: string][] = [
    ['GET /api/book/hl-BTC HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n', 417, 'expectation_failed'],
    ['CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n', 404, 'not_found'],
    ['CONNECT /api/book/hl-BTC HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'method_not_allowed'],
  ];
  for (const [bytes, status, code] of rows) {
    const answer = await exchange(port, bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), bytes);
    assert.match(answer, /x-content-type-options: nosniff/i);
    const { ok, error } = parseBody(answer);
    assert.deepEqual([ok, error], [false, code]);
    if (status === 405) assert.match(answer, /\r\nallow: GET, HEAD, OPTIONS\r\n/i);
  }
});

test('a path with a percent sign that encodes nothing is refused in our shape', async (t) => {
  const { app } = await startBench(t);
  const port = await listen(app);
  const answer = await exchange(port, 'GET /api/asset/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.deepEqual(Object.keys(parseBody(answer)), ['ok', 'error', 'message', 'requestId']);
});

test('the limits of the security baseline are set', async (t) => {
  const { app } = await startBench(t);
  assert.equal(app.server.requestTimeout, 30_000);
  assert.equal(app.server.headersTimeout, 15_000);
  assert.equal(app.server.keepAliveTimeout, 72_000);
  assert.equal(app.initialConfig.bodyLimit, 16 * 1024);
});

test('a client that sends its body too slowly gets 408', async (t) => {
  const timeouts = { requestMs: 50, headersMs: 50, connectionCheckMs: 20 };
  const { app } = await startBench(t, { settings: { timeouts } });
  const port = await listen(app);
  const answer = await exchange(
    port,
    'POST /api/alerts/stale/snapshot HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.equal(parseBody(answer).error, 'request_timeout');
});

test('a body that stays away gets one answer and no second, no matter what ended the request', async (t) => {
  const timeouts = { requestMs: 120, headersMs: 100, connectionCheckMs: 20, handlerMs: 20 };
  const { app } = await startBench(t, { settings: { timeouts } });
  const port = await listen(app);
  const rows: [name: string, bytes: number, status: number][] = [
    // The handler's own time is shorter, and must not begin before the body is there.
    ['the body is awaited', 9, 408],
    ['refused before the body', 99_999, 413],
  ];
  const post = 'POST /api/alerts/stale/snapshot HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
  for (const [name, bytes, status] of rows) {
    const head = `${post}\r\ncontent-length: ${bytes}`;
    const received = await exchange(port, `${head}\r\n\r\n{`);
    const answers = [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, found]) => Number(found));
    assert.deepEqual(answers, [status], name);
  }
});

test('hits over a real connection carry every header and keep the connection', async (t) => {
  const { app } = await startBench(t);
  const port = await listen(app);
  const url = `http://127.0.0.1:${port}/api/book/hl-BTC`;
  const bodies = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const response = await fetch(url);
    bodies.add(await response.text());
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
    assert.notEqual(response.headers.get('connection'), 'close');
  }
  assert.equal(bodies.size, 1);
});

test('the address of a caller is taken from a proxy only when that proxy is trusted', async (t) => {
  const addresses: string[] = [];
  const rows: [trustedProxies: string[], seen: string][] = [
    [[], '127.0.0.1'],
    [['127.0.0.0/8'], '203.0.113.9'],
    [['10.0.0.0/8'], '127.0.0.1'],
  ];
  for (const [trustedProxies, seen] of rows) {
    const gate = new TestGate();
    gate.check = ({ ip }) => void addresses.push(ip);
    const { app } = await startBench(t, { settings: { trustedProxies, paidGating: true }, gate });
    await app.inject({
      url: '/api/history/hyperliquid/perp-btc',
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    });
    assert.equal(addresses.at(-1), seen, trustedProxies.join());
  }
});

test('what trusted proxies write is an address or counts as their own', async (t) => {
  const addresses: string[] = [];
  const gate = new TestGate();
  gate.check = ({ ip }) => void addresses.push(ip);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const settings = { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8:9::/48'], paidGating: true };
  const { app } = await startBench(t, { settings, gate, log });
  for (const [header, seen] of [
    ['203.0.113.10:40001', '203.0.113.10'],
    ['203.0.113.10:40002, 10.0.0.7:555', '203.0.113.10'],
    ['203.0.113.10, [2001:db8:9::1]:443', '203.0.113.10'],
    ['[2001:db8::1]:40001', '2001:db8::1'],
    ['"[2001:db8::1]:40001"', '2001:db8::1'],
    ['unknown7', '127.0.0.1'],
    ['203.0.113.10, unknown7', '127.0.0.1'],
    ['unknown7, 10.0.0.7', '10.0.0.7'],
    ['unknown7, 203.0.113.10', '203.0.113.10'],
    ['', '127.0.0.1'],
    [' , ', '127.0.0.1'],
  ] as const) {
    await app.inject({ url: '/api/history/hyperliquid/perp-btc', headers: { 'x-forwarded-for': header } });
    assert.equal(addresses.at(-1), seen, header);
  }
  assert.equal(lines.length, 1, 'one warning');
  assert.match(lines[0]!, /"wrote":"unknown7"/);
});

test('a stopping server ends what is in flight, answers nothing new, and waits no longer than its grace', async (t) => {
  let release: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { app } = await startBench(t, {
    books: {
      book: () =>
        new Promise((resolve) => {
          release = () => resolve({ asset: 'hl-BTC', bids: [], asks: [], venueTime: null, receivedAt: NOW });
          reached();
        }),
    },
  });
  const port = await listen(app);
  const inFlight = fetch(`http://127.0.0.1:${port}/api/book/hl-BTC`);
  await started;
  const stoppedAt = performance.now();
  const closed = closeGracefully(app);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/api/health`));
  release();
  assert.equal((await inFlight).status, 200);
  await closed;
  assert.ok(performance.now() - stoppedAt < 4_000);
});

test('a stopping server sends the answers of slow readers to their end', async (t) => {
  const { app, feed } = await startBench(t);
  // More than the buffers of any socket hold.
  feed.set(
    'polymarket',
    Array.from({ length: 40_000 }, (_, i) => binary({ ...ELECTION, asset: `pm-market-${i}` })),
  );
  const port = await listen(app);
  const readers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { body, headers } = await openRequest(port, '/api/feed');
      return { body, length: Number(headers['content-length']) };
    }),
  );
  assert.ok(readers.every(({ length }) => length > 16_000_000));
  const closed = closeGracefully(app, 60_000);
  // The connections are looked at several times before anybody reads on.
  await delay(100);
  for (const { body, length } of readers) assert.equal(await countBytes(body), length);
  await closed;
});

test('a request that never ends is cut after the grace time', async (t) => {
  let reached: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { app } = await startBench(t, {
    books: {
      book: () => {
        reached();
        return new Promise(() => undefined);
      },
    },
  });
  const port = await listen(app);
  const inFlight = fetch(`http://127.0.0.1:${port}/api/book/hl-BTC`);
  inFlight.catch(() => undefined);
  await started;
  await closeGracefully(app, 20);
  await assert.rejects(inFlight);
});
