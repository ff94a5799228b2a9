import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { type App, startApp } from '../../src/app/assemble.ts';
import { describeGrants } from '../../src/app/stores/table-rights.ts';
import { toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { type ConfigOverrides, changeConfig, readConfig } from '../../src/config/config.ts';
import type { Role } from '../../src/config/roles.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { VENUES } from '../../src/domain/index.ts';
import { connect } from '../../src/storage/postgres/connection.ts';
import { migrate } from '../../src/storage/postgres/schema/migrate.ts';
import { eventually } from '../support/simulated-service.ts';
import { findFreePort } from './free-port.ts';
import { findPostgres, PostgresServer } from './postgres-server.ts';
import { findRedis, RedisServer } from './redis-server.ts';

const TOKEN = 'internal-token-of-these-tests-0123456789';

interface Installation {
  readonly simulator: Simulator;
  /** Requests to the venues, each as `venue path`. */
  readonly upstreamCalls: readonly string[];
  start(role: Role, overrides?: ConfigOverrides): Promise<App>;
}

/** Opens the shared servers of one installation, and the start of each of its processes. */
async function openInstallation(t: TestContext): Promise<Installation | null> {
  const [postgres] = findPostgres();
  const [redis] = findRedis();
  if (postgres === undefined || redis === undefined) {
    t.skip('PostgreSQL and Redis are not both installed here');
    return null;
  }
  const simulator = await startSimulator({ port: 0, seed: 7, markets: 120 });
  const upstreamCalls: string[] = [];
  const { rateLimits } = simulator;
  const count = rateLimits.count.bind(rateLimits);
  rateLimits.count = (venue, call) => {
    upstreamCalls.push(`${venue} ${call.path} ${JSON.stringify(call.body ?? '')}`);
    return count(venue, call);
  };
  const database = await PostgresServer.start(postgres);
  const databaseUrls = await limitUsers(database);
  const shared = await RedisServer.start(redis);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-processes-'));
  const internalPort = await findFreePort();
  const running: App[] = [];
  t.after(async () => {
    for (const app of running.reverse()) await app.stop();
    await simulator.close();
    await database.stop();
    await shared.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    simulator,
    upstreamCalls,
    start: async (role, overrides = {}) => {
      const isWhole = role === 'all';
      const config = changeConfig(
        changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
          role,
          references: { relays: 'off' },
          dataDir: isWhole ? path.join(dataDir, 'whole') : dataDir,
          server: {
            port: 0,
            botPort: 0,
            internalPort,
            maxStreamsPerAddress: 1_000,
            drainMs: 0,
            publicUrl: 'http://127.0.0.1:8080',
            botPublicUrl: 'http://127.0.0.1:8081',
          },
          feed: { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: 1_000 }])) },
        }),
        overrides,
      );
      const secrets = readSecrets(
        isWhole
          ? {}
          : {
              CROSSTAPE_DATABASE_URL: databaseUrls.get(role)!,
              CROSSTAPE_REDIS_URL: shared.url,
              CROSSTAPE_INTERNAL_TOKEN: TOKEN,
              ...(role === 'api' ? {} : { CROSSTAPE_VAULT_KEK: Buffer.alloc(32, 7).toString('base64') }),
            },
      );
      const app = await startApp({ config, secrets, log: pino({ level: process.env.TEST_LOG ?? 'silent' }) });
      running.push(app);
      return app;
    },
  };
}

/** Users who have what their role needs of the service database, and nothing else. @returns URLs by role. */
async function limitUsers(server: PostgresServer): Promise<ReadonlyMap<Role, string>> {
  const url = server.url('postgres');
  await migrate(url);
  const urls = new Map<Role, string>();
  const client = await connect(url);
  for (const role of ['feed', 'feed,bot', 'api'] as const) {
    const user = `of_${role.replace(',', '_')}`;
    await client.query(`CREATE ROLE ${user} LOGIN; ${describeGrants(role, user)}`);
    const asUser = new URL(url);
    asUser.username = user;
    urls.set(role, asUser.href);
  }
  await client.end();
  return urls;
}

/** Members of answers that these tests look at. */
interface Body {
  readonly error?: string;
  readonly verdict?: string;
  readonly probes?: readonly unknown[];
  readonly health?: {
    readonly hyperliquid?: { readonly okCount: number; readonly stream: { readonly connected: number } };
  };
}

async function get(app: App, url: string): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(app.apiUrl + url);
  return { status: response.status, body: (await response.json()) as Body };
}

/** Reads events of a stream until it is left. */
function followStream(app: App, url: string, lastEventId: string | null) {
  const leaving = new AbortController();
  const events: { id: string; event: string; data: Record<string, unknown> }[] = [];
  const done = (async () => {
    const headers = lastEventId === null ? {} : { 'last-event-id': lastEventId };
    const response = await fetch(app.apiUrl + url, { headers, signal: leaving.signal });
    assert.equal(response.status, 200, await (response.ok ? '' : response.text()));
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        if (!/^data:/m.test(part)) continue;
        const [, id = ''] = /^id: (.+)$/m.exec(part) ?? [];
        const [, event = 'message'] = /^event: (.+)$/m.exec(part) ?? [];
        events.push({ id, event, data: JSON.parse(/^data: (.+)$/m.exec(part)?.[1] ?? '{}') });
      }
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return { events, leave: () => leaving.abort(), done };
}

test('three processes answer from one feed, and ask venues no more than one process does', async (t) => {
  const installation = await openInstallation(t);
  if (installation === null) return;
  const { upstreamCalls } = installation;
  const feed = await installation.start('feed,bot');
  const apis = await Promise.all([1, 2, 3].map(() => installation.start('api')));
  const [first, second] = apis as [App, App, App];
  await eventually(
    () => apis.every((api) => VENUES.every((venue) => api.feed.snapshot(venue) !== null)),
    'every process has every venue',
  );

  await t.test('they list what the feed lists', async () => {
    await eventually(
      () =>
        apis.every(({ feed: { venues, snapshot } }) => venues.length === VENUES.length && snapshot !== null),
      'all venues',
    );
    for (const api of apis) {
      // The first state that the feed publishes may be from before its stream was connected.
      await eventually(async () => {
        const { status, body } = await get(api, '/api/feed/health');
        const { okCount = 0, stream } = body.health?.hyperliquid ?? {};
        return status === 200 && body.verdict === 'OK' && okCount > 0 && (stream?.connected ?? 0) > 0;
      }, "the feed's health at each process");
    }
    await eventually(async () => {
      const { body } = await get(first, '/api/health/upstream');
      return (body.probes?.length ?? 0) > 0;
    }, 'probes');
  });

  const binary = first.feed.snapshot('limitless')?.markets[0]?.ref.asset ?? '';

  await t.test('books, candles and funding come from the feed', async () => {
    for (const api of apis) {
      const book = await get(api, '/api/book/hl-BTC');
      assert.equal(book.status, 200, JSON.stringify(book.body));
      const stats = await get(api, '/api/asset/hl-BTC/carry');
      assert.notEqual(stats.status, 500);
    }
  });

  await t.test('200 readers of three processes cause the upstream calls of readers of one', async (t) => {
    const whole = await installation.start('all', {});
    await eventually(() => whole.feed.snapshot('hyperliquid') !== null, 'the process alone has polled');
    const countCalls = async (processes: readonly App[]) => {
      const from = upstreamCalls.length;
      const until = performance.now() + 9_000;
      while (performance.now() < until) {
        const asked = Array.from({ length: 200 }, (_, i) =>
          get(processes[i % processes.length]!, '/api/book/hl-ETH'),
        );
        for (const { status, body } of await Promise.all(asked))
          assert.equal(status, 200, JSON.stringify(body));
        await sleep(100);
      }
      return upstreamCalls.slice(from).filter((call) => /l2Book.*ETH/.test(call)).length;
    };
    const alone = await countCalls([whole]);
    const apart = await countCalls(apis);
    t.diagnostic(`book calls: one process ${alone}, three ${apart}`);
    assert.ok(apart >= 1 && apart <= alone + 1, `${apart} and ${alone}`);
    await whole.stop();
  });

  await t.test('a reader of a stream goes on at another process', async () => {
    const stream = `/api/asset/${binary}/stream`;
    const before = followStream(first, stream, null);
    await eventually(() => before.events.length >= 3, 'events of the first process');
    before.leave();
    await before.done;
    const last = before.events.at(-1)?.id ?? '';
    const after = followStream(second, stream, last);
    const witness = followStream(first, stream, last);
    await eventually(
      () => after.events.length >= 2 && witness.events.length >= 2,
      'events of the second process',
    );
    after.leave();
    witness.leave();
    const ids = (reader: typeof after) => reader.events.slice(0, 2).map(({ id, event }) => `${event} ${id}`);
    assert.deepEqual(ids(after), ids(witness));
    assert.ok(after.events.every(({ event }) => event === 'message'));
    const foreign = followStream(second, stream, '4f1c20a9be77-42');
    await eventually(() => foreign.events.length >= 1, 'an answer to a foreign id');
    assert.equal(foreign.events[0]?.event, 'resync');
    foreign.leave();
    const signals = followStream(second, `/api/m2m/${binary}/stream-signal`, last);
    await eventually(() => signals.events.length >= 2, 'the newest bundle');
    assert.deepEqual(
      signals.events.slice(0, 2).map(({ event, data }) => [event, data.cause]),
      [
        ['resync', undefined],
        ['message', 'init'],
      ],
    );
    signals.leave();
  });

  await t.test('a stream of many assets has the prices that the feed reads, at each process', async () => {
    const stream = `/api/stream?assets=hl-BTC,${binary}`;
    const names = ({ events }: ReturnType<typeof followStream>) => events.map(({ event }) => event);
    const before = followStream(first, stream, null);
    const hasLater = (asset: string) =>
      before.events.some(({ data }) => data.asset === asset && data.snapshot === false);
    await eventually(() => hasLater('hl-BTC') && hasLater(binary), 'prices of both at the first process');
    before.leave();
    await before.done;
    const ready = names(before).indexOf('ready');
    assert.deepEqual(
      before.events.slice(0, ready).map(({ event, data }) => [event, data.snapshot]),
      [
        ['quote', true],
        ['quote', true],
      ],
    );
    assert.deepEqual(before.events[ready]?.data.assets, ['hl-BTC', binary]);
    const later = before.events.slice(ready + 1);
    assert.ok(later.every(({ event, data }) => event === 'quote' && typeof data.price === 'number'));
    const place = before.events.at(-1)?.id ?? '';
    const again = followStream(first, stream, place);
    const other = followStream(second, stream, place);
    await eventually(
      () => names(again).includes('quote') && names(other).includes('ready'),
      'both have begun',
    );
    assert.equal(names(again)[0], 'ready');
    assert.deepEqual(names(other).slice(0, 4), ['resync', 'quote', 'quote', 'ready']);
    for (const reader of [again, other]) {
      reader.leave();
      await reader.done;
    }
    for (const more of ['raw=true', 'kinds=trade']) {
      const { status, body } = await get(first, `${stream}&${more}`);
      assert.deepEqual([status, body.error], [400, 'validation_failed'], more);
    }
  });

  await t.test('a feed that has ended leaves its prices, and their age grows', async () => {
    await feed.stop();
    const { status, body } = await get(first, '/api/book/hl-SOL');
    assert.equal(status, 503);
    assert.equal(body.error, 'upstream_unavailable');
    assert.equal((await get(first, '/api/asset/hl-BTC')).status, 200);
    await eventually(() => !first.feed.health('hyperliquid').running, 'silence is noticed');
    const ageMs = first.feed.ageMs('hyperliquid') ?? 0;
    assert.ok(ageMs > 5_000, `${ageMs}`);
    // Venues are reported one after the other, so the silence of each is noticed at a time of its own.
    await eventually(
      async () => (await get(first, '/api/feed/health')).body.verdict === 'DOWN',
      'the silence of every venue is noticed',
    );
  });
});
