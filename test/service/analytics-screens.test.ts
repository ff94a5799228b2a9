import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capture,
  correlations,
  flatStats,
  prepareSeries,
  type ReturnBasis,
  statsPack,
} from '../../src/analytics/index.ts';
import {
  ASSET_KINDS,
  type AssetRef,
  DAY_MS,
  epochMs,
  HOUR_MS,
  kalshiAsset,
  NO_TERMS,
  perpAsset,
  polymarketAsset,
} from '../../src/domain/index.ts';
import type { Columns } from '../../src/history/history-store.ts';
import { describeSamples } from '../../src/screens/risk/sample-note.ts';
import { assertRefused, type RefusedParameter } from '../support/refused-parameters.ts';
import { buildBook, candles, startAnalytics, store, wander } from './analytics-bench.ts';
import { ARGENTINA, BTC, binary, ELECTION, HIGH, LIMIT, NOW, ONE_OF_EACH, perp } from './fixed-feed.ts';

const ETH = perpAsset('ETH');
const SOL = perpAsset('SOL');
/** One record in the middle of each hour. */
const HOURLY = { stepMs: HOUR_MS, endMs: NOW - HOUR_MS / 2 };

function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}

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
  const expected = capture(prepareSeries(toBars(eth), 'log'), prepareSeries(toBars(btc), 'log'));
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
    const hour = Math.floor((columns.t[i] as number) / HOUR_MS) * HOUR_MS;
    if (hour >= NOW - 30 * DAY_MS) closes.set(hour, columns.p[i] as number);
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
  const reference = high.p[high.t.findLastIndex((time) => time <= NOW - DAY_MS)] as number;

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
        stats: plain(flatStats(computePack(btc, 'log'))),
      },
      {
        asset: HIGH.asset,
        type: 'kalshi',
        name: 'Will it happen?',
        markPx: 0.42,
        changePct: 100 * (0.42 / reference - 1),
        stats: plain(flatStats(computePack(high, 'diff', end))),
      },
    ],
  });
  const { poll, book, candles: hours } = venue.calls;
  assert.deepEqual([poll, book, hours, faults], [0, 0, 0, []]);
});

test('the cross-venue list lacks no figure that the own statistics of an asset have stated', async (t) => {
  const { get, history, pass } = await startAnalytics(t, { candles: [] });
  await store(history, BTC, { ...HOURLY, count: 1, price: wander(1) });
  const readStats = async (asset: string) => {
    const { results, coverage } = await get('/api/stats');
    const row = results.find((one: { asset: string }) => one.asset === asset);
    const isMissing = coverage.missing.some((one: { asset: string }) => one.asset === asset);
    assert.equal(row === undefined, isMissing, asset);
    return row?.stats;
  };
  assert.deepEqual([(await readStats(BTC.asset)).sharpe, await readStats(HIGH.asset)], [null, undefined]);
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
  assert.deepEqual([computed.n, computed.sharpe === null], [399, false]);
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
  const coins = Array.from({ length: 60 }, (_, i) => perp(perpAsset(`C${i}`), { volume24hUsd: i }));
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

test('movers: perpetuals by the feed, all others against the record of 24 hours ago', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  const YOUNG = kalshiAsset('YOUNG');
  feed.set('hyperliquid', [
    perp(),
    perp(ETH, { changePct: -3 }),
    perp(SOL, { changePct: null }),
    binary(ARGENTINA, { yesPrice: null }),
  ]);
  feed.set('kalshi', [binary(HIGH), binary(YOUNG)]);
  await store(history, HIGH, { count: 30, stepMs: HOUR_MS, price: () => 0.4 });
  await store(history, YOUNG, { count: 3, stepMs: HOUR_MS, price: () => 0.1 });
  await store(history, ELECTION, { count: 30, stepMs: HOUR_MS, price: () => 0.5 });
  await store(history, LIMIT, { count: 30, stepMs: HOUR_MS, price: () => 0.42 });

  const body = await get('/api/movers');
  const row = (ref: AssetRef, changeFrac: number, source: string) => ({
    asset: ref.asset,
    name: ref.kind === 'hl-perp' ? ref.asset.slice(3) : 'Will it happen?',
    kind: ref.kind,
    venue: ref.venue,
    changeFrac,
    currentPrice: source === 'feed' ? 87_250.5 : 0.42,
    // 0.4 to 0.42 and 0.5 to 0.42, in points.
    change24hPts: ref === HIGH ? 2 : ref === ELECTION ? -8 : null,
    source,
  });
  const [up, btc, eth, down] = [0.42 / 0.4 - 1, 1.45 / 100, -0.03, 0.42 / 0.5 - 1];
  assert.deepEqual(body, {
    ok: true,
    generatedAt: new Date(NOW).toISOString(),
    params: { topN: 25, minPriceChangePct: 0, kind: [...ASSET_KINDS] },
    gainers: [row(HIGH, up, 'store-delta'), row(BTC, btc, 'feed')],
    losers: [row(ELECTION, down, 'store-delta'), row(ETH, eth, 'feed')],
    // Eligible but in neither list: the market that stands where it stood.
    totals: { considered: 8, eligible: 5, avgAbsChange: (btc - eth + up - down) / 5 },
  });
});

test('movers of chosen kinds, of a least change, and few of them', async (t) => {
  const { get, feed } = await startAnalytics(t);
  const coins = Array.from({ length: 60 }, (_, i) => perp(perpAsset(`C${i}`), { changePct: i - 30 }));
  feed.set('hyperliquid', [...coins, binary(ARGENTINA)]);
  const few = await get('/api/movers?kind=hl-perp,%20pm&topN=2&minPriceChangePct=0.28');
  assert.deepEqual(few.params, { topN: 2, minPriceChangePct: 0.28, kind: ['hl-perp', 'pm'] });
  assert.deepEqual(
    [few.gainers, few.losers].map((rows) => rows.map(({ asset }: { asset: string }) => asset)),
    [
      ['hl-C59', 'hl-C58'],
      ['hl-C0', 'hl-C1'],
    ],
  );
  assert.deepEqual([few.totals.considered, few.totals.eligible], [61, 5]);
  assert.equal((await get('/api/movers?topN=100')).gainers.length, 29);
});

test('correlations are those of the definition on all records', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  const FLAT = perpAsset('FLAT');
  feed.set('hyperliquid', [perp(), perp(ETH), perp(SOL), perp(FLAT)]);
  const shape = { count: 2_000, stepMs: 60_000 };
  const stored = new Map<AssetRef, Columns>([
    [ETH, await store(history, ETH, { ...shape, price: wander(2), endMs: NOW })],
    [BTC, await store(history, BTC, { ...shape, price: wander(1) })],
    [FLAT, await store(history, FLAT, { ...shape, price: () => 7 })],
    [SOL, await store(history, SOL, { count: 20, stepMs: 60_000, price: wander(3) })],
  ]);
  const names = [...stored.keys()].map(({ asset }) => asset);
  const inputs = [...stored].map(([{ asset }, columns]) => ({ asset, columns }));
  for (const method of ['both', 'pearson', 'spearman'] as const) {
    const body = await get(`/api/correlations?assets=${names.join(',')}&method=${method}`);
    const {
      barMs: _,
      gridPoints: __,
      ...expected
    } = correlations(inputs, {
      nowMs: NOW,
      windowHours: 24,
      method,
    });
    assert.deepEqual(body, {
      ok: true,
      generatedAt: new Date(NOW).toISOString(),
      params: { assets: names, window: 24, method },
      ...plain(expected),
    });
    assert.deepEqual(body.surviving, ['hl-ETH', 'hl-BTC']);
    assert.deepEqual(body.dropped, [
      { asset: 'hl-SOL', reason: 'insufficient-data' },
      { asset: 'hl-FLAT', reason: 'zero-variance' },
    ]);
    assert.deepEqual(
      [body.pearson === null, body.spearman === null],
      [method === 'spearman', method === 'pearson'],
    );
  }
});

test('prices that are carried forward are no evidence: overlap counts what was recorded', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(), perp(ETH), perp(SOL)]);
  // An hour is sixty bars of a minute: a record every ten minutes is carried through all of them.
  await store(history, BTC, { count: 1_500, stepMs: 60_000, price: wander(1), endMs: NOW });
  await store(history, ETH, { count: 200, stepMs: 600_000, price: wander(2), endMs: NOW - 60_000 });
  const body = await get('/api/correlations?assets=hl-BTC,hl-ETH');
  assert.equal(body.alignedReturnsLen, 288, 'the definition carries prices for twelve bars');
  assert.deepEqual(body.overlap, {
    labels: ['hl-BTC', 'hl-ETH'],
    matrix: [
      [288, 144],
      [144, 144],
    ],
  });
  assert.equal(typeof body.pearson.matrix[0][1], 'number');
  assert.deepEqual(body.whyNull, {});

  const few = await get('/api/correlations?assets=hl-BTC,hl-ETH&window=1');
  assert.deepEqual([few.surviving, few.overlap.matrix[0][1]], [['hl-BTC', 'hl-ETH'], 6]);
  assert.equal(few.alignedReturnsLen, 60);
  assert.deepEqual([few.pearson, few.spearman], [null, null]);
  assert.deepEqual(few.whyNull, { pearson: 'too_few_bars', spearman: 'too_few_bars' });

  await store(history, SOL, { count: 1_500, stepMs: 60_000, price: wander(3), endMs: NOW });
  const three = await get('/api/correlations?assets=hl-BTC,hl-ETH,hl-SOL&window=1&method=pearson');
  const { matrix } = three.pearson;
  assert.deepEqual(
    matrix.map((row: unknown[]) => row.map((value) => value === null)),
    [
      [false, true, false],
      [true, false, true],
      [false, true, false],
    ],
  );
  assert.deepEqual(Object.keys(three.whyNull), [
    'pearson.matrix.0.1',
    'pearson.matrix.1.0',
    'pearson.matrix.1.2',
    'pearson.matrix.2.1',
  ]);
});

test('correlations without history drop everything and have no matrix', async (t) => {
  const { get } = await startAnalytics(t);
  const body = await get(`/api/correlations?assets=${HIGH.asset},${LIMIT.asset}&window=720`);
  assert.deepEqual([body.surviving, body.dropped.length, body.alignedReturnsLen], [[], 2, 0]);
  assert.deepEqual([body.pearson, body.spearman], [null, null]);
});

test('small lines: half hours of many assets, each once, and the ids that nobody knows', async (t) => {
  const { get, history, pass } = await startAnalytics(t);
  const halfHour = HOUR_MS / 2;
  await store(history, BTC, { count: 30, stepMs: halfHour, endMs: NOW - 1, price: (i) => 1_000 + i });
  await store(history, ELECTION, { count: 1, stepMs: 1, endMs: NOW + 1, price: () => 0.25 });
  const url = `/api/sparklines?assets=${ELECTION.asset},hl-BTC,hl-btc,hl-NOPE`;
  const none = (count: number) => Array(count).fill(null);
  const body = await get(url);
  assert.deepEqual(body, {
    ok: true,
    fromMs: NOW - 47 * halfHour,
    bucketMs: halfHour,
    sparklines: [
      { asset: ELECTION.asset, closes: [...none(47), 0.25] },
      { asset: 'hl-BTC', closes: [...none(17), ...Array.from({ length: 30 }, (_, i) => 1_000 + i), null] },
    ],
    unknown: ['hl-NOPE'],
  });
  pass(HOUR_MS);
  const later = await get(url);
  assert.equal(later.fromMs, body.fromMs + HOUR_MS);
  assert.deepEqual(later.sparklines[1].closes.slice(-4), [1_029, null, null, null]);
});

test('an asset of correlations that nobody knows is 404, one in two spellings 400', async (t) => {
  const { app } = await startAnalytics(t);
  const unknown = await app.inject('/api/correlations?assets=hl-BTC,hl-NOPE');
  assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
  const twice = await app.inject('/api/correlations?assets=hl-BTC,hl-btc');
  assert.deepEqual([twice.statusCode, twice.json().parameter], [400, 'assets']);
});

/** The same question on two venues, cheap enough to buy both sides, at the prices given. */
function sameQuestion(
  feed: Awaited<ReturnType<typeof startAnalytics>>['feed'],
  yesAsk: number,
  noAsk: number,
) {
  const title = 'Will Bitcoin be above $100,000 on December 31, 2026?';
  const shared = {
    title,
    eventTitle: title,
    closeTime: epochMs(NOW + 40 * DAY_MS),
    endDate: epochMs(NOW + 40 * DAY_MS),
    exclusive: null,
  };
  const A = polymarketAsset('btc-above-100k-dec-31');
  const B = kalshiAsset('KXBTC-26DEC31-T100000');
  const terms = { ...NO_TERMS, settlementSource: 'Coinbase BTC/USD' };
  const yes = binary(A, {
    ...shared,
    eventKey: 'a',
    category: 'Crypto',
    yesAsk,
    yesBid: yesAsk - 0.02,
    noAsk: 1.02 - yesAsk,
  });
  const no = binary(B, { ...shared, eventKey: 'b', yesBid: 1 - noAsk, yesAsk: 1.02 - noAsk, noAsk });
  feed.set('polymarket', [{ ...yes, terms }]);
  feed.set('kalshi', [{ ...no, terms }]);
  return { A, B };
}

test('arbitrage shows gross figures, and the net of books and fees beside them', async (t) => {
  const { get, feed, screens, books } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const linked = screens.links.linkBetween(A.asset, B.asset);
  assert.equal(linked?.relation, 'same', JSON.stringify(screens.links.refused()));

  const body = await get('/api/arb/sim?capital=950');
  assert.deepEqual(body.params, { capital: 950, maxSpread: 0.5, minLegs: 2, topN: 10 });
  assert.deepEqual(body.snapshotAges, {
    hyperliquid: 2_000,
    polymarket: 2_000,
    kalshi: 2_000,
    limitless: 2_000,
  });
  const { summary, selected } = body;
  assert.deepEqual([summary.opportunitiesConsidered, summary.opportunitiesSelected], [1, 1]);
  const [item] = selected;
  assert.deepEqual(
    item.legs.map(({ venue, asset, side, price }: Record<string, unknown>) => [venue, asset, side, price]),
    [
      ['polymarket', A.asset, 'yes', 0.4],
      ['kalshi', B.asset, 'no', 0.55],
    ],
  );
  assert.ok(Math.abs(item.expectedProfitUsd - 50) < 1e-9);
  assert.ok(Math.abs(summary.venueExposure.polymarket + summary.venueExposure.kalshi - 950) < 1e-9);
  // No book can be read yet: the gross figures stay, and the reason is reported.
  assert.deepEqual([item.net, item.netReason], [null, `The book of ${A.asset} could not be read.`]);

  books.set(
    A.asset,
    buildBook(
      A.asset,
      [],
      [
        [0.4, 600],
        [0.42, 5_000],
      ],
    ),
  );
  books.set(B.asset, buildBook(B.asset, [[0.45, 5_000]], []));
  const [walked] = (await get('/api/arb/sim?capital=950&topN=9')).selected;
  const { net } = walked;
  assert.deepEqual(
    [walked.netReason, Math.round(net.contracts), net.filledFrac, net.lockUpDays],
    [null, 1_000, 1, 40],
  );
  // 600 contracts at 0.40 and 400 at 0.42, and 1,000 of No at 0.55.
  assert.ok(Math.abs(net.costUsd - (240 + 168 + 550)) < 1e-9);
  assert.ok(net.feesUsd > 0);
  assert.ok(Math.abs(net.profitUsd - (net.contracts - net.costUsd - net.feesUsd)) < 1e-9);
});

test('own fees go before the published ones, and the answer says which were assumed', async (t) => {
  const { get, feed, screens, books } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  books.set(A.asset, buildBook(A.asset, [], [[0.4, 5_000]]));
  books.set(B.asset, buildBook(B.asset, [[0.45, 5_000]], []));
  const ask = async (query: string) => (await get(`/api/arb/sim?capital=950${query}`)) as Simulated;

  const published = await ask('');
  const { basis, bps, says } = published.feesAssumed.kalshi;
  assert.deepEqual([basis, bps], ['published', null]);
  assert.match(says, /Kalshi fee schedule/);
  assert.match(published.feesAssumed.limitless.says, /not known/);
  assert.ok((published.selected[0]?.net.feesUsd ?? 0) > 0);

  // 1,000 contracts: 400 USD at one venue, 550 at the other.
  const own = await ask('&feeBps.polymarket=100&feeBps.kalshi=-100');
  assert.deepEqual(
    own.selected[0]?.net.legs.map(({ feeUsd, feeAsOf }) => [Math.round(feeUsd * 1e6) / 1e6, feeAsOf]),
    [
      [4, 'asked'],
      [-5.5, 'asked'],
    ],
  );
  assert.deepEqual(own.feesAssumed.kalshi, {
    basis: 'asked',
    bps: -100,
    says: '-100 bps of what an order costs, as asked',
  });
  assert.equal(own.feesAssumed.limitless.basis, 'published');
  assert.deepEqual([own.summary.opportunitiesPaying, own.summary.opportunitiesWithoutNet], [1, 0]);
  assert.ok(Math.abs(own.summary.payingProfitUsd - 51.5) < 1e-9);

  const dear = await ask('&feeBps.polymarket=1000&feeBps.kalshi=1000');
  assert.deepEqual([dear.summary.opportunitiesPaying, dear.summary.payingProfitUsd], [0, 0]);
  assert.equal(dear.selected.length, 1, 'a loss is shown');

  books.delete(B.asset);
  const unread = await ask('&topN=3');
  assert.deepEqual(
    [unread.summary.opportunitiesPaying, unread.summary.opportunitiesWithoutNet],
    [0, 1],
    'without a book there is no net',
  );
});

interface Simulated {
  readonly summary: Record<'opportunitiesPaying' | 'opportunitiesWithoutNet' | 'payingProfitUsd', number>;
  readonly feesAssumed: Record<'kalshi' | 'limitless', { basis: string; bps: number | null; says: string }>;
  readonly selected: readonly {
    readonly net: { feesUsd: number; legs: readonly { feeUsd: number; feeAsOf: string }[] };
  }[];
}

test('a perpetual against its oracle needs minLegs=1, and maxSpread bounds what is believed', async (t) => {
  const { get, feed } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(BTC, { markPx: 101, oraclePx: 100 })]);
  assert.equal((await get('/api/arb/sim?capital=100')).summary.opportunitiesConsidered, 0);
  const one = await get('/api/arb/sim?capital=100&minLegs=1');
  assert.deepEqual([one.selected[0].type, one.selected[0].net], ['perp-basis', null]);
  assert.ok(Math.abs(one.selected[0].spread - 0.01) < 1e-12);
  const narrow = await get('/api/arb/sim?capital=100&minLegs=1&maxSpread=0.009');
  assert.deepEqual(
    [narrow.selected, narrow.summary.capitalDeployed, narrow.summary.avgSpread],
    [[], 0, null],
  );
});

test('stale legs are left out of arbitrage', async (t) => {
  const { get, feed } = await startAnalytics(t);
  feed.set('hyperliquid', [perp(BTC, { markPx: 101, oraclePx: 100 })], epochMs(NOW - 121_000));
  assert.equal((await get('/api/arb/sim?capital=100&minLegs=1')).summary.opportunitiesConsidered, 0);
});

test('links are listed with their reasons, refused pairs on request, and of one asset', async (t) => {
  const { get, feed, screens } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const body = await get('/api/links');
  assert.deepEqual(
    [body.count, body.links, 'refused' in body],
    [
      body.links.length,
      plain(
        screens.links.links().map((one) => ({
          ...one,
          state: 'active',
          dispute: null,
          difference: screens.links.difference(one),
        })),
      ),
      false,
    ],
  );
  assert.deepEqual([body.total, body.nextCursor], [body.count, null]);
  const link = body.links.find(({ a, b }: { a: string; b: string }) => a === B.asset && b === A.asset);
  assert.deepEqual([link.relation, link.source], ['same', 'matched']);
  assert.ok(link.reasons.length > 0);

  const more = await get('/api/links?refused=true');
  assert.deepEqual(more.refused, plain(screens.links.refused()));
  const own = await get(`/api/links?asset=${A.asset.toUpperCase()}&refused=1`);
  assert.ok(own.links.length > 0);
  assert.ok(own.links.every(({ a, b }: { a: string; b: string }) => [a, b].includes(A.asset)));
  assert.deepEqual((await get('/api/links?asset=pm-nothing')).links, []);
});

test('links come in pages and by state, and a pair can be explained', async (t) => {
  const { app, get, feed, screens } = await startAnalytics(t);
  const { A, B } = sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const all = await get('/api/links');
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/api/links?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.ok(page.links.length <= 1);
    assert.equal(page.total, all.total);
    paged.push(...page.links);
    cursor = page.nextCursor;
  }
  assert.deepEqual(paged, all.links);
  assert.deepEqual((await get('/api/links?state=active')).links, all.links);
  assert.deepEqual((await get('/api/links?state=disputed')).links, []);
  const refused = await get('/api/links?state=refused');
  assert.deepEqual([refused.links, refused.refused], [[], plain(screens.links.refused())]);

  const explained = await get(`/api/links/explain?a=${A.asset}&b=${B.asset}`);
  assert.deepEqual(
    [explained.matched, explained.link.relation, explained.link.state],
    ['same', 'same', 'active'],
  );
  assert.deepEqual([explained.a.asset, explained.b.asset], [A.asset, B.asset]);
  assert.ok(explained.a.words.length > 0);
  const unknown = await app.inject('/api/links/explain?a=pm-nothing&b=kalshi-nothing');
  assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
});

test('links are sorted by difference in pages, those without a price last', async (t) => {
  const { get, feed, screens } = await startAnalytics(t);
  sameQuestion(feed, 0.4, 0.55);
  await screens.links.update(feed.venues.flatMap((venue) => feed.snapshot(venue)?.markets ?? []));
  const all = await get('/api/links?sort=difference');
  const widths = all.links.map(
    ({ difference }: { difference: { beyondSpreads: number } | null }) => difference?.beyondSpreads ?? -2,
  );
  assert.ok(widths.length > 0 && widths[0] > -2);
  assert.deepEqual(
    widths,
    [...widths].sort((x, y) => y - x),
  );
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/api/links?sort=difference&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...page.links);
    cursor = page.nextCursor;
  }
  assert.deepEqual(paged, all.links);
});

/** Path, parameter, values that are refused. */
const REFUSED: readonly RefusedParameter[] = [
  ['/api/asset/hl-BTC/risk', 'minBars', ['0', '-1', '1.5', 'x', '']],
  ['/api/asset/hl-BTC/slippage?side=buy', 'size', ['0', '-1', '1000000001', 'x', '', 'NaN', 'Infinity']],
  ['/api/asset/hl-BTC/slippage?size=1', 'side', ['long', '', 'BUY']],
  ['/api/asset/hl-BTC/slippage?size=1&side=buy', 'sizeUnit', ['usd', '']],
  ['/api/asset/hl-BTC/cascades', 'windowMs', ['0', '-1', '1.5', 'x']],
  ['/api/asset/hl-BTC/cascades', 'minDrawdownPct', ['0', '1', '-0.1', 'x', '1%']],
  ['/api/asset/hl-BTC/cascades', 'direction', ['both', '', 'Down']],
  ...['cascades', 'flow', 'volprofile?priceStep=1'].flatMap((path): [string, string, string[]][] => [
    [`/api/asset/hl-BTC/${path}`, 'limit', ['0', '-1', '1.5', 'x', '']],
    [`/api/asset/hl-BTC/${path}`, 'fromMs', ['-1', '1.5', 'yesterday']],
    [`/api/asset/hl-BTC/${path}`, 'toMs', ['-1', 'x']],
  ]),
  ['/api/asset/hl-BTC/flow', 'rollingWindow', ['0', '5001', '1.5', 'x']],
  ['/api/asset/hl-BTC/volprofile', 'priceStep', ['0', '-1', 'x', '']],
  ['/api/stats', 'venue', ['hyperliquid', 'hl-perp', '']],
  ['/api/stats', 'max', ['0', '-1', '1.5', 'x']],
  ['/api/movers', 'topN', ['0', '101', '1.5', 'x']],
  ['/api/movers', 'minPriceChangePct', ['-0.1', 'x', '5%']],
  ['/api/movers', 'kind', ['perp', '', 'hl-perp,', 'hl-perp,,pm']],
  ['/api/sparklines', 'assets', ['', 'hl-BTC,', 'hl-BTC,a b', manyAssets(51)]],
  ['/api/correlations', 'assets', ['', 'hl-BTC', 'hl-BTC,', 'hl-BTC,hl-BTC', 'hl-BTC,a b', manyAssets(21)]],
  ['/api/correlations?assets=hl-BTC,hl-ETH', 'window', ['0', '-1', '720.1', 'x']],
  ['/api/correlations?assets=hl-BTC,hl-ETH', 'method', ['kendall', '']],
  ['/api/arb/sim', 'capital', ['0', '-1', '1000000001', 'x', '']],
  ['/api/arb/sim?capital=1', 'maxSpread', ['0', '1.01', '-1', 'x']],
  ['/api/arb/sim?capital=1', 'minLegs', ['0', '-1', '1.5', 'x']],
  ['/api/arb/sim?capital=1', 'topN', ['0', '101', 'x']],
  ['/api/arb/sim?capital=1', 'feeBps.kalshi', ['-100.1', '1000.1', 'x', '']],
  ['/api/arb/sim?capital=1', 'feeBps.polymarket', ['-101', '1001']],
  ['/api/links', 'refused', ['yes', '', '2']],
  ['/api/links', 'state', ['open', '', 'Active']],
  ['/api/links', 'sort', ['gap', '', 'Pair']],
  ['/api/links', 'limit', ['0', '10001', '1.5', 'x', '']],
  ['/api/links', 'cursor', ['', 'x', 'a b']],
  ['/api/links/explain?a=pm-x', 'b', ['', 'a b', `pm-${'x'.repeat(260)}`]],
  ['/api/links', 'asset', ['', 'a b', `pm-${'x'.repeat(260)}`]],
];

function manyAssets(count: number): string {
  return Array.from({ length: count }, (_, i) => `hl-C${i}`).join(',');
}

test('a parameter outside its limits, of the wrong type or repeated is 400 with its name', async (t) => {
  const { app } = await startAnalytics(t);
  await assertRefused(app, REFUSED);
});

test('a required parameter that is absent is 400 with its name', async (t) => {
  const { app } = await startAnalytics(t);
  const rows: [url: string, parameter: string][] = [
    ['/api/asset/hl-BTC/slippage?side=buy', 'size'],
    ['/api/asset/hl-BTC/slippage?size=1', 'side'],
    ['/api/asset/hl-BTC/volprofile', 'priceStep'],
    ['/api/correlations', 'assets'],
    ['/api/sparklines', 'assets'],
    ['/api/arb/sim', 'capital'],
  ];
  for (const [url, parameter] of rows) {
    const body = (await app.inject(url)).json();
    assert.deepEqual([body.error, body.message], ['validation_failed', `${parameter} is required`]);
  }
});

test('a window that ends before it starts is refused', async (t) => {
  const { app } = await startAnalytics(t);
  for (const path of ['cascades?', 'flow?', 'volprofile?priceStep=1&']) {
    const response = await app.inject(`/api/asset/hl-BTC/${path}fromMs=2&toMs=1`);
    assert.deepEqual([response.statusCode, response.json().parameter], [400, 'fromMs'], path);
  }
});

test('values at their limits are accepted, and unknown parameters ignored', async (t) => {
  const { get, books } = await startAnalytics(t);
  books.set('hl-BTC', buildBook('hl-BTC', [[1, 1]], [[2, 1]]));
  const urls = [
    '/api/asset/hl-BTC/slippage?size=1000000000&side=sell',
    '/api/asset/hl-BTC/cascades?minDrawdownPct=0.999&windowMs=1&limit=1&extra=1',
    '/api/asset/hl-BTC/flow?rollingWindow=5000&fromMs=0&toMs=0',
    '/api/asset/hl-BTC/volprofile?priceStep=0.0000001',
    '/api/correlations?assets=hl-BTC,%20kalshi-kxhighny-26jul19-t80&window=720',
    '/api/correlations?assets=hl-BTC,kalshi-kxhighny-26jul19-t80&window=0.001',
    '/api/arb/sim?capital=1000000000&maxSpread=1&minLegs=1&topN=100',
    '/api/movers?topN=100&minPriceChangePct=1000',
    '/api/stats?max=1',
  ];
  for (const url of urls) assert.equal((await get(url)).ok, true, url);
});

test('each endpoint says its tier and its time to live', async (t) => {
  const { app, get } = await startAnalytics(t);
  const { endpoints } = await get('/api');
  const { paths } = await get('/api/openapi.json');
  const rows: [path: string, access: string, cacheSeconds: number][] = [
    ['/api/asset/{asset}/stats', 'pro', 15],
    ['/api/asset/{asset}/risk', 'free', 30],
    ['/api/asset/{asset}/slippage', 'free', 10],
    ['/api/asset/{asset}/cascades', 'free', 15],
    ['/api/asset/{asset}/flow', 'free', 15],
    ['/api/asset/{asset}/volprofile', 'free', 30],
    ['/api/asset/{asset}/carry', 'free', 60],
    ['/api/stats', 'pro', 15],
    ['/api/movers', 'free', 60],
    ['/api/correlations', 'free', 30],
    ['/api/sparklines', 'free', 60],
    ['/api/arb/sim', 'pro', 15],
    ['/api/links', 'free', 60],
    ['/api/links/explain', 'free', 10],
  ];
  for (const [path, access, cacheSeconds] of rows) {
    const entry = endpoints.find((one: { path: string }) => one.path === path);
    assert.equal(entry?.cacheSeconds, cacheSeconds, path);
    assert.equal(paths[path].get['x-access'], access, path);
  }
  const response = await app.inject('/api/asset/hl-BTC/carry');
  assert.equal(response.headers['cache-control'], 'public, s-maxage=60, stale-while-revalidate=120');
  assert.equal(ONE_OF_EACH.length, ASSET_KINDS.length);
});
