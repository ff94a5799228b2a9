import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RedisFailureThrottle } from '../../src/accounts/limits/redis/redis-failure-throttle.ts';
import { RedisRateLimits } from '../../src/accounts/limits/redis/redis-rate-limits.ts';
import { RedisRequestLimits } from '../../src/accounts/limits/redis/redis-request-limits.ts';
import { RedisStreamSlots } from '../../src/accounts/limits/redis/redis-stream-slots.ts';
import type { UsageCount } from '../../src/accounts/limits/usage.ts';
import { UsageMeter } from '../../src/accounts/limits/usage-meter.ts';
import { epochMs } from '../../src/domain/index.ts';
import { openRedis, type Redis } from '../../src/storage/redis/redis.ts';
import { StorageUnavailableError } from '../../src/storage/service-database.ts';
import { MemoryUsage } from '../support/memory/memory-usage.ts';
import { becomes, settles, startSlowProxy } from './redis-bench.ts';
import { findRedis, type RedisProgram, RedisServer } from './redis-server.ts';

const USE = { botId: 'bot', endpoint: '/api/stats', venue: null } as const;
const TIER = { ratePerMin: 1_000, monthlyQuota: 100, maxConcurrentStreams: 2 } as const;

/** The store of usage, which may be away too. */
class Store extends MemoryUsage {
  isAway = false;

  override async take(row: UsageCount, quota: number) {
    if (this.isAway) throw new StorageUnavailableError('away');
    return super.take(row, quota);
  }

  override async read(botId: string, month: string) {
    if (this.isAway) throw new StorageUnavailableError('away');
    return super.read(botId, month);
  }
}

/** Parts of one process of an installation. */
interface Process {
  readonly redis: Redis;
  readonly usage: UsageMeter;
  readonly requests: RedisRequestLimits;
  readonly rates: RedisRateLimits;
  readonly slots: RedisStreamSlots;
  readonly throttle: RedisFailureThrottle;
}

interface ProcessOptions {
  readonly tag?: string;
  readonly processes?: number;
  readonly answerMs?: number;
  readonly steadyAfterMs?: number;
  /** Time by which the clocks of the process are ahead, ms. */
  readonly aheadMs?: number;
  /** Whether the clock of the limits stands still. */
  readonly isStopped?: boolean;
}

async function startProcess(
  t: TestContext,
  url: string,
  store: MemoryUsage,
  {
    tag = 'test',
    processes = 3,
    answerMs = 10_000,
    steadyAfterMs = 100,
    aheadMs = 0,
    isStopped = false,
  }: ProcessOptions = {},
): Promise<Process> {
  const redis = await openRedis({ url, tag, answerMs, steadyAfterMs });
  const startedAt = performance.now();
  const now = () => (isStopped ? startedAt : performance.now()) + aheadMs;
  const usage = new UsageMeter(store, () => epochMs(Date.UTC(2026, 10, 25) + aheadMs));
  const shared = { redis, now, processes: () => processes };
  const slots = new RedisStreamSlots(shared);
  t.after(() => {
    slots.stop();
    redis.close();
  });
  return {
    redis,
    usage,
    slots,
    requests: new RedisRequestLimits({ ...shared, name: 'key', usage }),
    rates: new RedisRateLimits({ ...shared, name: 'account' }),
    throttle: new RedisFailureThrottle({ redis, now, name: 'admin', limit: 5, windowMs: 60_000 }),
  };
}

/** Counts how many of so many simultaneous requests are taken, over all processes. */
async function countTaken(processes: readonly Process[], attempts: number, tier = TIER) {
  const counts = await Promise.all(
    Array.from({ length: attempts }, (_, i) => processes[i % processes.length]!.requests.take(USE, tier)),
  );
  return counts.filter(({ refusedBy }) => refusedBy === null).length;
}

/** Asks until the answer is as wanted. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

for (const program of findRedis()) {
  const check = (name: string, body: (t: TestContext, server: RedisServer) => Promise<void>) =>
    test(`${program.name}: ${name}`, async (t) => {
      const server = await startServer(t, program);
      await body(t, server);
    });

  check(
    'without the server a process lets through its share of what was left of the rate, and gives none of it back',
    async (t, server) => {
      const first = await startProcess(t, server.url, new MemoryUsage());
      const second = await startProcess(t, server.url, new MemoryUsage());
      assert.equal(await first.rates.take('a', 13), true);
      for (let i = 0; i < 4; i++) assert.equal(await second.rates.take('a', 13), true);
      assert.equal(await first.rates.take('a', 13), true);
      await server.shutDown();
      await becomes(first.redis, false);
      await becomes(second.redis, false);
      const tryAlone = async ({ rates }: Process) => {
        const taken = await Promise.all(Array.from({ length: 13 }, () => rates.take('a', 13)));
        return taken.filter(Boolean).length;
      };
      assert.equal(await tryAlone(first), 2, 'a third of seven, and of its third of thirteen two are left');
      assert.equal(await tryAlone(second), 0, 'it had its third before');
      assert.deepEqual((await first.rates.readStanding('a', 13)).remaining, 0);
      await server.restart();
      await Promise.all([settles(first.redis), settles(second.redis)]);
      assert.equal((await first.rates.readStanding('a', 13)).remaining, 7 - 2);
      await server.kill();
      await becomes(first.redis, false);
      assert.equal(await tryAlone(first), 0, 'it had its third');
      await server.stop();
    },
  );

  check(
    'without the server three processes that had their parts of a rate unevenly never pass it together',
    async (t, server) => {
      const all = [
        await startProcess(t, server.url, new MemoryUsage()),
        await startProcess(t, server.url, new MemoryUsage()),
        await startProcess(t, server.url, new MemoryUsage()),
      ] as const;
      // Each heard the server at another time: what the first two know of the others is old.
      for (const [process, requests] of [
        [all[0], 20],
        [all[1], 20],
        [all[2], 10],
      ] as const) {
        for (let i = 0; i < requests; i++) assert.equal(await process.rates.take('a', 60), true);
      }
      await server.kill();
      await Promise.all(all.map(({ redis }) => becomes(redis, false)));
      const taken = await Promise.all(
        all.flatMap(({ rates }) => Array.from({ length: 60 }, () => rates.take('a', 60))),
      );
      assert.equal(
        taken.filter(Boolean).length,
        3,
        'a third of the last ten, by the one that had not its third',
      );
    },
  );

  check(
    'a process that returns to the server takes its part only, until the others can have returned',
    async (t, server) => {
      const first = await startProcess(t, server.url, new MemoryUsage(), { steadyAfterMs: 2_000 });
      const take = async () => (await first.requests.take(USE, { ...TIER, ratePerMin: 9 })).refusedBy;
      await server.kill();
      await becomes(first.redis, false);
      assert.equal(await take(), null);
      await server.restart();
      await becomes(first.redis, true);
      const taken = await Promise.all(Array.from({ length: 9 }, take));
      assert.equal(
        taken.filter((refusedBy) => refusedBy === null).length,
        2,
        'three of nine with the one before',
      );
      assert.notEqual(await first.slots.take('bot', 3), null);
      assert.equal(await first.slots.take('bot', 3), null);
      await settles(first.redis);
      assert.equal((await first.rates.readStanding('nobody', 9)).remaining, 9);
      const { rateRemaining, quotaRemaining } = await first.requests.readStanding('bot', {
        ...TIER,
        ratePerMin: 9,
      });
      assert.deepEqual([rateRemaining, quotaRemaining], [6, 97]);
      assert.notEqual(await first.slots.take('bot', 3), null);
    },
  );

  check(
    'without the server and without ever having seen another process, the whole rate is its own',
    async (t, server) => {
      const first = await startProcess(t, server.url, new MemoryUsage(), { processes: 1 });
      await server.kill();
      await becomes(first.redis, false);
      const alone = await Promise.all(Array.from({ length: 20 }, () => first.rates.take('a', 9)));
      assert.equal(alone.filter(Boolean).length, 9);
    },
  );

  check(
    'without the server the quota goes on from what is stored, and gives none back',
    async (t, server) => {
      const store = new Store();
      const first = await startProcess(t, server.url, store);
      const second = await startProcess(t, server.url, store);
      assert.equal(await countTaken([first, second], 60), 60);
      await Promise.all([first.usage.flush(), second.usage.flush()]);
      await server.kill();
      await Promise.all([becomes(first.redis, false), becomes(second.redis, false)]);
      assert.equal(await countTaken([first], 50), 13, 'a third of what both have left');
      // Until others have said what they took, a process waits with the rest of its own.
      let taken = 13;
      await until(async () => {
        taken += await countTaken([first], 50);
        return taken >= 40;
      });
      assert.equal(taken, 40);
      await first.usage.flush();
      // Who has counted alone reads again what others have stored.
      await until(async () => (await second.requests.readStanding('bot', TIER)).quotaRemaining === 0);
      await server.restart();
      await Promise.all([settles(first.redis), settles(second.redis)]);
      assert.equal(await countTaken([first, second], 50), 0);
      assert.equal((await first.usage.readSummary('bot')).total, 100);
    },
  );

  check(
    'a frozen server passes no quota, although processes heard it long ago and had not written',
    async (t, server) => {
      const store = new Store();
      const all = [
        await startProcess(t, server.url, store, { answerMs: 500 }),
        await startProcess(t, server.url, store, { answerMs: 500 }),
        await startProcess(t, server.url, store, { answerMs: 500 }),
      ] as const;
      let taken = await countTaken([all[0]], 6);
      taken += await countTaken([all[1]], 50);
      taken += await countTaken([all[2]], 10);
      server.freeze();
      // Each finds out by itself.
      await Promise.all(all.map((process) => process.rates.take('nobody', 3)));
      taken += await countTaken(all, 300);
      await until(async () => {
        taken += await countTaken(all, 30);
        return (await all[0].requests.readStanding('bot', TIER)).quotaRemaining === 0;
      });
      taken += await countTaken(all, 300);
      assert.equal(taken, 100);
      server.thaw();
      await Promise.all(all.map(({ redis }) => settles(redis)));
      assert.equal(await countTaken(all, 300), 0);
      await Promise.all(all.map(({ usage }) => usage.flush()));
      assert.equal((await all[0].usage.readSummary('bot')).total, 100);
    },
  );

  check(
    'a process that has returned passes no quota while another is still without the server',
    async (t, server) => {
      const store = new Store();
      const first = await startProcess(t, server.url, store, { isStopped: true });
      const late = await startProcess(t, server.url, store, { steadyAfterMs: 600_000 });
      assert.equal(await countTaken([first, late], 40), 40);
      await server.kill();
      await Promise.all([becomes(first.redis, false), becomes(late.redis, false)]);
      await server.restart();
      await Promise.all([settles(first.redis), becomes(late.redis, true)]);
      let taken = 40;
      await until(async () => {
        taken += await countTaken([first, late], 10);
        return taken >= 100;
      });
      taken += await countTaken([first, late], 100);
      assert.equal(taken, 100);
    },
  );

  check('without server and store the quota goes on from what was last known', async (t, server) => {
    const store = new Store();
    const first = await startProcess(t, server.url, store);
    assert.equal(await countTaken([first], 70), 70);
    store.isAway = true;
    await server.kill();
    await becomes(first.redis, false);
    assert.equal(await countTaken([first], 50), 10);
  });

  check('an emptied server is filled again from what is stored', async (t, server) => {
    const store = new MemoryUsage();
    const [first, second] = [
      await startProcess(t, server.url, store),
      await startProcess(t, server.url, store),
    ];
    assert.equal(await countTaken([first, second], 90), 90);
    await second.usage.flush();
    await server.run('FLUSHALL');
    // What the first process had not stored it knows itself.
    assert.equal(await countTaken([first], 50), 10);
    assert.equal(await countTaken([second], 50), 0);
  });

  check(
    'with an emptied server and no store requests go on, and what is stored counts once it answers',
    async (t, server) => {
      const store = new Store();
      const first = await startProcess(t, server.url, store);
      assert.equal(await countTaken([first], 90), 90);
      await first.usage.flush();
      store.isAway = true;
      const second = await startProcess(t, server.url, store);
      await server.run('FLUSHALL');
      assert.equal(await countTaken([second], 3), 3);
      store.isAway = false;
      await until(async () => (await second.requests.readStanding('bot', TIER)).quotaRemaining === 7);
      assert.equal(await countTaken([first, second], 50), 7);
    },
  );

  check('a server that comes back with less than it had counts what is stored', async (t, server) => {
    const store = new MemoryUsage();
    const first = await startProcess(t, server.url, store);
    assert.equal(await countTaken([first], 90), 90);
    const key = first.redis.key('q', '{bot}', '2026-11');
    assert.equal(await server.run('GET', key), '90');
    await server.run('SET', key, '20', 'EX', '1000');
    await server.shutDown();
    await server.restart();
    await becomes(first.redis, false);
    await settles(first.redis);
    assert.equal(await countTaken([first], 50), 10);
  });

  check('slots of an emptied server are registered again within five seconds', async (t, server) => {
    const [first, second] = [
      await startProcess(t, server.url, new MemoryUsage()),
      await startProcess(t, server.url, new MemoryUsage()),
    ];
    const free = await first.slots.take('bot', 2);
    assert.notEqual(await second.slots.take('bot', 2), null);
    await server.run('FLUSHALL');
    const from = performance.now();
    await until(async () => (await second.slots.countUsed('bot')) === 2);
    assert.ok(performance.now() - from < 5_000, `${performance.now() - from} ms`);
    assert.equal(await second.slots.take('bot', 2), null);
    await free?.();
    assert.equal(await second.slots.countUsed('bot'), 1);
  });

  check(
    'without the server each process counts its own streams up to its part, and all of them when it is back',
    async (t, server) => {
      const [first, second] = [
        await startProcess(t, server.url, new MemoryUsage(), { processes: 2 }),
        await startProcess(t, server.url, new MemoryUsage(), { processes: 2 }),
      ];
      assert.notEqual(await first.slots.take('bot', 4), null);
      await server.kill();
      await Promise.all([becomes(first.redis, false), becomes(second.redis, false)]);
      assert.notEqual(await first.slots.take('bot', 4), null);
      assert.equal(await first.slots.take('bot', 4), null);
      const free = await second.slots.take('bot', 4);
      assert.notEqual(free, null);
      await server.restart();
      await Promise.all([settles(first.redis), settles(second.redis)]);
      await until(async () => (await first.slots.countUsed('bot')) === 3);
      assert.equal(await second.slots.take('bot', 3), null);
      await free?.();
      await until(async () => (await first.slots.countUsed('bot')) === 2);
    },
  );

  check('a slot that was refused while the server was silent does not stay taken', async (t, server) => {
    const proxy = await startSlowProxy(t, server.port);
    const slow = await startProcess(t, proxy.url, new MemoryUsage(), { answerMs: 500 });
    const near = await startProcess(t, server.url, new MemoryUsage());
    assert.notEqual(await slow.slots.take('bot', 2), null);
    proxy.delay(2_000);
    assert.equal(await slow.slots.take('bot', 2), null, 'alone it has one of two');
    assert.equal(await near.slots.countUsed('bot'), 2, 'the server has given it, and nobody has heard so');
    proxy.delay(0);
    await becomes(slow.redis, true);
    const from = performance.now();
    await until(async () => (await near.slots.countUsed('bot')) === 1);
    assert.ok(performance.now() - from < 5_000, `${performance.now() - from} ms`);
  });

  check('without the server each process counts failures for itself', async (t, server) => {
    const [first, second] = [
      await startProcess(t, server.url, new MemoryUsage()),
      await startProcess(t, server.url, new MemoryUsage()),
    ];
    for (let i = 0; i < 5; i++) assert.equal(await first.throttle.fail('address'), null);
    assert.notEqual(await second.throttle.retryAfterS('address'), null);
    await server.kill();
    await becomes(second.redis, false);
    for (let i = 0; i < 5; i++) assert.equal(await second.throttle.fail('address'), null);
    assert.notEqual(await second.throttle.fail('address'), null);
  });

  check('a server that takes two seconds holds no request for one', async (t, server) => {
    const proxy = await startSlowProxy(t, server.port);
    const slow = await startProcess(t, proxy.url, new MemoryUsage(), { processes: 1, answerMs: 500 });
    proxy.delay(2_000);
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      const from = performance.now();
      await slow.requests.take(USE, TIER);
      await slow.rates.take('a', 100);
      times.push((performance.now() - from) / 2);
    }
    assert.ok(Math.max(...times) < 1_000, `${Math.max(...times)} ms`);
    assert.equal((await slow.usage.readSummary('bot')).total, 20);
  });

  check('a full server and one that is read only are as one that is away', async (t, server) => {
    const first = await startProcess(t, server.url, new MemoryUsage(), { processes: 1 });
    const hold = async (rate: number) => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => first.rates.take('a', rate)));
      return taken.filter(Boolean).length;
    };
    await server.run('CONFIG', 'SET', 'maxmemory', '1');
    assert.equal(await hold(3), 3);
    assert.equal(first.redis.isUp, false);
    await server.run('CONFIG', 'SET', 'maxmemory', '0');
    await settles(first.redis);
    assert.equal(await hold(5), 2, 'what was let through counts');
    await server.run('REPLICAOF', '127.0.0.1', '1');
    await becomes(first.redis, false);
    assert.equal(await hold(6), 1);
  });

  check('installations that share a server share no limit', async (t, server) => {
    const ours = await startProcess(t, server.url, new MemoryUsage(), { tag: 'ours' });
    const theirs = await startProcess(t, server.url, new MemoryUsage(), { tag: 'theirs' });
    assert.equal(await countTaken([ours], 150), 100);
    assert.equal(await countTaken([theirs], 150), 100);
    for (let i = 0; i < 5; i++) await ours.throttle.fail('address');
    assert.equal(await theirs.throttle.retryAfterS('address'), null);
    await ours.slots.take('bot', 1);
    assert.equal(await theirs.slots.countUsed('bot'), 0);
  });

  check('processes whose clocks are a minute apart share one window', async (t, server) => {
    const store = new MemoryUsage();
    const all = [
      await startProcess(t, server.url, store),
      await startProcess(t, server.url, store, { aheadMs: 60_000 }),
      await startProcess(t, server.url, store, { aheadMs: -60_000 }),
    ];
    assert.equal(await countTaken(all, 300, { ...TIER, monthlyQuota: 1_000, ratePerMin: 40 } as never), 40);
    const standings = await Promise.all(
      all.map(({ requests }) => requests.readStanding('bot', { ...TIER, ratePerMin: 40 })),
    );
    assert.equal(
      new Set(standings.map(({ rateRemaining, rateResetS }) => `${rateRemaining} ${rateResetS}`)).size,
      1,
    );
    const failed = await Promise.all(
      all.flatMap(({ throttle }) => [throttle.fail('a'), throttle.fail('a'), throttle.fail('a')]),
    );
    assert.equal(failed.filter((waitS) => waitS === null).length, 5);
  });

  check('a request that is refused after a loss is given back where it counts', async (t, server) => {
    const first = await startProcess(t, server.url, new MemoryUsage(), { processes: 1 });
    await first.requests.take(USE, TIER);
    await server.shutDown();
    await becomes(first.redis, false);
    await first.requests.take(USE, TIER);
    await first.requests.giveBack(USE);
    await server.restart();
    await settles(first.redis);
    const { rateRemaining, quotaRemaining } = await first.requests.readStanding('bot', TIER);
    assert.deepEqual([rateRemaining, quotaRemaining], [999, 99]);
    await first.requests.giveBack(USE);
    assert.equal((await first.requests.readStanding('bot', TIER)).quotaRemaining, 100);
    assert.equal((await first.usage.readSummary('bot')).total, 0);
  });
}

async function startServer(t: TestContext, program: RedisProgram): Promise<RedisServer> {
  const server = await RedisServer.start(program);
  t.after(() => server.stop());
  return server;
}
