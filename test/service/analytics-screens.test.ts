import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correlations } from '../../src/analytics/index.ts';
import {
  ASSET_KINDS,
  type AssetRef,
  buildKalshiAsset,
  buildPerpAsset,
  epochMs,
  HOUR_MS,
} from '../../src/domain/index.ts';
import type { Columns } from '../../src/history/contract/history-store.ts';
import { plain, startAnalytics, store, wander } from '../support/analytics-bench.ts';
import { ARGENTINA, BTC, binary, ELECTION, HIGH, LIMIT, NOW, perp } from '../support/fixed-feed.ts';

const ETH = buildPerpAsset('ETH');
const SOL = buildPerpAsset('SOL');
/** One record in the middle of each hour. */
const _HOURLY = { stepMs: HOUR_MS, endMs: NOW - HOUR_MS / 2 };

test('movers: perpetuals by the feed, all others against the record of 24 hours ago', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  const YOUNG = buildKalshiAsset('YOUNG');
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
    yesMeans: null,
    noMeans: null,
    kind: ref.kind,
    venue: ref.venue,
    changeFrac,
    currentPrice: source === 'feed' ? 87_250.5 : 0.42,
    // 0.4 to 0.42 and 0.5 to 0.42, in points.
    change24hPts: ref === HIGH ? 2 : ref === ELECTION ? -8 : null,
    // ln(0.42 / 0.58) - ln(0.4 / 0.6) and ln(0.42 / 0.58) - ln(0.5 / 0.5).
    changeLogOdds: ref === HIGH ? 0.082692 : ref === ELECTION ? -0.322773 : null,
    volume24hUsd: ref.kind === 'hl-perp' ? 1_930_000_000 : 51_200,
    asOfMs: NOW - 2_000,
    isStale: false,
    source,
  });
  const [up, btc, eth, down] = [0.42 / 0.4 - 1, 1.45 / 100, -0.03, 0.42 / 0.5 - 1];
  const rounded = (rows: { changeLogOdds: number | null }[]) =>
    rows.map((each) => ({
      ...each,
      changeLogOdds: each.changeLogOdds === null ? null : Number(each.changeLogOdds.toFixed(6)),
    }));
  assert.deepEqual(
    { ...body, gainers: rounded(body.gainers), losers: rounded(body.losers) },
    {
      ok: true,
      generatedAt: new Date(NOW).toISOString(),
      params: {
        topN: 25,
        minPriceChangePct: 0,
        minChangePts: 0,
        minVolumeUsd: 0,
        kind: [...ASSET_KINDS],
        by: 'frac',
      },
      gainers: [row(HIGH, up, 'store-delta'), row(BTC, btc, 'feed')],
      losers: [row(ELECTION, down, 'store-delta'), row(ETH, eth, 'feed')],
      // Eligible but in neither list: the market that stands where it stood.
      totals: {
        considered: 8,
        eligible: 5,
        avgAbsChange: (btc - eth + up - down) / 5,
        // 2, 8 and 0 points of three binaries.
        avgAbsChangePts: body.totals.avgAbsChangePts,
        belowVolume: 0,
        stale: 0,
      },
      truncated: false,
      total: 4,
    },
  );
  assert.ok(Math.abs(body.totals.avgAbsChangePts - 10 / 3) < 1e-9);
  const cut = await get('/api/movers?topN=1');
  assert.deepEqual([cut.gainers.length, cut.losers.length, cut.truncated, cut.total], [1, 1, true, 4]);
});

test('probabilities rank by points and by log-odds, without perpetuals, and those without a trade on request alone', async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  const YOUNG = buildKalshiAsset('YOUNG');
  // From 1 % to 4 %, from 50 % to 60 %, and from 20 % to 35 % without much of a trade.
  feed.set('hyperliquid', [perp()]);
  feed.set('kalshi', [
    binary(HIGH, { yesPrice: 0.04, volume24hUsd: null }),
    binary(YOUNG, { yesPrice: 0.35, volume24hUsd: 12 }),
  ]);
  feed.set('polymarket', [binary(ELECTION, { yesPrice: 0.6, volume24hUsd: 5_000 })]);
  await store(history, HIGH, { count: 30, stepMs: HOUR_MS, price: () => 0.01 });
  await store(history, YOUNG, { count: 30, stepMs: HOUR_MS, price: () => 0.2 });
  await store(history, ELECTION, { count: 30, stepMs: HOUR_MS, price: () => 0.5 });
  const rank = async (query: string) => {
    const { gainers, totals } = await get(`/api/movers?${query}`);
    return [gainers.map(({ asset }: AssetRef) => asset), totals.belowVolume];
  };
  assert.deepEqual(await rank('by=pts'), [[YOUNG.asset, ELECTION.asset, HIGH.asset], 0]);
  assert.deepEqual(await rank('by=logOdds'), [[HIGH.asset, YOUNG.asset, ELECTION.asset], 0]);
  assert.deepEqual(await rank('by=pts&minVolumeUsd=1000'), [[ELECTION.asset, HIGH.asset], 1]);
  assert.deepEqual(await rank('by=pts&minChangePts=5'), [[YOUNG.asset, ELECTION.asset], 0]);
  assert.deepEqual(await rank('minChangePts=12'), [[YOUNG.asset], 0]);
});

test('a stale price ranks among nothing, and a repeated one has no time', async (t) => {
  const { get, feed, history, pass } = await startAnalytics(t);
  await store(history, HIGH, { count: 30, stepMs: HOUR_MS, price: () => 0.4 });
  feed.set('hyperliquid', [perp(), { ...perp(ETH, { changePct: -3 }), carried: true }]);
  feed.set('kalshi', [binary(HIGH)], epochMs(NOW - 120_001));
  const body = await get('/api/movers');
  const shown = [...body.gainers, ...body.losers].map(({ asset, asOfMs, isStale }) => [
    asset,
    asOfMs,
    isStale,
  ]);
  assert.deepEqual(shown, [
    ['hl-BTC', NOW - 2_000, false],
    ['hl-ETH', null, false],
  ]);
  assert.deepEqual([body.totals.eligible, body.totals.stale, body.totals.considered], [2, 1, 5]);

  const { entries } = await get('/api/m2m/index');
  const readPriceTime = ({ asset }: AssetRef) =>
    entries.find((entry: { asset: string }) => entry.asset === asset).asOfMs;
  assert.deepEqual(
    [readPriceTime(BTC), readPriceTime(ETH), readPriceTime(HIGH)],
    [NOW - 2_000, null, NOW - 120_001],
  );

  // Fresh again, the market ranks.
  feed.set('kalshi', [binary(HIGH)]);
  pass(60_000);
  assert.equal((await get('/api/movers')).gainers[0].asset, HIGH.asset);
});

test("a market whose record is young moves by its venue's figure, and says so", async (t) => {
  const { get, feed, history } = await startAnalytics(t);
  await store(history, HIGH, { count: 3, stepMs: HOUR_MS, price: () => 0.1 });
  feed.set('kalshi', [{ ...binary(HIGH), venueChange24h: 0.07 }]);
  feed.set('polymarket', [{ ...binary(ELECTION), venueChange24h: -0.58 }]);
  feed.set('limitless', [{ ...binary(LIMIT), venueChange24h: Number.NaN }]);
  const { gainers, losers, totals } = await get('/api/movers?kind=kalshi,pm,limitless');
  const show = ({ asset, change24hPts, source }: Record<string, unknown>) => [asset, change24hPts, source];
  assert.deepEqual(
    [gainers.map(show), losers.map(show)],
    [[[HIGH.asset, 7, 'venue']], [[ELECTION.asset, -58, 'venue']]],
  );
  assert.deepEqual([totals.considered, totals.eligible], [3, 2]);
  const { entries } = await get('/api/m2m/index');
  const shown = new Map(entries.map((entry: { asset: string }) => [entry.asset, entry]));
  for (const { asset, change24hPts, changeFrac } of [...gainers, ...losers]) {
    const entry = shown.get(asset) as Record<string, unknown>;
    assert.deepEqual(
      [entry.change24hPts, entry.change24hPct, entry.change24hSource],
      [change24hPts, changeFrac * 100, 'venue'],
    );
  }
});

test('movers of chosen kinds, of a least change, and few of them', async (t) => {
  const { get, feed } = await startAnalytics(t);
  const coins = Array.from({ length: 60 }, (_, i) => perp(buildPerpAsset(`C${i}`), { changePct: i - 30 }));
  feed.set('hyperliquid', [...coins, binary(ARGENTINA)]);
  const few = await get('/api/movers?kind=hl-perp,%20pm&topN=2&minPriceChangePct=0.28');
  assert.deepEqual(few.params, {
    topN: 2,
    minPriceChangePct: 0.28,
    minChangePts: 0,
    minVolumeUsd: 0,
    kind: ['hl-perp', 'pm'],
    by: 'frac',
  });
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
  const FLAT = buildPerpAsset('FLAT');
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
      isStale: Object.fromEntries(names.map((asset) => [asset, false])),
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
  // ETH is recorded in every other bar of five minutes; the other half is carried over.
  assert.deepEqual(body.carriedPerAsset, { 'hl-BTC': 0, 'hl-ETH': 144 });
  assert.deepEqual(body.asOfMs, { 'hl-BTC': NOW, 'hl-ETH': NOW - 60_000 });
  assert.deepEqual(body.isStale, { 'hl-BTC': false, 'hl-ETH': false });

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
  assert.deepEqual(body.asOfMs, { [HIGH.asset]: null, [LIMIT.asset]: null });
});

test('small lines: half hours of many assets, each once, and unknown ids', async (t) => {
  const { get, feed, history, pass } = await startAnalytics(t);
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
      { asset: ELECTION.asset, asOfMs: NOW + 1, isStale: false, closes: [...none(47), 0.25] },
      {
        asset: 'hl-BTC',
        asOfMs: NOW - 1,
        isStale: false,
        closes: [...none(17), ...Array.from({ length: 30 }, (_, i) => 1_000 + i), null],
      },
    ],
    unknown: ['hl-NOPE'],
  });
  pass(HOUR_MS);
  const later = await get(url);
  assert.equal(later.fromMs, body.fromMs + HOUR_MS);
  assert.deepEqual(later.sparklines[1].closes.slice(-4), [1_029, null, null, null]);
  // What its venue no longer lists is stale, and what it last cost has a time.
  feed.set('hyperliquid', [perp(ETH)]);
  pass(HOUR_MS);
  const [, gone] = (await get(url)).sparklines;
  assert.deepEqual([gone.isStale, gone.asOfMs], [true, NOW - 1]);
});

test('an unknown asset of correlations is 404, one in two spellings 400', async (t) => {
  const { app } = await startAnalytics(t);
  const unknown = await app.inject('/api/correlations?assets=hl-BTC,hl-NOPE');
  assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'asset_not_found']);
  const twice = await app.inject('/api/correlations?assets=hl-BTC,hl-btc');
  assert.deepEqual([twice.statusCode, twice.json().parameter], [400, 'assets']);
});
