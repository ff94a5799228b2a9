import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RequestLimits } from '../../src/accounts/limits/request-limits.ts';
import type { UsageStore } from '../../src/accounts/limits/usage.ts';
import { UsageMeter } from '../../src/accounts/limits/usage-meter.ts';
import type { TierLimits } from '../../src/accounts/tiers.ts';
import { epochMs } from '../../src/domain/index.ts';
import type { Soon } from '../../src/scheduling/soon.ts';
import { MemoryUsage } from '../support/memory/memory-usage.ts';

/** @param now Monotonic ms. */
export type OpenRequestLimits = (t: TestContext, usage: UsageMeter, now: () => number) => Soon<RequestLimits>;

const USE = { botId: 'bot_1', endpoint: '/api/stats', venue: null } as const;
const MONTH = '2026-11';

const tierWith = (ratePerMin: number, monthlyQuota: number | null): TierLimits => ({
  ratePerMin,
  monthlyQuota,
  maxConcurrentStreams: 1,
});

/** Defines the tests that every engine of the limits of requests passes. */
export function describeRequestLimits(engine: string, open: OpenRequestLimits): void {
  interface Bench {
    readonly limits: RequestLimits;
    readonly usage: UsageMeter;
    readonly store: UsageStore;
    readonly clock: { now: number; wall: number };
  }
  const check = (name: string, body: (bench: Bench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => {
      const clock = { now: 5_000_000, wall: Date.UTC(2026, 10, 25) };
      const store = new MemoryUsage();
      const usage = new UsageMeter(store, () => epochMs(clock.wall));
      await body({ limits: await open(t, usage, () => clock.now), usage, store, clock });
    });
  const take = async ({ limits }: Bench, tier: TierLimits) => (await limits.take(USE, tier)).refusedBy;

  check('of requests that come at once, as many as the rate are taken', async (bench) => {
    const tier = tierWith(5, 100);
    const counts = await Promise.all(Array.from({ length: 50 }, () => bench.limits.take(USE, tier)));
    assert.equal(counts.filter(({ refusedBy }) => refusedBy === null).length, 5);
    assert.ok(counts.every(({ refusedBy }) => refusedBy === null || refusedBy === 'rate'));
    const { rateRemaining, quotaRemaining } = await bench.limits.readStanding(USE.botId, tier);
    assert.deepEqual([rateRemaining, quotaRemaining], [0, 95]);
  });

  check(
    'of requests that come at once, as many as the quota are taken, and the others no rate',
    async (bench) => {
      const tier = tierWith(40, 7);
      const counts = await Promise.all(Array.from({ length: 50 }, () => bench.limits.take(USE, tier)));
      assert.equal(counts.filter(({ refusedBy }) => refusedBy === null).length, 7);
      assert.ok(counts.every(({ refusedBy }) => refusedBy === null || refusedBy === 'quota'));
      const { rateRemaining, quotaRemaining } = await bench.limits.readStanding(USE.botId, tier);
      assert.deepEqual([rateRemaining, quotaRemaining], [33, 0]);
    },
  );

  check('a refusal that the rate keeps is taken off the quota alone', async (bench) => {
    const tier = tierWith(5, 100);
    for (let i = 0; i < 3; i++) await take(bench, tier);
    await bench.limits.giveBackQuota(USE);
    const { rateRemaining, quotaRemaining } = await bench.limits.readStanding(USE.botId, tier);
    assert.deepEqual([rateRemaining, quotaRemaining], [2, 98]);
  });

  check('each answer says what is left after it', async ({ limits, clock }) => {
    const tier = tierWith(3, 10);
    const before = await limits.readStanding(USE.botId, tier);
    assert.deepEqual(before, {
      rateRemaining: 3,
      rateResetS: 0,
      quotaRemaining: 10,
      quotaResetS: before.quotaResetS,
    });
    assert.equal(before.quotaResetS, (Date.UTC(2026, 11, 1) - clock.wall) / 1_000);
    const { standing } = await limits.take(USE, tier);
    assert.deepEqual([standing.rateRemaining, standing.quotaRemaining], [2, 9]);
    assert.ok(standing.rateResetS >= 60 && standing.rateResetS <= 61);
  });

  check(
    'a quota that is unlimited has no remainder, and its requests are counted',
    async ({ limits, usage }) => {
      const { standing } = await limits.take(USE, tierWith(3, null));
      assert.equal(standing.quotaRemaining, null);
      assert.equal((await usage.readSummary(USE.botId)).total, 1);
    },
  );

  check('what was stored before counts', async (bench) => {
    const row = { month: MONTH, day: `${MONTH}-01`, count: 9, firstAt: 0, lastAt: 0 };
    await bench.store.add([{ ...USE, ...row }]);
    const tier = tierWith(100, 10);
    assert.equal((await bench.limits.readStanding(USE.botId, tier)).quotaRemaining, 1);
    assert.deepEqual([await take(bench, tier), await take(bench, tier)], [null, 'quota']);
  });

  check('what was given back can be taken again, and nothing more', async (bench) => {
    const tier = tierWith(1, 1);
    assert.equal(await take(bench, tier), null);
    await bench.limits.giveBack(USE);
    assert.equal(await take(bench, tier), null);
    assert.equal(await take(bench, tier), 'rate');
    await bench.usage.flush();
    assert.equal((await bench.usage.readSummary(USE.botId)).total, 1);
  });

  check('a new month begins with the whole quota, and the old one stays as it was', async (bench) => {
    const tier = tierWith(100, 1);
    assert.deepEqual([await take(bench, tier), await take(bench, tier)], [null, 'quota']);
    bench.clock.wall = Date.UTC(2026, 11, 1);
    assert.deepEqual([await take(bench, tier), await take(bench, tier)], [null, 'quota']);
    bench.clock.wall = Date.UTC(2026, 10, 30);
    assert.equal(await take(bench, tier), 'quota', 'a clock that steps back opens no month again');
  });

  check('usage is counted by what was asked, and only what was taken', async ({ limits, usage }) => {
    const tier = tierWith(2, null);
    await limits.take(USE, tier);
    await limits.take({ ...USE, endpoint: '/api/other', venue: 'kalshi' }, tier);
    await limits.take(USE, tier);
    const { total, byEndpoint, byVenue } = await usage.readSummary(USE.botId);
    assert.deepEqual([total, byEndpoint, byVenue], [2, { '/api/other': 1, '/api/stats': 1 }, { kalshi: 1 }]);
  });
}
