import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { UpstreamProbe } from '../venues/venue-adapter.ts';
import { probeUpstream } from './upstream-probe.ts';

function buildProbe(port: number, pathname: string): UpstreamProbe {
  return {
    upstream: 'kalshi',
    venue: 'kalshi',
    url: `http://127.0.0.1:${port}${pathname}?key=secret`,
    method: 'GET',
    body: null,
    headers: {},
  };
}

test('a probe distinguishes healthy, blocked, limited, redirected and broken upstreams apart', async (t) => {
  const server = createServer((request, response) => {
    const status = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1]);
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1/elsewhere' } : {}).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;

  const rows: [pathname: string, status: string, reason: string | null, statusCode: number | null][] = [
    ['/200', 'healthy', null, 200],
    ['/403', 'errored', 'blocked', 403],
    ['/451', 'errored', 'blocked', 451],
    ['/429', 'degraded', 'rate_limited', 429],
    ['/500', 'errored', 'down', 500],
    ['/302', 'errored', 'down', null],
  ];
  for (const [pathname, status, reason, statusCode] of rows) {
    const result = await probeUpstream(buildProbe(port, pathname), () => 0);
    assert.deepEqual(
      [result.status, result.reason, result.statusCode],
      [status, reason, statusCode],
      pathname,
    );
  }
});

test('an upstream that cannot be reached is down, and its address is shown without path and query', async (t) => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  server.close();
  t.diagnostic(`nothing listens on ${port}`);

  const result = await probeUpstream(buildProbe(port, '/private'), () => 0);
  assert.deepEqual([result.status, result.reason], ['errored', 'down']);
  assert.match(result.error ?? '', /ECONNREFUSED/);
  assert.equal(result.probedUrl, `http://127.0.0.1:${port}`);
  assert.equal(result.lastChecked, '1970-01-01T00:00:00.000Z');
});
