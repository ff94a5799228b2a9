import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { startSimulator } from '../../simulator/index.ts';
import { type App, startApp } from '../../src/app/assemble.ts';
import { toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { ASSET_KINDS, VENUES } from '../../src/domain/index.ts';
import type { IndexEntry } from '../../src/m2m/asset-index.ts';
import { SseClient } from '../support/live-streams.ts';
import { placeSettings, removePlace } from '../support/service-data.ts';

async function startSimulated(t: TestContext): Promise<App> {
  const simulator = await startSimulator({ port: 0, seed: 11, markets: 80 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-m2m-'));
  const config = readConfig(
    {},
    {
      ...toSimulatedVenues(simulator.urls),
      dataDir,
      server: { port: 0, botPort: 0 },
      references: { relays: 'off' },
    },
  );
  const secrets = readSecrets(await placeSettings(dataDir));
  const app = await startApp({ config, secrets, log: pino({ level: 'silent' }) });
  t.after(async () => {
    await app.stop();
    await simulator.close();
    await removePlace(dataDir);
  });
  await new Promise<void>((resolve) => {
    const check = () => {
      if (VENUES.some((venue) => app.feed.snapshot(venue) === null)) return;
      stop();
      resolve();
    };
    const stop = app.feed.onSnapshot(check);
    check();
  });
  return app;
}

function nextSnapshot({ feed }: App): Promise<void> {
  return new Promise((resolve) => {
    const stop = feed.onSnapshot(() => {
      stop();
      resolve();
    });
  });
}

test('a program’s day over the simulated venues', { timeout: 120_000 }, async (t) => {
  const app = await startSimulated(t);
  const get = async (url: string) => JSON.parse(await (await fetch(app.apiUrl + url)).text());
  const index = await get('/api/m2m/index');
  const oneOfEach = ASSET_KINDS.map((kind) => {
    const entry = index.entries.find(
      (candidate: IndexEntry) => candidate.kind === kind && candidate.lastPrice !== null,
    );
    assert.notEqual(entry, undefined, `the index lists a ${kind} with a price`);
    return entry as IndexEntry;
  });

  await t.test('the index counts what it lists', () => {
    assert.equal(index.summary.total, index.entries.length);
    assert.equal(index.summary.freshCount, index.summary.total);
    const counted = VENUES.reduce((sum, venue) => sum + index.summary.byVenue[venue], 0);
    assert.equal(counted, index.summary.total);
  });

  await t.test('every kind has a quote and a bundle that agree with the index', async () => {
    for (const { asset, kind, venue } of oneOfEach) {
      const [quote, bundle] = [await get(`/api/m2m/${asset}/quote`), await get(`/api/m2m/${asset}/bundle`)];
      assert.deepEqual([quote.asset, quote.venue, bundle.asset, bundle.kind], [asset, venue, asset, kind]);
      assert.equal(quote.freshness.isStale, false);
      assert.match(quote.venueNativeUrl, /^https:\/\//);
      assert.equal(bundle.tradeHint.venueNativeUrl, quote.venueNativeUrl);
      assert.equal(bundle.price.unit, kind === 'hl-perp' ? 'usd' : 'probability');
      assert.ok(bundle.price.last > 0);
      assert.ok(
        bundle.price.bid === null || bundle.price.ask === null || bundle.price.bid <= bundle.price.ask,
      );
      assert.equal(bundle.horizon === null, kind === 'hl-perp');
    }
  });

  await t.test('binaries that several venues list have a consensus near their price', async () => {
    let linked: IndexEntry[] = [];
    for (let tries = 0; linked.length === 0 && tries < 5; tries++) {
      // The links follow the feed in the background. Another limit is another answer of the cache.
      const { entries } = await get(`/api/m2m/index?kind=binary&limit=${1_000 + tries}`);
      linked = entries.filter(({ fairPrice }: IndexEntry) => fairPrice !== null);
      if (linked.length === 0) await nextSnapshot(app);
    }
    assert.ok(linked.length >= 2, 'markets of the same question are linked');
    for (const { fairPrice, asset } of linked) {
      assert.ok(fairPrice !== null && fairPrice > 0 && fairPrice < 1, asset);
    }
  });

  await t.test('a batch of every kind answers in order', async () => {
    const assets = oneOfEach.map(({ asset }) => asset);
    const response = await fetch(`${app.apiUrl}/api/m2m/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assets }),
    });
    const { bundles } = (await response.json()) as { bundles: { ok: boolean; asset: string }[] };
    assert.deepEqual(
      bundles.map(({ ok, asset }) => [ok, asset]),
      assets.map((asset) => [true, asset]),
    );
  });

  await t.test('the streams of a perpetual move with the venue', async () => {
    const [perp] = oneOfEach;
    const stream = await SseClient.open(`${app.apiUrl}/api/asset/${perp?.asset}/stream`, {});
    const flow = await SseClient.open(`${app.apiUrl}/api/asset/${perp?.asset}/stream-flow`, {});
    const signal = await SseClient.open(`${app.apiUrl}/api/m2m/${perp?.asset}/stream-signal`, {});
    const [first, second] = [await stream.event(), await stream.event()];
    assert.notEqual(first.id, second.id);
    assert.ok(second.data.receivedAt <= second.data.sentAt);
    assert.ok(['buy', 'sell', 'unclassified'].includes((await flow.event()).data.side));
    const [init, pulse] = [await signal.event(), await signal.event()];
    assert.deepEqual([init.data.cause, pulse.data.cause], ['init', 'pulse']);
    const { pulse: pulseStats } = await get('/api/health');
    assert.equal(pulseStats.perAsset[perp?.asset ?? ''].subscribers, 3);
    for (const client of [stream, flow, signal]) client.close();
  });
});
