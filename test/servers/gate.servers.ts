import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openLimits } from '../../src/app/accounts/limits.ts';
import { openRedis, type Redis } from '../../src/storage/redis/redis.ts';
import { startAccountBench } from '../support/account-bench.ts';
import { becomes } from './redis-bench.ts';
import { findRedis, RedisServer } from './redis-server.ts';

const BUNDLE = '/api/m2m/hl-BTC/bundle';
const ENV = {
  CROSSTAPE_TIER_PRO_RATE_PER_MIN: '6',
  CROSSTAPE_TIER_PRO_MONTHLY_QUOTA: '4',
  CROSSTAPE_AUTH_FAILURES_PER_MIN: '3',
  CROSSTAPE_ADMIN_FAILURES_PER_MIN: '3',
  CROSSTAPE_REDEEM_FAILURES_PER_OWNER: '2',
};

/** Starts a gate whose limits are in Redis, or in process when there is none. */
async function startGate(t: TestContext, redis: Redis | null) {
  const lifecycle = new AsyncDisposableStack();
  t.after(() => lifecycle.disposeAsync());
  return startAccountBench(t, {
    env: ENV,
    openLimits: (options) => openLimits({ ...options, redis, processes: () => 1 }, lifecycle),
  });
}

/** Calls all limits one after the other: lists status, code and remaining amount of each. */
async function callAll({
  app,
  call,
  admin,
  issue,
}: Awaited<ReturnType<typeof startGate>>): Promise<string[]> {
  const { rawKey } = await issue();
  const seen: string[] = [];
  const note = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) =>
    seen.push([status, body.error, headers['x-ratelimit-remaining'], headers['x-quota-remaining']].join(' '));
  for (let i = 0; i < 6; i++) note(await call('GET', BUNDLE, rawKey));
  note(await call('GET', '/api/export/history.csv?venue=kalshi&asset=none', rawKey));
  for (let i = 0; i < 4; i++)
    note(await call('POST', '/api/account/redeem', rawKey, { code: `RECORDS-${i}` }));
  for (let i = 0; i < 5; i++) note(await call('GET', BUNDLE, `wrong${i}`));
  for (let i = 0; i < 5; i++) {
    const { statusCode } = await app.inject({
      url: '/api/account/keys',
      headers: { authorization: 'Bearer wrong' },
    });
    seen.push(String(statusCode));
  }
  note(await admin('GET', '/api/account/keys'));
  return seen;
}

/** Scripts that the server has run so far. */
async function countScripts(server: RedisServer): Promise<number> {
  const stats = String(await server.run('INFO', 'commandstats'));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

for (const program of findRedis()) {
  test(`${program.name}: a request asks the server once, and many at once ask it together`, async (t) => {
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const redis = await openRedis({ url: server.url, tag: 'test', answerMs: 10_000 });
    t.after(() => redis.close());
    const { call, issue } = await startGate(t, redis);
    const { rawKey } = await issue();
    // The answer is ready, and the count of the month is filled.
    assert.equal((await call('GET', BUNDLE, rawKey)).status, 200);
    const count = async (calls: () => Promise<unknown>) => {
      const before = await countScripts(server);
      await calls();
      return (await countScripts(server)) - before;
    };
    assert.equal(await count(() => call('GET', BUNDLE, rawKey)), 1, 'one that passes');
    await Promise.all([call('GET', BUNDLE, rawKey), call('GET', BUNDLE, rawKey)]);
    const refused = await count(async () => {
      assert.equal((await call('GET', BUNDLE, rawKey)).body.error, 'quota_exceeded');
    });
    assert.equal(refused, 1, 'one that is refused');
    const many = await count(() =>
      Promise.all(Array.from({ length: 50 }, () => call('GET', BUNDLE, rawKey))),
    );
    assert.ok(many <= 10, `${many} scripts for 50 requests at once`);
  });

  test(`${program.name}: callers see the same limits as of counters in process, and go on without the server`, async (t) => {
    const server = await RedisServer.start(program);
    t.after(() => server.stop());
    const redis = await openRedis({ url: server.url, tag: 'test', answerMs: 10_000 });
    t.after(() => redis.close());
    const expected = await callAll(await startGate(t, null));
    assert.ok(
      expected.some((seen) => seen.startsWith('429 quota_exceeded')),
      expected.join('; '),
    );
    assert.equal(expected.filter((seen) => seen.startsWith('429')).length >= 8, true, expected.join('; '));
    const shared = await startGate(t, redis);
    assert.deepEqual(await callAll(shared), expected);
    await server.kill();
    await becomes(redis, false);
    const { rawKey } = await shared.issue({ owner: 'bob' });
    const { status, headers } = await shared.call('GET', BUNDLE, rawKey);
    assert.deepEqual([status, headers['x-quota-remaining']], [200, '3']);
  });
}
