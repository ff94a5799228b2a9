import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { buildPerpAsset, epochMs, VENUES } from '../../src/domain/index.ts';
import { probeUpstreams } from '../../src/health/upstream-probe.ts';
import { binary, HIGH, NOW, perp } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';
import { TAPE_STATUS } from '../support/tape-status.ts';

test('health states the uptime and who listens', async (t) => {
  const pulse = {
    assetsPolling: 1,
    totalSubscribers: 2,
    perAsset: { 'hl-BTC': { subscribers: 2, lastPulseMs: null, upstreamCalls: 7 } },
  };
  const { app } = await startBench(t, { pulses: () => pulse });
  const response = await app.inject('/api/health');
  const alone = { role: 'all', leader: null, outboxRows: null, shipLagMs: null, processes: null };
  assert.deepEqual(response.json(), { ok: true, uptimeMs: 3_600_000, pulse, ...alone });
  assert.equal(response.headers['cache-control'], 'no-store');
});

test('feed health is 200 while OK or WARN', async (t) => {
  const { app, feed, pass } = await startBench(t);
  const answer = (await app.inject('/api/feed/health')).json();
  assert.equal(answer.verdict, 'OK');
  assert.equal(answer.generatedAt, '2026-11-21T12:00:00.000Z');
  assert.deepEqual(answer.health.kalshi, {
    lastFetchedAt: NOW - 2_000,
    ageMs: 2_000,
    okCount: 10,
    failCount: 0,
    lastError: null,
    pollIntervalMs: 5_000,
    effectiveIntervalMs: 5_000,
    hasSnapshot: true,
    schemaFailures: 0,
    refusedValues: 0,
    lastSchemaFailure: null,
    refused: [],
    blocked: false,
    budgetUsedFrac: 0.1,
    stream: null,
  });
  feed.snapshots.delete('kalshi');
  pass(5_000);
  const warned = await app.inject('/api/feed/health');
  assert.deepEqual([warned.statusCode, warned.json().verdict], [200, 'WARN']);
});

test('feed health is 503 with all its members when DOWN, and is not cached', async (t) => {
  const { app, feed } = await startBench(t);
  for (const venue of VENUES) feed.pollers.set(venue, { running: false });
  const response = await app.inject('/api/feed/health');
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['cache-control'], 'no-store');
  const { ok, error, verdict, venues, health } = response.json();
  assert.deepEqual([ok, error, verdict, venues.kalshi], [false, 'feed_down', 'DOWN', 'OK']);
  assert.equal(health.pollersRunning, false);
  for (const venue of VENUES) feed.pollers.set(venue, { running: true });
  assert.equal((await app.inject('/api/feed/health')).statusCode, 200);
});

test('the snapshotter answers 503 when the file is missing or too old', async (t) => {
  const stats = (ageMs: number | null) => () => ({
    exists: ageMs !== null,
    sizeBytes: null,
    lastTs: ageMs === null ? null : epochMs(NOW - ageMs),
    ageMs,
    count24h: 0,
  });
  const rows: [ageMs: number | null, status: number, verdict: string][] = [
    [60_000, 200, 'OK'],
    [11 * 60_000, 200, 'WARN'],
    [31 * 60_000, 503, 'DOWN'],
    [null, 503, 'DOWN'],
  ];
  for (const [ageMs, status, verdict] of rows) {
    const { app } = await startBench(t, { snapshots: { stats: stats(ageMs) } });
    const response = await app.inject('/api/health/snapshotter');
    assert.deepEqual([response.statusCode, response.json().verdict], [status, verdict]);
    assert.deepEqual(response.json().thresholds, { warnAfterMs: 600_000, downAfterMs: 1_800_000 });
    assert.equal(response.json().stats.ageMs, ageMs);
  }
});

test('anomalies are alertable when critical and past the warm-up', async (t) => {
  const { app, feed, pass } = await startBench(t);
  const find = async () => {
    pass(5_000);
    const { verdict, warming, alertable, counts } = (await app.inject('/api/health/anomalies')).json();
    return [verdict, warming, alertable, counts.critical, counts.warning];
  };
  assert.deepEqual(await find(), ['ok', false, false, 0, 0]);
  feed.set('kalshi', [binary(HIGH)], epochMs(NOW - 121_000));
  assert.deepEqual(await find(), ['degraded', false, false, 0, 1]);
  feed.snapshots.delete('polymarket');
  assert.deepEqual(await find(), ['critical', false, true, 1, 1]);
});

test('a service that has just started is warming and not alertable', async (t) => {
  const { app, feed } = await startBench(t, { clock: () => epochMs(NOW - 3_600_000 + 89_999) });
  feed.snapshots.clear();
  const { verdict, warming, alertable } = (await app.inject('/api/health/anomalies')).json();
  assert.deepEqual([verdict, warming, alertable], ['critical', true, false]);
});

test('low disk is an anomaly of the whole service', async (t) => {
  const { app } = await startBench(t, { readDiskSpace: async () => ({ freeBytes: 1_000, totalBytes: 1e9 }) });
  const { anomalies } = (await app.inject('/api/health/anomalies')).json();
  assert.equal(anomalies.length, 1);
  assert.deepEqual(
    [anomalies[0].code, anomalies[0].severity, anomalies[0].venue],
    ['disk_low', 'critical', null],
  );
  const metrics = (await app.inject('/metrics')).body;
  assert.match(metrics, /^crosstape_disk_free_bytes 1000$/m);
  assert.match(metrics, /^crosstape_disk_total_bytes 1000000000$/m);
  const unread = await startBench(t, { readDiskSpace: async () => null });
  assert.doesNotMatch((await unread.app.inject('/metrics')).body, /^crosstape_disk_\w+ /m);
});

test('what is recorded of books and trades is in health, anomalies and metrics', async (t) => {
  const { app } = await startBench(t, { tapeStatus: { read: async () => TAPE_STATUS } });
  const { tape } = (await app.inject('/api/feed/health')).json();
  const { changes: _, anomalies: __, venues, ...all } = TAPE_STATUS;
  const { buys: ___, sells: ____, ...ofVenue } = venues.polymarket ?? assert.fail();
  assert.deepEqual(tape, { ...all, venues: { polymarket: ofVenue } });
  const { anomalies } = (await app.inject('/api/health/anomalies')).json();
  assert.ok(
    anomalies.some(({ code, count }: Record<string, unknown>) => code === 'book_broken' && count === 1),
  );
  const metrics = (await app.inject('/metrics')).body;
  for (const line of [
    'crosstape_tape_books{venue="polymarket",class="every_change"} 2',
    'crosstape_tape_books{venue="polymarket",class="sampled"} 1',
    'crosstape_tape_breaks_total{venue="polymarket",reason="connection"} 2',
    'crosstape_tape_trades_total{venue="polymarket",side="buy"} 7',
    'crosstape_tape_changes_total 1000',
    'crosstape_tape_bytes_today 4000',
    'crosstape_tape_waiting 9',
    'crosstape_tape_not_recorded 2',
  ])
    assert.ok(metrics.includes(`${line}\n`), line);
});

test('a service that records neither books nor trades has no tape', async (t) => {
  const { app } = await startBench(t);
  assert.equal((await app.inject('/api/feed/health')).json().tape, null);
});

test('endpoint probes call every readable endpoint but themselves', async (t) => {
  const { app, feed } = await startBench(t);
  // Examples of parameters name these two.
  feed.set('hyperliquid', [perp(), perp(buildPerpAsset('ETH'))]);
  const { summary, probes } = (await app.inject('/api/health/endpoints')).json();
  const probed = probes.map(({ endpoint }: { endpoint: string }) => endpoint);
  for (const path of ['/api', '/api/feed', '/api/history/{venue}/{asset}', '/api/alerts/stale.csv']) {
    assert.ok(probed.includes(path), path);
  }
  for (const path of [
    '/api/health/endpoints',
    '/api/health/upstream',
    '/api/alerts/stale/snapshot',
    '/metrics',
  ]) {
    assert.equal(probed.includes(path), false, path);
  }
  assert.deepEqual([summary.healthy, summary.total, summary.verdict], [probes.length, probes.length, 'OK']);
  for (const probe of probes) {
    assert.deepEqual([probe.status, probe.statusCode, probe.error], ['healthy', 200, null], probe.sampleUrl);
  }
});

test('an endpoint that fails is errored, one that reports failure of others degraded', async (t) => {
  const { app, books } = await startBench(t, {
    markets: {
      readCandles: async () => {
        throw new Error('an error of this service');
      },
      readFunding: async () => [],
    },
  });
  books.clear();
  const { summary, probes } = (await app.inject('/api/health/endpoints')).json();
  const findProbe = (endpoint: string) =>
    probes.find((probe: { endpoint: string }) => probe.endpoint === endpoint);
  assert.deepEqual(
    [findProbe('/api/asset/{asset}').status, findProbe('/api/asset/{asset}').error],
    ['errored', 'internal'],
  );
  assert.deepEqual(
    [findProbe('/api/book/{asset}').status, findProbe('/api/book/{asset}').error],
    ['degraded', 'upstream_unavailable'],
  );
  assert.ok(summary.errored >= 1 && summary.degraded >= 1);
  assert.equal(summary.verdict, 'WARN');
});

test('upstreams are probed once in 30 s however often they are read', async (t) => {
  let probes = 0;
  const upstream = createServer((_request, response) => {
    probes++;
    response.end('{}');
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
  t.after(() => upstream.close());
  const { port } = upstream.address() as AddressInfo;
  const probe = {
    upstream: 'kalshi',
    venue: 'kalshi',
    url: `http://127.0.0.1:${port}/exchange/status`,
    method: 'GET',
    body: null,
    headers: {},
  } as const;
  const { app, pass, feed } = await startBench(t, {
    probeUpstreams: () => probeUpstreams([{ probes: [probe] }], Date.now),
  });
  const read = async () => (await app.inject('/api/health/upstream')).json();
  const [first] = await Promise.all([read(), read(), read()]);
  pass(29_999);
  await read();
  assert.equal(probes, 1);
  pass(1);
  await read();
  assert.equal(probes, 2);
  assert.deepEqual(first.scope, { venues: feed.venues });
  assert.deepEqual(
    [first.probes[0].upstream, first.probes[0].status, first.probes[0].reason],
    ['kalshi', 'healthy', null],
  );
  assert.deepEqual([first.summary.healthy, first.summary.verdict], [1, 'OK']);
});

test('metrics are Prometheus text, and absent when switched off', async (t) => {
  const { app } = await startBench(t);
  const response = await app.inject('/metrics');
  assert.match(String(response.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(response.body, /^crosstape_feed_age_seconds\{venue="kalshi"\} 2$/m);
  assert.match(response.body, /^crosstape_feed_markets\{venue="kalshi",state="listed"\} 1$/m);
  assert.match(response.body, /^crosstape_http_cache_hits_total 0$/m);
  const { app: missing, feed, pass } = await startBench(t);
  feed.snapshots.delete('kalshi');
  pass(130_000);
  const { body } = await missing.inject('/metrics');
  const age = /^crosstape_feed_age_seconds\{venue="kalshi"\} (\S+)$/m.exec(body)?.[1];
  assert.ok(Number(age) > 130, `a venue that never answered has the age of the process, not ${age}`);
  const { app: without } = await startBench(t, { settings: { metrics: false } });
  assert.equal((await without.inject('/metrics')).statusCode, 404);
});
