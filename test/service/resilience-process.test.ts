import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { type SimulatorUrls, startSimulator } from '../../simulator/index.ts';
import { VENUES as ALL_VENUES, type VenueId } from '../../src/domain/index.ts';
import { isLong, rounds } from '../support/long-tests.ts';
import { placeSettings } from '../support/service-data.ts';
import { eventually } from '../support/simulated-service.ts';

/** A service of one venue starts in half the processor time. */
const VENUES: readonly VenueId[] = isLong ? ALL_VENUES : ['hyperliquid'];
const SERIES_OF_A_VENUE = 4;
/** More than three of the intervals of a second at which this service polls. */
const OUTAGE_MS = 6_000;
const ROOT = path.resolve(import.meta.dirname, '../..');

interface Service {
  readonly process: ChildProcess;
  readonly url: string;
  get(url: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Sends the signal and states the exit code and how long it took. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }>;
}

function settingsFor(urls: SimulatorUrls, dataDir: string): Record<string, string> {
  return {
    CROSSTAPE_PORT: '0',
    CROSSTAPE_BOT_PORT: '0',
    CROSSTAPE_LOG_LEVEL: 'error',
    CROSSTAPE_DATA_DIR: dataDir,
    CROSSTAPE_VENUES: VENUES.join(','),
    CROSSTAPE_HYPERLIQUID_URL: urls.hyperliquid,
    CROSSTAPE_HYPERLIQUID_WS_URL: urls.hyperliquidWs,
    CROSSTAPE_POLYMARKET_GAMMA_URL: urls.polymarketGamma,
    CROSSTAPE_POLYMARKET_CLOB_URL: urls.polymarketClob,
    CROSSTAPE_POLYMARKET_DATA_URL: urls.polymarketData,
    CROSSTAPE_POLYMARKET_WS_URL: urls.polymarketWs,
    CROSSTAPE_KALSHI_URL: urls.kalshi,
    CROSSTAPE_KALSHI_WS_URL: urls.kalshiWs,
    CROSSTAPE_LIMITLESS_URL: urls.limitless,
    CROSSTAPE_LIMITLESS_WS_URL: urls.limitlessWs,
    ...Object.fromEntries(VENUES.map((venue) => [`CROSSTAPE_${venue.toUpperCase()}_POLL_MS`, '1000'])),
  };
}

function launch(env: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'src/main.js'), 'serve'],
    {
      env: { PATH: process.env.PATH, CROSSTAPE_REFERENCES: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** Starts the service as a process of its own and waits for its line on stdout. */
async function serve(t: TestContext, env: Record<string, string>): Promise<Service> {
  const child = launch(env);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  t.after(() => child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('no stdout');
  const url = await Promise.race([
    readyUrl(createInterface({ input: child.stdout })),
    exited.then((code) => assert.fail(`the service ended with ${code}: ${errors.join('')}`)),
  ]);
  return {
    process: child,
    url,
    get: async (address) => {
      const response = await fetch(url + address);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    end: async (signal) => {
      const startedAt = performance.now();
      child.kill(signal);
      return { code: await exited, ms: performance.now() - startedAt };
    },
  };
}

async function readyUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /^crosstape ready: api (\S+) bot \S+$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the service never said that it is ready');
}

/** When the polls of the snapshot file were complete. */
async function snapshotTimes(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const lines = (await readFile(path.join(dataDir, 'snapshot.jsonl'), 'utf8')).trim().split('\n');
  const headers = lines.map((line) => JSON.parse(line)).filter((line) => 'fetchedAt' in line);
  return new Map(headers.map(({ venue, fetchedAt }) => [venue, fetchedAt]));
}

/** Of the venues that it records; null: not polled yet. */
async function readAges(service: Service): Promise<Partial<Record<VenueId, number | null>>> {
  const { ages } = (await service.get('/api/feed?top=1')).body as { ages: Record<VenueId, number | null> };
  return Object.fromEntries(VENUES.map((venue) => [venue, ages[venue]]));
}

test('a stop, a kill and a second process lose nothing that was acknowledged', {
  timeout: 180_000,
}, async (t) => {
  const simulator = await startSimulator({ port: 0, seed: 3, markets: 24 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-process-'));
  t.after(async () => {
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const env = { ...settingsFor(simulator.urls, dataDir), ...(await placeSettings(dataDir)) };
  const first = await serve(t, env);
  await eventually(
    async () => Object.values(await readAges(first)).every((age) => age !== null),
    'all venues are polled',
    60_000,
  );

  await t.test('a second process on the data directory is refused with exit code 3', async () => {
    const second = launch(env);
    t.after(() => second.kill('SIGKILL'));
    const said: string[] = [];
    second.stderr?.on('data', (chunk) => said.push(String(chunk)));
    const [code] = await once(second, 'exit');
    assert.equal(code, 3);
    assert.match(said.join(''), /data directory|in use/);
    assert.equal((await first.get('/api/health')).status, 200);
  });

  await t.test('SIGTERM stops within ten seconds, with requests in progress', async () => {
    const busy = Array.from({ length: 20 }, () =>
      fetch(`${first.url}/api/feed`).then(
        (response) => response.arrayBuffer(),
        () => null,
      ),
    );
    const { code, ms } = await first.end('SIGTERM');
    await Promise.all(busy);
    assert.equal(code, 0);
    assert.ok(ms < 10_000, `took ${ms} ms`);
  });

  const seen = new Map<string, readonly unknown[]>();
  await t.test('under load the service shows records of its venues until it is killed', async () => {
    const service = await serve(t, env);
    await eventually(
      async () => Object.values(await readAges(service)).every((age) => age !== null && age < 3_000),
      'all venues are polled again',
      60_000,
    );
    const listed = (await service.get('/api/history/assets')).body.assets as {
      venue: VenueId;
      asset: string;
    }[];
    const watched = VENUES.flatMap((venue) =>
      listed.filter((one) => one.venue === venue).slice(0, SERIES_OF_A_VENUE),
    );
    assert.ok(watched.length >= 3 * VENUES.length);
    // What an answer shows has been committed. The cache of the route is passed by with a fresh window.
    const endAt = Date.now() + rounds(800, 2_000);
    for (let round = 0; Date.now() < endAt; round++) {
      await Promise.all(
        watched.map(async ({ venue, asset }) => {
          const { body } = await service.get(`/api/history/${venue}/${asset}?limit=50000&fromMs=${round}`);
          seen.set(`${venue}/${asset}`, body.records as readonly unknown[]);
        }),
      );
    }
    const { code } = await service.end('SIGKILL');
    assert.equal(code, null);
    assert.ok([...seen.values()].every((records) => records.length > 1));
  });

  await t.test(
    'after the kill everything acknowledged is there once, and the snapshot states its age',
    async () => {
      const killedAt = Date.now();
      // No venue answers: what is served comes from the disk.
      simulator.faults.set({ kind: 'status', status: 503, venue: 'all' });
      const writtenAt = await snapshotTimes(dataDir);
      const service = await serve(t, env);
      const ages = await readAges(service);
      for (const venue of VENUES) {
        const age = ages[venue] ?? -1;
        const trueAge = Date.now() - (writtenAt.get(venue) ?? 0);
        assert.ok(Math.abs(age - trueAge) < 3_000, `${venue}: ${age} of ${trueAge}`);
      }
      for (const [series, records] of seen) {
        const { body } = await service.get(`/api/history/${series}?limit=50000`);
        const stored = (body.records as unknown[]).map((record) => JSON.stringify(record));
        const acknowledged = records.map((record) => JSON.stringify(record));
        // More may have been recorded or filled in between the last answer and the kill.
        const found = new Set(acknowledged);
        assert.deepEqual(
          stored.filter((record) => found.has(record)),
          acknowledged,
          series,
        );
        assert.equal(new Set(stored).size, stored.length, `${series} holds a record twice`);
      }
      // An outage of more than three intervals is a gap, however fast the restart was.
      await eventually(() => Date.now() - killedAt > OUTAGE_MS, 'the outage is long enough for a gap');
      simulator.faults.clearAll();
      await eventually(
        async () => Object.values(await readAges(service)).every((age) => age !== null && age < 5_000),
        'all venues are back',
        90_000,
      );
      const gaps = (await service.get(`/api/history/${[...seen.keys()][0]}`)).body.gaps as {
        toMs: number | null;
      }[];
      assert.ok(gaps.length > 0 && gaps.every(({ toMs }) => toMs !== null), JSON.stringify(gaps));
      assert.equal((await service.end('SIGTERM')).code, 0);
    },
  );
});
