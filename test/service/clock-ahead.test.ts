import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startSimulator } from '../../simulator/index.ts';
import { type App, startApp } from '../../src/app/assemble.ts';
import { toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { epochMs, HOUR_MS, VENUES } from '../../src/domain/index.ts';
import { skipShort } from '../support/long-tests.ts';
import { placeSettings, removePlace } from '../support/service-data.ts';

const PATIENCE_MS = 30_000;
const POLL_MS = 250;

interface GapRow {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Waits until every venue has answered so many polls more. */
async function untilPolled({ feed }: App, more: number): Promise<void> {
  const wanted = new Map(feed.venues.map((venue) => [venue, feed.health(venue).okCount + more]));
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const late = feed.venues.filter((venue) => feed.health(venue).okCount < (wanted.get(venue) ?? 0));
    if (late.length === 0) return;
    if (performance.now() > end)
      throw new Error(late.map((venue) => `${venue}: ${feed.health(venue).lastError}`).join('; '));
    await sleep(20);
  }
}

/** A service over simulated venues, whose clock is ahead of theirs by a time that the test changes. */
async function startAhead(t: TestContext, aheadMs: number, streams: boolean) {
  let ahead = aheadMs;
  const clock = () => epochMs(Date.now() + ahead);
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 60 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-ahead-'));
  const config = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
    references: { relays: 'off' },
    feed: {
      streams,
      adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: POLL_MS }])),
    },
  });
  const secrets = readSecrets(await placeSettings(dataDir));
  const app = await startApp({ config, secrets, clock, log: pino({ level: 'silent' }) });
  t.after(async () => {
    await app.stop();
    await simulator.close();
    await removePlace(dataDir);
  });
  return { app, clock, setAhead: (ms: number) => (ahead = ms) };
}

for (const streams of [true, false]) {
  test(`a clock that is an hour ahead at the start leaves nothing newest once it is right, streams ${streams ? 'on' : 'off'}`, {
    timeout: 90_000,
    skip: skipShort,
  }, async (t) => {
    const { app, clock, setAhead } = await startAhead(t, HOUR_MS, streams);
    const get = async (url: string) => JSON.parse(await (await fetch(app.apiUrl + url)).text());
    await untilPolled(app, 2);
    const sample = VENUES.flatMap((venue) => {
      const market = app.feed
        .snapshot(venue)
        ?.markets.find(({ price, ref }) => price !== null && ref.kind !== 'hl-pred');
      return market === undefined ? [] : [market.ref];
    });
    assert.equal(sample.length, VENUES.length);
    // Books that were read while the clock was ahead.
    for (const { asset } of sample) await get(`/api/book/${asset}`);

    setAhead(0);
    const since = clock();
    await sleep(10);
    for (const venue of VENUES) assert.equal(app.feed.isStale(venue), false, venue);
    await untilPolled(app, 3);

    for (const { asset, venue, storeKey } of sample) {
      const { records, coverage } = await get(`/api/history/${venue}/${storeKey}?limit=1`);
      const newest = records[0];
      assert.ok(newest.t >= since && newest.t <= clock(), `${asset} ${newest.t - since}`);
      assert.ok(coverage.recordedToMs <= clock());
      const { gaps } = await get(`/api/history/${venue}/${storeKey}?fromMs=${since}&limit=5`);
      assert.deepEqual(
        // A poll of the busy machine may be late since; what was opened before has ended.
        gaps.filter(
          ({ fromMs, toMs }: GapRow) =>
            (toMs === null || toMs > clock()) && !(fromMs >= since && fromMs <= clock()),
        ),
        [],
        `${asset}: no gap lasts`,
      );
      const quote = await get(`/api/m2m/${asset}/quote?activity=true`);
      const { historyLastEverMs, feedAgeMs } = quote.freshness;
      assert.ok(historyLastEverMs >= since && historyLastEverMs <= clock(), asset);
      assert.ok(feedAgeMs < 5_000);
      const bundle = await get(`/api/m2m/${asset}/bundle`);
      const { historyLastMs } = bundle.freshness;
      assert.ok(
        historyLastMs >= since && historyLastMs <= clock(),
        `${asset} ${historyLastMs - since} ${clock() - since}`,
      );
      const book = await get(`/api/book/${asset}`);
      assert.ok(book.fetchedAt === undefined || book.fetchedAt <= clock(), asset);
    }
    const { sparklines } = await get(`/api/sparklines?assets=${sample.map(({ asset }) => asset).join(',')}`);
    for (const { asset, asOfMs } of sparklines) assert.ok(asOfMs <= clock(), asset);
    const movers = await get('/api/movers?topN=50');
    for (const { asset, asOfMs } of [...movers.gainers, ...movers.losers])
      assert.ok(asOfMs === null || asOfMs <= clock(), asset);
    const { stale, summary } = await get('/api/alerts/stale');
    assert.ok(stale.every(({ lastMs }: { lastMs: number }) => lastMs <= clock()));
    assert.ok(summary.totalAssets > 0);
    const { assets } = await get('/api/history/assets?active=true&limit=5000');
    const active = new Set(assets.map(({ assetId }: { assetId: string }) => assetId));
    for (const { asset } of sample) assert.ok(active.has(asset), `${asset} is active`);
    const { items, anomalies = items } = await get('/api/health/anomalies');
    const codes = anomalies.map(({ code }: { code: string }) => code);
    assert.ok(codes.includes('clock_stepped'), codes.join());
  });
}
