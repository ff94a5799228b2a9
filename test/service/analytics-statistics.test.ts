import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture, flatStats, prepareSeries, type ReturnBasis, statsPack } from '../../src/analytics/index.ts';
import { buildPerpAsset, DAY_MS, HOUR_MS } from '../../src/domain/index.ts';
import type { Columns } from '../../src/history/contract/history-store.ts';
import { describeSamples } from '../../src/screens/risk/sample-note.ts';
import { candles, plain, startAnalytics, store, wander } from '../support/analytics-bench.ts';
import { ARGENTINA, BTC, binary, ELECTION, HIGH, LIMIT, NOW, perp } from '../support/fixed-feed.ts';

const ETH = buildPerpAsset('ETH');
const _SOL = buildPerpAsset('SOL');
/** One record in the middle of each hour. */
const HOURLY = { stepMs: HOUR_MS, endMs: NOW - HOUR_MS / 2 };

/** The bars of records that lie in the middle of their hours. */
function toBars({ t, p }: Columns) {
  return { t: t.map((time) => Math.floor(time / HOUR_MS) * HOUR_MS), p };
}

function computePack(columns: Columns, basis: ReturnBasis, end?: Parameters<typeof statsPack>[1]) {
  return statsPack(prepareSeries(toBars(columns), basis), end);
}

test('the statistics of a perpetual are the pack of its hourly bars, with its benchmark', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(), perp(ETH)]);
  const btc = await store(history, BTC, { ...HOURLY, count: 500, price: wander(1, 87_000) });
  const eth = await store(history, ETH, { ...HOURLY, count: 400, price: wander(2, 3_000) });
  const expected = capture({
    asset: prepareSeries(toBars(eth), 'log'),
    benchmark: prepareSeries(toBars(btc), 'log'),
  });
  assert.equal(expected?.alignedBars, 399);
  const { coverage, ...answer } = await get('/api/asset/hl-ETH/stats');
  assert.deepEqual(
    [coverage.state, coverage.recordedToMs - coverage.recordedFromMs],
    ['partial', 399 * HOUR_MS],
  );
  assert.deepEqual(answer, {
    ok: true,
    asset: 'hl-ETH',
    type: 'hl-perp',
    now: NOW,
    snapshot: { fetchedAt: NOW - 2_000, ageMs: 2_000, stale: false },
    stats: plain(computePack(eth, 'log')),
    sampleNote: describeSamples('stats', { unit: 'usd', basis: 'hourly' }),
    benchmark: { benchmarkAsset: 'hl-BTC', ...plain(expected) },
  });
  const own = await get('/api/asset/hl-BTC/stats');
  assert.deepEqual([own.benchmark, own.stats], [null, plain(computePack(btc, 'log'))]);
});

test('fewer than 24 shared hours, or no benchmark, leave the benchmark null', async (t) => {
  const { get, history } = await startAnalytics(t);
  await store(history, BTC, { ...HOURLY, count: 24, price: wander(1) });
  await store(history, ETH, { ...HOURLY, count: 100, price: wander(2) });
  assert.equal((await get('/api/asset/hl-ETH/stats')).benchmark, null);
});

test('the statistics of a binary market have a horizon, no annual ratios and no benchmark', async (t) => {
  const { get, history } = await startAnalytics(t);
  for (const ref of [ARGENTINA, ELECTION, HIGH, LIMIT]) {
    const columns = await store(history, ref, { ...HOURLY, count: 300, price: wander(3, 0.4) });
    const end = { price: 0.42, nowMs: NOW, closeTime: NOW + DAY_MS, endDate: null };
    const body = await get(`/api/asset/${ref.asset}/stats`);
    assert.deepEqual([body.type, 'benchmark' in body], [ref.kind, false]);
    assert.deepEqual(body.stats, plain(computePack(columns, 'diff', end)));
    assert.deepEqual(
      [body.stats.horizon.daysToResolve, body.stats.returns.sharpeSuppressedReason],
      [1, 'bounded-probability'],
    );
  }
});

test('bars go back 30 days, and the last price of an hour counts', async (t) => {
  const { get, history } = await startAnalytics(t);
  const columns = await store(history, BTC, { count: 2 * 24 * 40, stepMs: HOUR_MS / 2, price: wander(4) });
  const closes = new Map<number, number>();
  for (let i = 0; i < columns.length; i++) {
    const hour = Math.floor(columns.t[i]! / HOUR_MS) * HOUR_MS;
    if (hour >= NOW - 30 * DAY_MS) closes.set(hour, columns.p[i]!);
  }
  const bars = { t: Float64Array.from(closes.keys()), p: Float64Array.from(closes.values()) };
  const body = await get('/api/asset/hl-BTC/stats');
  assert.deepEqual([bars.t.length, body.stats.n], [720, 719]);
  assert.deepEqual(body.stats, plain(statsPack(prepareSeries(bars, 'log'))));
});

test('hours before the first record are asked of the venue at once, and once', async (t) => {
  const { get, venue, pass } = await startAnalytics(t, { candles: [[BTC.asset, candles(720, wander(5))]] });
  assert.equal((await get('/api/asset/hl-BTC/stats')).stats.n, 719);
  pass(15_000);
  assert.equal((await get('/api/asset/hl-BTC/stats')).stats.n, 719);
  assert.deepEqual(
    venue.asked.filter((asset) => asset === 'hl-BTC'),
    ['hl-BTC'],
  );
});

test('a venue that gives no candles leaves what is stored', async (t) => {
  const { get, history, faults } = await startAnalytics(t, { candles: [] });
  await store(history, BTC, { ...HOURLY, count: 50, price: wander(1) });
  assert.equal((await get('/api/asset/hl-BTC/stats')).stats.n, 49);
  assert.deepEqual(faults, []);
});

test('the cross-venue list holds the flat pack of every kind, and says what is missing', async (t) => {
  const { get, feed, history, venue, faults } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(), perp(ETH, { volume24hUsd: 5 }), binary(ARGENTINA)]);
  const btc = await store(history, BTC, { ...HOURLY, count: 500, price: wander(1, 87_000) });
  const high = await store(history, HIGH, { ...HOURLY, count: 300, price: wander(2, 0.4) });
  const end = { price: 0.42, nowMs: NOW, closeTime: NOW + DAY_MS, endDate: null };
  const reference = high.p[high.t.findLastIndex((time) => time <= NOW - DAY_MS)]!;

  const body = await get('/api/stats');
  const { elapsedMs, ...others } = body;
  assert.ok(Number.isInteger(elapsedMs));
  assert.deepEqual(others, {
    ok: true,
    now: NOW,
    cached: false,
    resultsAgeMs: 0,
    requested: 6,
    returned: 2,
    venue: null,
    coverage: {
      requested: 6,
      returned: 2,
      missing: ['hl-ETH', ARGENTINA.asset, ELECTION.asset, LIMIT.asset].map((asset) => ({
        asset,
        reason: 'no-history',
      })),
    },
    perVenue: {
      hl: { requested: 2, returned: 1 },
      'hl-pred': { requested: 1, returned: 0 },
      pm: { requested: 1, returned: 0 },
      kalshi: { requested: 1, returned: 1 },
      limitless: { requested: 1, returned: 0 },
    },
    snapshot: {
      ages: { hyperliquid: 2_000, polymarket: 2_000, kalshi: 2_000, limitless: 2_000 },
      stale: { hyperliquid: false, polymarket: false, kalshi: false, limitless: false },
    },
    results: [
      {
        asset: 'hl-BTC',
        type: 'hl-perp',
        name: 'BTC',
        markPx: 87_250.5,
        changePct: 1.45,
        change24hSource: 'snapshot',
        stats: plain(flatStats(computePack(btc, 'log'))),
      },
      {
        asset: HIGH.asset,
        type: 'kalshi',
        name: 'Will it happen?',
        markPx: 0.42,
        changePct: 100 * (0.42 / reference - 1),
        change24hSource: 'store-delta',
        stats: plain(flatStats(computePack(high, 'diff', end))),
      },
    ],
  });
  const { poll, book, candles: hours } = venue.calls;
  assert.deepEqual([poll, book, hours, faults], [0, 0, 0, []]);
});

test('the cross-venue list lacks no figure that the own statistics of an asset have stated', async (t) => {
  const { get, history, pass } = await startAnalytics(t, { candles: [] });
  await store(history, BTC, { ...HOURLY, count: 3, price: wander(1) });
  const readStats = async (asset: string) => {
    const { results, coverage } = await get('/api/stats');
    const row = results.find((one: { asset: string }) => one.asset === asset);
    const isMissing = coverage.missing.some((one: { asset: string }) => one.asset === asset);
    assert.equal(row === undefined, isMissing, asset);
    return row?.stats;
  };
  assert.deepEqual([(await readStats(BTC.asset)).hurst, await readStats(HIGH.asset)], [null, undefined]);
  // Hours that are filled in meanwhile, as when somebody asks for the statistics of an asset.
  await store(history, BTC, { ...HOURLY, count: 400, price: wander(5) });
  await store(history, HIGH, { ...HOURLY, count: 400, price: wander(6, 0.4) });
  for (const ref of [BTC, HIGH]) {
    const { stats } = await get(`/api/asset/${ref.asset}/stats`);
    assert.equal(stats.n, 399);
    // Not a moment later: neither the kept results nor the kept answer are older than that.
    assert.deepEqual(await readStats(ref.asset), plain(flatStats(stats)));
  }
  pass(20_000);
  const computed = await readStats(BTC.asset);
  assert.deepEqual([computed.n, computed.hurst === null], [399, false]);
});

test('an asset whose hours are on their way is missing, not a row of nulls', async (t) => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>();
  const { get, feed, history, pass } = await startAnalytics(t, {
    candles: [[BTC.asset, candles(720, wander(5))]],
    hold,
  });
  feed.set('hyperliquid', [perp()]);
  await store(history, BTC, { ...HOURLY, count: 1, price: wander(1) });
  const { results, coverage, perVenue } = await get('/api/stats?venue=hl');
  assert.deepEqual([results, perVenue.hl], [[], { requested: 1, returned: 0 }]);
  assert.deepEqual(coverage.missing, [{ asset: 'hl-BTC', reason: 'backfilling' }]);
  release();
  assert.equal((await get('/api/asset/hl-BTC/stats')).stats.n > 700, true);
  pass(20_000);
  const filled = await get('/api/stats?venue=hl');
  assert.deepEqual([filled.coverage.missing, filled.results.length], [[], 1]);
});

test('results are kept for 20 s for all who ask, and their age is reported', async (t) => {
  const { get, history, pass } = await startAnalytics(t);
  await store(history, BTC, { ...HOURLY, count: 100, price: wander(1) });
  assert.deepEqual((await get('/api/stats')).cached, false);
  pass(5_000);
  const perps = await get('/api/stats?venue=hl');
  assert.deepEqual([perps.cached, perps.resultsAgeMs, perps.venue], [true, 5_000, 'hl']);
  assert.deepEqual(perps.perVenue, { hl: { requested: 1, returned: 1 } });

  pass(14_999);
  const old = await get('/api/stats');
  assert.deepEqual([old.cached, old.resultsAgeMs], [true, 19_999]);
  pass(1_000);
  const fresh = await get('/api/stats');
  assert.deepEqual([fresh.cached, fresh.resultsAgeMs], [false, 0]);
});

test('max limits the whole list, largest first, in the proportion of the kinds', async (t) => {
  const { get, feed } = await startAnalytics(t);
  const coins = Array.from({ length: 60 }, (_, i) => perp(buildPerpAsset(`C${i}`), { volume24hUsd: i }));
  feed.set('hyperliquid', coins);
  const body = await get('/api/stats?max=11');
  assert.deepEqual([body.requested, body.perVenue.hl.requested], [11, 10]);
  assert.equal(body.coverage.missing[0].asset, 'hl-C59');
  assert.equal((await get('/api/stats?max=100000')).requested, 43);
  const perps = await get('/api/stats?venue=hl&max=3');
  assert.deepEqual(
    perps.coverage.missing.map(({ asset }: { asset: string }) => asset),
    ['hl-C59', 'hl-C58', 'hl-C57'],
  );
});

test('a venue without a snapshot has no markets in the list, and its snapshot counts as stale', async (t) => {
  const { get, feed } = await startAnalytics(t);
  feed.snapshots.delete('kalshi');
  const body = await get('/api/stats');
  assert.deepEqual(body.perVenue.kalshi, { requested: 0, returned: 0 });
  assert.deepEqual([body.snapshot.ages.kalshi, body.snapshot.stale.kalshi], [null, true]);
});
