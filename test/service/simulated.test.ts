import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { type App, startApp } from '../../src/app/assemble.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { ASSET_KINDS, VENUES } from '../../src/domain/index.ts';
import { placeSettings, removePlace } from '../support/service-data.ts';

const PATIENCE_MS = 60_000;

/** Resolves when every venue has given a snapshot. */
function allVenuesRead({ feed }: App): Promise<void> {
  return new Promise((resolve, reject) => {
    const isDone = () => VENUES.every((venue) => feed.snapshot(venue) !== null);
    const timer = setTimeout(() => {
      const missing = VENUES.filter((venue) => feed.snapshot(venue) === null);
      reject(new Error(missing.map((venue) => `${venue}: ${feed.health(venue).lastError}`).join('; ')));
    }, PATIENCE_MS);
    const stop = feed.onSnapshot(() => {
      if (!isDone()) return;
      clearTimeout(timer);
      stop();
      resolve();
    });
  });
}

async function startSimulated(t: TestContext): Promise<{ app: App; simulator: Simulator }> {
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 120 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-simulated-'));
  const { urls } = simulator;
  const config = readConfig({
    CROSSTAPE_REFERENCES: 'off',
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_DATA_DIR: dataDir,
    CROSSTAPE_HYPERLIQUID_URL: urls.hyperliquid,
    CROSSTAPE_POLYMARKET_GAMMA_URL: urls.polymarketGamma,
    CROSSTAPE_POLYMARKET_CLOB_URL: urls.polymarketClob,
    CROSSTAPE_POLYMARKET_DATA_URL: urls.polymarketData,
    CROSSTAPE_KALSHI_URL: urls.kalshi,
    CROSSTAPE_LIMITLESS_URL: urls.limitless,
    CROSSTAPE_HYPERLIQUID_WS_URL: urls.hyperliquidWs,
    CROSSTAPE_POLYMARKET_WS_URL: urls.polymarketWs,
    CROSSTAPE_KALSHI_WS_URL: urls.kalshiWs,
    CROSSTAPE_LIMITLESS_WS_URL: urls.limitlessWs,
  });
  const secrets = readSecrets(await placeSettings(dataDir));
  const app = await startApp({ config, secrets, log: pino({ level: 'silent' }) });
  t.after(async () => {
    await app.stop();
    await simulator.close();
    await removePlace(dataDir);
  });
  await allVenuesRead(app);
  return { app, simulator };
}

interface Listed {
  readonly asset: string;
  readonly status?: string;
}

test('the whole service over simulated venues', { timeout: 120_000 }, async (t) => {
  const { app, simulator } = await startSimulated(t);
  const get = async (url: string) => {
    const response = await fetch(app.apiUrl + url);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  await t.test('all venues are in the feed, and its health is OK', async () => {
    const { body } = await get('/api/feed');
    for (const venue of VENUES) assert.notEqual(body[venue], null, venue);
    assert.ok(body.hyperliquid.perps.length > 0);
    const health = await get('/api/feed/health');
    assert.deepEqual([health.status, health.body.verdict], [200, 'OK']);
    // Prices that two sources state differently are refused too: windows of minutes move fast near their end. Two games of
    // the same teams on one day have one name in the simulator.
    const isOfSchema = ({ kind, member }: { kind: string; member: string }) =>
      kind !== 'price_held' && !(kind === 'ws book' && member === '/') && member !== '/slug';
    for (const venue of VENUES) {
      assert.deepEqual(health.body.health[venue].refused.filter(isOfSchema), [], venue);
    }
  });

  await t.test('assets of every kind have a page, a book and a history', async () => {
    const { body: feed } = await get('/api/feed');
    const kinds = new Set<string>();
    const listed: Listed[] = [
      ...feed.hyperliquid.perps.slice(0, 1),
      ...feed.hyperliquid.outcomes.slice(0, 1),
      ...feed.polymarket.markets.slice(0, 1),
      ...feed.kalshi.markets.slice(0, 1),
      ...feed.limitless.markets.slice(0, 1),
    ];
    for (const { asset } of listed) {
      const page = await get(`/api/asset/${asset}`);
      assert.equal(page.status, 200, JSON.stringify(page.body));
      assert.notEqual(page.body.ticker, null, asset);
      kinds.add(page.body.type);
      const book = await get(`/api/book/${asset}`);
      assert.deepEqual([book.status, book.body.asset], [200, asset], JSON.stringify(book.body));
      const history = await get(`/api/history/${page.body.venue}/${page.body.storeKey}`);
      assert.equal(history.status, 200);
    }
    assert.deepEqual([...kinds].sort(), [...ASSET_KINDS].sort());
  });

  await t.test('what was polled is in the history', async () => {
    const { body } = await get('/api/history/assets');
    const venues = new Set(body.assets.map(({ venue }: { venue: string }) => venue));
    assert.deepEqual([...venues].sort(), [...VENUES].sort());
    const [first] = body.assets;
    const { body: history } = await get(`/api/history/${first.venue}/${first.asset}`);
    assert.ok(history.count > 0);
  });

  await t.test('every endpoint and every upstream is healthy', async () => {
    const { body: endpoints } = await get('/api/health/endpoints');
    const errored = endpoints.probes.filter(({ status }: { status: string }) => status === 'errored');
    assert.deepEqual(errored, []);
    const { body: upstream } = await get('/api/health/upstream');
    const unwell = upstream.probes.filter(({ statusCode }: { statusCode: number }) => statusCode !== 200);
    assert.deepEqual(unwell, []);
    assert.ok(upstream.probes.length >= 4);
  });

  await t.test('a book that its venue does not give is 503', async () => {
    simulator.faults.set({ kind: 'status', status: 500, venue: 'kalshi' });
    // The smallest one: a book that somebody has read before would still be served, with its age.
    const { body: feed } = await get('/api/feed');
    const book = await get(`/api/book/${feed.kalshi.markets.at(-1).asset}`);
    assert.deepEqual([book.status, book.body.error], [503, 'upstream_unavailable']);
  });
});
