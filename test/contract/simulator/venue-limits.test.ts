import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CountedCall, RateLimits } from '../../../simulator/rate-limits.ts';
import { CallBudget, type CallLimits, type VenueCall } from '../../../src/bot/execution/calls/call-budget.ts';
import { computeRowsWeight, HYPERLIQUID_LIMITS } from '../../../src/bot/execution/hyperliquid/limits.ts';
import { KALSHI_LIMITS } from '../../../src/bot/execution/kalshi/limits.ts';
import { LIMITLESS_LIMITS } from '../../../src/bot/execution/limitless/limits.ts';
import { POLYMARKET_LIMITS } from '../../../src/bot/execution/polymarket/limits.ts';
import { RateBudget } from '../../../src/upstream/budget.ts';
import { OWN_WEIGHT, OWN_WINDOW_MS } from '../../../src/venues/hyperliquid/request-weights.ts';
import { seeded } from '../../simulation/ledger-world.ts';

/**
 * What the venues see of many accounts that ask for as much as they can, beside a feed that does the same, in a time that
 * is moved by hand. Each call arrives later than it left, and each by another time.
 */
const STEP_MS = 50;

type Traffic = (
  random: () => number,
  account: string,
) => readonly [VenueCall, Partial<CountedCall>, rows?: number];

interface Scene {
  readonly limits: CallLimits;
  readonly feed: RateBudget;
  readonly feedWeight: number;
  readonly feedCall: Partial<CountedCall>;
  readonly accounts: number;
  /** The chance that an account asks within a step. */
  readonly eagerness: number;
  readonly forMs: number;
  readonly maxDelayMs: number;
  readonly traffic: Traffic;
}

type Venue = 'hyperliquid' | 'polymarket' | 'kalshi' | 'limitless';

/** @returns The largest use of each limit, and how many calls of the accounts left. */
async function play(t: TestContext, venue: Venue, build: (now: () => number) => Scene) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const scene = build(() => now);
  const random = seeded(7);
  const meter = new RateLimits(() => now);
  const budget = new CallBudget(venue, scene.limits, () => now);
  let arriving: { readonly at: number; readonly arrive: () => void }[] = [];
  const travel = (arrive: () => void) => {
    arriving.push({ at: now + random() * scene.maxDelayMs, arrive });
  };
  const count = (call: Partial<CountedCall>) =>
    meter.count(venue, { method: 'POST', path: '', body: null, caller: null, ...call });
  let left = 0;
  const ask = async (account: string) => {
    const [call, counted, rows = 0] = scene.traffic(random, account);
    await budget.take(call);
    left++;
    const end = budget.begin(call);
    travel(() => {
      count(counted);
      if (rows > 0) meter.addWeight(venue, computeRowsWeight(rows));
      travel(() => end(computeRowsWeight(rows)));
    });
  };
  while (now < scene.forMs) {
    for (let i = 0; i < scene.accounts; i++)
      if (random() < scene.eagerness) void ask(`a${i}`).catch(() => undefined);
    if (scene.feed.tryTake(scene.feedWeight, 'poll') === 0) travel(() => count(scene.feedCall));
    now += STEP_MS;
    t.mock.timers.tick(STEP_MS);
    await new Promise(setImmediate);
    const due = arriving.filter(({ at }) => at <= now);
    arriving = arriving.filter(({ at }) => at > now);
    for (const { arrive } of due) arrive();
  }
  return { left, use: meter.use().filter((one) => one.venue === venue && one.peakFrac > 0) };
}

function judge(t: TestContext, { use, left }: Awaited<ReturnType<typeof play>>): void {
  t.diagnostic(
    `${left} calls; ${use.map(({ rule, peakFrac }) => `${rule} ${(100 * peakFrac).toFixed(0)} %`).join(', ')}`,
  );
  assert.ok(use.length > 0 && left > 0);
  for (const one of use) assert.ok(one.peakFrac <= 1, JSON.stringify(one));
}

test('many accounts, their lists of many rows and the feed together keep the weight of Hyperliquid', async (t) => {
  const query = (type: string) => ({ path: '/info', body: { type } });
  const played = await play(t, 'hyperliquid', (now) => ({
    limits: HYPERLIQUID_LIMITS,
    feed: new RateBudget({ limit: OWN_WEIGHT, windowMs: OWN_WINDOW_MS, now }),
    feedWeight: 20,
    feedCall: query('metaAndAssetCtxs'),
    accounts: 60,
    eagerness: 0.02,
    forMs: 200_000,
    maxDelayMs: 1_500,
    traffic: (random, account) => {
      const kind = random();
      if (kind < 0.3)
        return [
          { purpose: 'order', account },
          { path: '/exchange', body: {} },
        ];
      if (kind < 0.5) return [{ purpose: 'outcome', account, cost: 2 }, query('orderStatus')];
      if (kind < 0.7) return [{ purpose: 'prepare', account, cost: 2 }, query('clearinghouseState')];
      if (kind < 0.8) return [{ purpose: 'check', account, cost: 60 }, query('userRole')];
      const rows = Math.floor(random() * 2_000);
      return [{ purpose: 'fees', account, cost: 20, maxAnswerCost: 100 }, query('userFillsByTime'), rows];
    },
  }));
  judge(t, played);
  assert.ok((played.use[0]?.peakFrac ?? 0) > 0.8, 'and hardly less than it');
});

test('tokens of Limitless, reads without a token and the feed keep its limits', async (t) => {
  const played = await play(t, 'limitless', (now) => ({
    limits: LIMITLESS_LIMITS,
    feed: new RateBudget({ limit: 6, windowMs: 4_000, spacingMs: 300, now }),
    feedWeight: 1,
    feedCall: {},
    accounts: 8,
    eagerness: 0.3,
    forMs: 60_000,
    maxDelayMs: 250,
    traffic: (random, account) =>
      random() < 0.1
        ? [{ purpose: 'prepare', account: null }, {}]
        : [{ purpose: random() < 0.5 ? 'order' : 'outcome', account }, { caller: account }],
  }));
  judge(t, played);
  assert.ok(played.left > 8 * 150, 'a token has about three calls a second');
});

test('keys of Kalshi keep their reads and writes', async (t) => {
  const orders = '/trade-api/v2/portfolio/events/orders';
  judge(
    t,
    await play(t, 'kalshi', (now) => ({
      limits: KALSHI_LIMITS,
      feed: new RateBudget({ limit: 6, windowMs: 2_000, now }),
      feedWeight: 1,
      feedCall: { method: 'GET' },
      accounts: 5,
      eagerness: 0.9,
      forMs: 20_000,
      maxDelayMs: 100,
      traffic: (random, account) => {
        const kind = random();
        if (kind < 0.2) return [{ purpose: 'prepare', account: null }, { method: 'GET' }];
        if (kind < 0.6)
          return [
            { purpose: 'order', account },
            { path: orders, caller: account },
          ];
        if (kind < 0.7)
          return [
            { purpose: 'cancel', account },
            { path: orders, method: 'DELETE', caller: account },
          ];
        return [
          { purpose: 'outcome', account },
          { method: 'GET', caller: account },
        ];
      },
    })),
  );
});

test('signers of Polymarket keep their orders and the address its calls', async (t) => {
  judge(
    t,
    await play(t, 'polymarket', (now) => ({
      limits: POLYMARKET_LIMITS,
      feed: new RateBudget({ limit: 1_800, windowMs: 10_000, now }),
      feedWeight: 1,
      feedCall: { path: '/clob/simplified-markets' },
      accounts: 5,
      eagerness: 0.9,
      forMs: 20_000,
      maxDelayMs: 100,
      traffic: (random, account) =>
        random() < 0.5
          ? [
              { purpose: 'order', account },
              { path: '/clob/order', caller: account },
            ]
          : [
              { purpose: 'outcome', account },
              { path: '/clob/data/order', method: 'GET', caller: account },
            ],
    })),
  );
});
