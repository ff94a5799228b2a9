import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carry,
  cascades,
  describeSampling,
  flow,
  flowItem,
  prepareSample,
  riskPoints,
  riskReport,
  slippage,
  volumeProfile,
} from '../../src/analytics/index.ts';
import { buildPerpAsset, DAY_MS, epochMs, HOUR_MS, KIND_TRAITS } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import type { Columns } from '../../src/history/contract/history-store.ts';
import { describeSamples } from '../../src/screens/risk/sample-note.ts';
import { buildBook, plain, startAnalytics, store, wander } from '../support/analytics-bench.ts';
import { BTC, ELECTION, HIGH, NOW, ONE_OF_EACH, perp } from '../support/fixed-feed.ts';
import { assertClose } from '../support/price-series.ts';

const GONE = buildPerpAsset('GONE');

function newest(columns: Columns, count: number): Columns {
  const { length, t, p, v, s } = columns;
  const from = length - count;
  return { length: count, t: t.slice(from), p: p.slice(from), v: v.slice(from), s: s.slice(from) };
}

/** What an answer says of a window whose every moment is recorded. */
function wholeWindow({ t, length }: Columns) {
  return {
    gaps: [],
    coverage: {
      state: 'full',
      recordedFromMs: t[0],
      recordedToMs: t[length - 1],
      recordedFrac: 1,
      notRecorded: [],
    },
  };
}

test('risk is the definition on the newest 5,000 records, on log returns for every kind', async (t) => {
  const { get, history } = await startAnalytics(t);
  for (const ref of ONE_OF_EACH) {
    const unit = KIND_TRAITS[ref.kind].unit;
    const price = wander(3, unit === 'usd' ? 87_000 : 0.4);
    const columns = await store(history, ref, { count: 5_200, stepMs: 5_000, price });
    const body = await get(`/api/asset/${ref.asset.toUpperCase().replace('HL-', 'hl-')}/risk`);
    const sample = prepareSample(newest(columns, 5_000), 'live', 'log');
    const isProbability = unit === 'probability';
    const report = riskReport(sample.series, { minBars: 30, isProbability });
    const { source, periodsPerYear, metrics, sharpeSuppressedReason } = report;
    assert.equal(metrics.sharpe === null, isProbability);
    const { asset, kind, venue, storeKey } = ref;
    const head = {
      ok: true,
      asset,
      kind,
      venue,
      storeKey,
      source,
      periodsPerYear,
      minBars: 30,
      sharpeSuppressedReason,
      sampling: describeSampling(sample),
      sampleNote: describeSamples('risk', { unit, basis: 'live' }),
    };
    assert.equal(body.metrics.bars, 5_000);
    const { coverage } = wholeWindow(columns);
    const points = isProbability ? riskPoints(sample.series, 30) : null;
    assert.deepEqual(body, plain({ ...head, coverage, metrics, points }));
  }
});

test('with fewer usable records than minBars the counts alone are reported', async (t) => {
  const { get, history } = await startAnalytics(t);
  await store(history, BTC, { count: 40, stepMs: 5_000, price: (i) => (i === 0 ? 0 : 100 + i) });
  const enough = await get('/api/asset/hl-BTC/risk?minBars=39');
  assert.deepEqual([enough.source, enough.metrics.bars, enough.metrics.returns], ['store', 39, 38]);
  const short = await get('/api/asset/hl-BTC/risk?minBars=40');
  const { bars, returns, ...others } = short.metrics;
  assert.deepEqual([short.source, short.minBars, bars, returns], ['fallback', 40, 39, 38]);
  assert.ok(Object.values(others).every((value) => value === null));
  assert.equal(Object.keys(others).length, 19);
  assert.equal((await get('/api/asset/hl-BTC/risk?minBars=1000000')).minBars, 5_000);
});

test('an asset without history has nulls, empty lists and counts of 0', async (t) => {
  const { get } = await startAnalytics(t);
  for (const { asset } of ONE_OF_EACH) {
    const risk = await get(`/api/asset/${asset}/risk`);
    assert.deepEqual([risk.source, risk.periodsPerYear, risk.metrics.bars], ['fallback', null, 0]);
    const found = await get(`/api/asset/${asset}/cascades`);
    assert.deepEqual(found.cascades, []);
    assert.deepEqual(found.summary, {
      clustersFound: 0,
      deepestDrawdownFrac: 0,
      totalCascadeBars: 0,
      direction: 'down',
    });
    const orders = await get(`/api/asset/${asset}/flow`);
    assert.deepEqual([orders.series, orders.rollingDelta, orders.summary.vpin], [[], 0, 0]);
    assert.equal(orders.summary.impactLambda, null);
    const profile = await get(`/api/asset/${asset}/volprofile?priceStep=0.01`);
    assert.deepEqual([profile.buckets, profile.pocIdx, profile.recordsUsed], [[], null, 0]);
    const stats = await get(`/api/asset/${asset}/stats`);
    assert.deepEqual([stats.stats.n, stats.stats.verdict], [0, 'insufficient-data']);
    assert.equal(stats.stats.returns.annualisedVol, null);
  }
});

test('slippage walks the live book of every kind', async (t) => {
  const { get, books } = await startAnalytics(t);
  for (const { asset, kind, venue } of ONE_OF_EACH) {
    const book = buildBook(
      asset,
      [
        [0.41, 100],
        [0.4, 250],
      ],
      [
        [0.43, 80],
        [0.45, 5_000],
      ],
    );
    books.set(asset, book);
    const body = await get(`/api/asset/${asset}/slippage?size=500&side=buy`);
    const order = { size: 500, side: 'buy', sizeUnit: 'quote' } as const;
    assert.equal(body.result.fullyFilled, true);
    assert.deepEqual(body, {
      ok: true,
      asset,
      kind,
      venue,
      generatedAt: new Date(NOW).toISOString(),
      mode: 'live',
      fetchedAt: book.receivedAt,
      stale: false,
      params: order,
      result: plain(slippage(book, order)),
    });
    const sale = await get(`/api/asset/${asset}/slippage?size=400&side=sell&sizeUnit=base`);
    assert.deepEqual([sale.result.fullyFilled, sale.result.remaining], [false, 50]);
    assert.ok(sale.result.slippageBps < 0);
  }
});

test('an empty book fills nothing, a one-sided one has no mid, and an unreadable one is 503', async (t) => {
  const { app, get, books } = await startAnalytics(t);
  books.set(BTC.asset, buildBook(BTC.asset, [], []));
  const empty = (await get('/api/asset/hl-BTC/slippage?size=10&side=buy')).result;
  assert.deepEqual(
    [empty.midPrice, empty.topPrice, empty.avgPrice, empty.slippageBps, empty.remaining, empty.tiers],
    [null, null, null, null, 10, []],
  );
  books.set(ELECTION.asset, buildBook(ELECTION.asset, [], [[0.5, 100]]));
  const oneSided = (await get(`/api/asset/${ELECTION.asset}/slippage?size=10&side=buy`)).result;
  assert.deepEqual([oneSided.avgPrice, oneSided.midPrice, oneSided.slippageBps], [0.5, null, null]);

  const response = await app.inject(`/api/asset/${HIGH.asset}/slippage?size=10&side=buy`);
  assert.deepEqual([response.statusCode, response.json().error], [503, 'upstream_unavailable']);
  assert.deepEqual([response.headers['retry-after'], response.headers['cache-control']], ['2', 'no-store']);
});

test('cascades are those of the definition, in the unit of the asset', async (t) => {
  const { get, history } = await startAnalytics(t);
  const btc = await store(history, BTC, { count: 3_000, stepMs: 5_000, price: wander(1, 87_000) });
  const high = await store(history, HIGH, {
    count: 3_000,
    stepMs: 5_000,
    price: (i) => Math.abs(Math.sin(i / 9)),
  });
  for (const [ref, columns] of [
    [BTC, btc],
    [HIGH, high],
  ] as const) {
    for (const direction of ['down', 'up'] as const) {
      const { asset, kind, venue, storeKey } = ref;
      const body = await get(
        `/api/asset/${asset}/cascades?windowMs=30000&minDrawdownPct=0.02&direction=${direction}`,
      );
      const options = { windowMs: 30_000, minDrawdownPct: 0.02, direction } as const;
      const report = cascades(columns, { ...options, unit: KIND_TRAITS[kind].unit });
      assert.ok(report.cascades.length > 0);
      assert.deepEqual(body, {
        ok: true,
        asset,
        kind,
        venue,
        storeKey,
        params: { ...options, fromMs: null, toMs: null, limit: 5_000 },
        summary: report.summary,
        cascades: plain(report.cascades),
        ...wholeWindow(columns),
        truncated: false,
      });
    }
  }
});

test('windows and limits choose the newest records, and clamps are reported', async (t) => {
  const { get, history } = await startAnalytics(t);
  const columns = await store(history, BTC, { count: 5_100, stepMs: 1_000, price: wander(2) });
  const times = columns.t;

  const whole = await get('/api/asset/hl-BTC/flow');
  assert.deepEqual([whole.series.length, whole.truncated], [5_000, true]);
  assert.equal(whole.series[0].t, times[100]);

  const all = await get('/api/asset/hl-BTC/flow?limit=9999999');
  assert.deepEqual([all.series.length, all.truncated, all.params.limit], [5_100, false, 50_000]);

  const [fromMs, toMs] = [times[10]!, times[19]!];
  const window = await get(`/api/asset/hl-BTC/flow?fromMs=${fromMs}&toMs=${toMs}&limit=7`);
  assert.deepEqual([window.series[0].t, window.series.at(-1).t], [times[13], toMs]);
  assert.deepEqual([window.truncated, window.params.fromMs, window.params.toMs], [true, fromMs, toMs]);

  const profile = await get(`/api/asset/hl-BTC/volprofile?priceStep=1&fromMs=${fromMs}&toMs=${toMs}`);
  assert.equal(profile.recordsUsed, 10);
  const cascade = await get('/api/asset/hl-BTC/cascades?windowMs=999999999999');
  assert.equal(cascade.params.windowMs, 86_400_000);
});

test('flow weighs traded volume where records carry it, and counts them where none does', async (t) => {
  const { get, history } = await startAnalytics(t);
  const price = (i: number) => 100 + Math.round(8 * Math.sin(i / 3)) / 4;
  const traded = await store(history, BTC, {
    count: 500,
    stepMs: 1_000,
    price,
    volume: (i) => (i % 3 === 0 ? null : i / 10),
  });
  const counted = await store(history, HIGH, { count: 500, stepMs: 1_000, price: (i) => price(i) / 200 });
  for (const [ref, columns, hasRealVolume] of [
    [BTC, traded, true],
    [HIGH, counted, false],
  ] as const) {
    const { asset, kind, venue, storeKey } = ref;
    const body = await get(`/api/asset/${asset}/flow?rollingWindow=50`);
    const expected = flow(columns, { rollingWindow: 50, unit: KIND_TRAITS[kind].unit });
    assert.equal(body.summary.hasRealVolume, hasRealVolume);
    assert.notEqual(body.summary.impactLambda, null);
    assert.deepEqual(body, {
      ok: true,
      asset,
      kind,
      venue,
      storeKey,
      params: { fromMs: null, toMs: null, limit: 5_000, rollingWindow: 50 },
      summary: plain(expected.summary),
      stated: null,
      whyNull: { stated: 'never' },
      series: Array.from({ length: 500 }, (_, i) => plain(flowItem(expected.series, i))),
      rollingDelta: expected.rollingDelta,
      rollingWindow: 50,
      ...wholeWindow(columns),
      truncated: false,
    });
  }
});

test('closes that were filled in have no side in the flow, and the rest is the flow of the others', async (t) => {
  const { get, history } = await startAnalytics(t);
  const live = await store(history, BTC, { count: 50, stepMs: 1_000, price: wander(4), volume: () => 2 });
  const before = (live.t[0] ?? 0) - 60_000;
  const closes = [3, 2, 1].map((hour, i) => ({
    t: epochMs(before - hour * HOUR_MS),
    p: 90 + i,
    v: null,
    s: 'backfill' as const,
  }));
  await history.insert(BTC, toColumns(closes));
  const body = await get(`/api/asset/${BTC.asset}/flow`);
  const { summary } = flow(live, { rollingWindow: 60 });
  assert.deepEqual(body.summary, {
    ...(plain(summary) as object),
    bars: 53,
    unclassifiedBars: summary.unclassifiedBars + 3,
  });
  assert.deepEqual(
    body.series.slice(0, 4).map(({ side, weight }: { side: unknown; weight: unknown }) => [side, weight]),
    [
      [null, 0],
      [null, 0],
      [null, 0],
      ['unclassified', 2],
    ],
  );
});

test('the volume profile has one point of control, by volume or by count', async (t) => {
  const { get, history } = await startAnalytics(t);
  const price = (i: number) => 0.3 + (i % 4) / 10;
  const traded = await store(history, BTC, {
    count: 40,
    stepMs: 1_000,
    price,
    volume: (i) => (i % 4 === 2 ? 5 : 1),
  });
  const counted = await store(history, HIGH, { count: 41, stepMs: 1_000, price });
  for (const [ref, columns, poc] of [
    [BTC, traded, 2],
    [HIGH, counted, 0],
  ] as const) {
    const body = await get(`/api/asset/${ref.asset}/volprofile?priceStep=0.1`);
    const unit = KIND_TRAITS[ref.kind].unit;
    const { recordsUsed, hasRealVolume, pocIdx, buckets } = volumeProfile(columns, { priceStep: 0.1, unit });
    assert.deepEqual(
      [body.recordsUsed, body.hasRealVolume, body.pocIdx, body.buckets],
      [recordsUsed, hasRealVolume, pocIdx, plain(buckets)],
    );
    assert.deepEqual(
      [body.pocIdx, body.buckets.filter(({ isPoc }: { isPoc: boolean }) => isPoc).length],
      [poc, 1],
    );
    assert.equal(body.buckets[0].priceLow, 0.3);
  }
});

test('carry is that of the running hour, and null where the venue states no rate', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  const body = await get('/api/asset/HL-btc/carry');
  assert.deepEqual(body, {
    ok: true,
    asset: 'hl-BTC',
    kind: 'hl-perp',
    venue: 'hyperliquid',
    coin: 'BTC',
    markPx: 87_250.5,
    generatedAt: new Date(NOW).toISOString(),
    snapshotAgeMs: 2_000,
    carry: plain(carry(0.0000125)),
  });

  const SOL = buildPerpAsset('SOL');
  feed.set('hyperliquid', [perp(SOL, { fundingHourly: null })]);
  assert.equal((await get('/api/asset/hl-SOL/carry')).carry, null);

  await store(history, GONE, { count: 3, stepMs: 1_000, price: () => 5 });
  const gone = await get('/api/asset/hl-GONE/carry');
  assert.deepEqual([gone.coin, gone.markPx, gone.carry], ['GONE', null, null]);
});

test('funding of days, its sum and its mean, and 404 of a binary market', async (t) => {
  const payments = Array.from({ length: 48 }, (_, i) => ({
    t: epochMs(NOW - (48 - i) * HOUR_MS),
    rate: i < 24 ? 0.00001 : 0.00003,
  }));
  const markets = { readCandles: async () => [], readFunding: async () => payments };
  const { app, get } = await startAnalytics(t, { markets });
  const all = await get('/api/asset/hl-btc/funding');
  assert.deepEqual([all.asset, all.days, all.payments], ['hl-BTC', 30, payments]);
  assertClose(all.sumFrac, 24 * 0.00004);
  assertClose(all.annualizedFrac, 0.00002 * 8_760);
  const day = await get('/api/asset/hl-BTC/funding?days=1');
  assert.equal(day.payments.length, 24);
  assertClose(day.meanHourlyFrac, 0.00003);
  const response = await app.inject(`/api/asset/${HIGH.asset}/funding`);
  assert.deepEqual([response.statusCode, response.json().error], [404, 'not_perpetual']);
});

test('funding of many perpetuals by day: at once with what is known, and the rest with a later answer', async (t) => {
  const firstMs = Math.floor(NOW / DAY_MS) * DAY_MS - DAY_MS;
  const hours = Math.floor((NOW - firstMs) / HOUR_MS);
  const payments = Array.from({ length: hours }, (_, i) => ({
    t: epochMs(firstMs + (i + 1) * HOUR_MS),
    rate: i < 24 ? 0.00001 : -0.00003,
  }));
  const markets = { readCandles: async () => [], readFunding: async () => payments };
  const { feed, get, pass } = await startAnalytics(t, { markets });
  feed.set('hyperliquid', [
    perp(buildPerpAsset('SMALL'), { volume24hUsd: 1 }),
    perp(buildPerpAsset('LARGE'), { volume24hUsd: 1e9, fundingHourly: 0.0000125 }),
    perp(buildPerpAsset('SILENT'), { volume24hUsd: null }),
  ]);
  const url = '/api/funding?days=2&limit=2';
  const cold = await get(url);
  assert.deepEqual(
    cold.rows.map((row: { coin: string; state: string; daily: unknown }) => [row.coin, row.state, row.daily]),
    [
      ['LARGE', 'waiting', null],
      ['SMALL', 'waiting', null],
    ],
  );
  assert.deepEqual([cold.waiting, cold.truncated, cold.total], [2, true, 3]);
  pass(5_000);
  const warm = await get(url);
  assert.equal(warm.waiting, 0);
  const [large] = warm.rows;
  assert.deepEqual(
    large.daily.map(({ payments }: { payments: number }) => payments),
    [24, hours - 24],
  );
  assertClose(large.daily[0].sumFrac, 24 * 0.00001);
  assertClose(large.sumFrac, 24 * 0.00001 - (hours - 24) * 0.00003);
  assert.equal(large.fundingHourly, 0.0000125);
  assert.equal(typeof large.lastMs, 'number');
});

test('carry of a binary market is 404 with a sentence that says why', async (t) => {
  const { app } = await startAnalytics(t);
  for (const { asset, kind } of ONE_OF_EACH.filter((ref) => ref.kind !== 'hl-perp')) {
    const response = await app.inject(`/api/asset/${asset}/carry`);
    const { ok, error, message } = response.json();
    assert.deepEqual([response.statusCode, ok, error], [404, false, 'not_perpetual'], kind);
    assert.equal(message, `${asset} is a binary market, and only perpetuals pay funding`);
  }
});

test('assets that are neither listed nor recorded are 404 everywhere', async (t) => {
  const { app } = await startAnalytics(t);
  const paths = [
    'risk',
    'slippage?size=1&side=buy',
    'cascades',
    'flow',
    'volprofile?priceStep=1',
    'carry',
    'funding',
    'stats',
  ];
  for (const path of paths) {
    for (const asset of ['hl-NOPE', 'pm-nope', 'nope']) {
      const response = await app.inject(`/api/asset/${asset}/${path}`);
      assert.deepEqual([response.statusCode, response.json().error], [404, 'asset_not_found'], path);
    }
  }
});
