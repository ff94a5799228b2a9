import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSET_KINDS, type AssetKind, HOUR_MS, VENUES } from '../../src/domain/index.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

/** A time of day at which markets of every kind have been listed for more than a day. */
const START = Date.UTC(2026, 10, 20, 16, 20);

/** One poll fills the feed, and no stream moves it: every endpoint speaks of the same moment. */
const STILL = {
  feed: {
    streams: false,
    adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs: HOUR_MS }])),
  },
};

const ASSETS_OF_A_KIND = 4;

const MAX_VOLATILITY_FACTOR = 1.5;

/** What speaks of the return of a year, which a probability does not have. */
const YEARLY = ['annualizedReturn', 'sharpe', 'sharpeAdjAC', 'martinRatio', 'sterlingRatio'];

type Json = ReturnType<typeof JSON.parse>;

/** Ages are read at different moments; nothing else may differ but by floating-point error. */
const AGE_TOLERANCE_MS = 10_000;

interface Statement {
  readonly what: string;
  /** What each endpoint says; absent where it does not speak of the asset. */
  readonly said: Readonly<Record<string, unknown>>;
  readonly toleranceMs?: number;
}

function assertEqual(asset: string, { what, said, toleranceMs }: Statement): void {
  const values = Object.entries(said).filter(([, value]) => value !== undefined);
  const [first] = values;
  assert.ok(first !== undefined && values.length > 1, `${asset}: nobody else states ${what}`);
  for (const [name, value] of values.slice(1)) {
    const message: string = `${what} of ${asset}: ${first[0]} says ${first[1]}, ${name} says ${value}`;
    if (typeof value !== 'number' || typeof first[1] !== 'number') assert.equal(value, first[1], message);
    else assert.ok(Math.abs(value - first[1]) <= (toleranceMs ?? 1e-9 * Math.abs(value)), message);
  }
}

const percent = (fraction: number | null | undefined) =>
  fraction === null || fraction === undefined ? fraction : fraction * 100;

test('what two endpoints state of one asset is the same', { timeout: 180_000 }, async (t) => {
  const service = await startSimulatedService(t, { startAt: START, config: STILL });
  await allVenuesPolled(service);
  const get = async (url: string): Promise<Json> => {
    const { status, body } = await service.get(url);
    assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`);
    return body;
  };

  const listedStats = (await get('/api/stats')).results as Json[];
  const chosen = new Map<AssetKind, string[]>(
    ASSET_KINDS.map((kind) => [
      kind,
      listedStats
        .filter(({ type }) => type === kind)
        .slice(0, ASSETS_OF_A_KIND)
        .map(({ asset }) => asset),
    ]),
  );
  // Changes of 24 hours and statistics need the hours before the start, which asking for statistics fills in.
  for (const asset of [...chosen.values()].flat()) await get(`/api/asset/${asset}/stats`);
  // What screens have computed before is too old from now on; the feed is not stale yet.
  service.pass(61_000);
  await eventually(async () => {
    const results = new Map((await get('/api/stats')).results.map((row: Json) => [row.asset, row.stats.n]));
    return [...chosen.values()].flat().every((asset) => Number(results.get(asset) ?? 0) > 0);
  }, 'the screens know what was filled in');
  const [feed, index, movers, recorded, { results: stats }, health] = await Promise.all([
    get('/api/feed'),
    get('/api/m2m/index'),
    get('/api/movers?topN=100'),
    get('/api/history/assets'),
    get('/api/stats'),
    get('/api/feed/health'),
  ]);
  const tickers = new Map<string, Json>(
    VENUES.flatMap((venue) => [
      ...(feed[venue].perps ?? []),
      ...(feed[venue].outcomes ?? feed[venue].markets),
    ]).map((ticker: Json) => [ticker.asset, ticker]),
  );
  const byAsset = (rows: Json[], key = 'asset') => new Map<string, Json>(rows.map((row) => [row[key], row]));
  const entries = byAsset(index.entries);
  const moved = byAsset([...movers.gainers, ...movers.losers]);
  const series = byAsset(recorded.assets, 'assetId');
  const screened = byAsset(stats);

  for (const kind of ASSET_KINDS) {
    const assets = chosen.get(kind) ?? [];
    assert.ok(assets.length > 0, `statistics of a ${kind}`);
    await t.test(`of the largest markets of ${kind}`, async () => {
      for (const asset of assets) {
        const { quote, bundle, detail, statistics, history, buckets, carry, risk } = await askAll(
          get,
          asset,
          kind,
        );
        const pack = statistics.stats;
        const ticker = tickers.get(asset);
        const entry = entries.get(asset);
        const row = screened.get(asset);
        const mover = moved.get(asset);
        const isPerp = kind === 'hl-perp';
        const getLastPrice = (shown: Json) => (isPerp ? shown.markPx : shown.yesPrice);
        const statements: Statement[] = [
          {
            what: 'price',
            said: {
              feed: getLastPrice(ticker),
              asset: getLastPrice(detail.ticker),
              quote: quote.price.last,
              bundle: bundle.price.last,
              index: entry.lastPrice,
              stats: row.markPx,
              movers: mover?.currentPrice,
              carry: carry?.markPx,
            },
          },
          {
            what: 'change of 24 hours in percent',
            said: {
              bundle: bundle.price.change24hPct,
              stats: row.changePct,
              index: entry.change24hPct,
              movers: percent(mover?.changeFrac),
              ...(isPerp ? { feed: ticker.changePct, quote: quote.price.change24hPct } : {}),
            },
          },
          {
            what: 'change of 24 hours in points',
            said: {
              bundle: bundle.price.change24hPts,
              index: entry.change24hPts,
              ...(mover === undefined ? {} : { movers: mover.change24hPts }),
            },
          },
          {
            what: 'spread in points',
            said: { quote: quote.price.spreadPts, bundle: bundle.price.spreadPts },
          },
          {
            what: 'basis in points',
            said: { quote: quote.price.basisPts, bundle: bundle.price.basisPts, index: entry.basisPts },
          },
          { what: 'bid', said: { quote: quote.price.bid, bundle: bundle.price.bid } },
          { what: 'ask', said: { quote: quote.price.ask, bundle: bundle.price.ask } },
          { what: 'spread', said: { quote: quote.price.spreadBps, bundle: bundle.price.spreadBps } },
          {
            what: 'fair value',
            said: {
              quote: quote.price.fairValue,
              bundle: bundle.fairValue.value,
              'bundle price': bundle.price.fairValue,
              index: entry.fairPrice,
            },
          },
          {
            what: 'basis',
            said: {
              quote: quote.price.basisBps,
              bundle: bundle.fairValue.basisBps,
              'bundle price': bundle.price.basisBps,
              index: entry.basisBps,
            },
          },
          {
            what: 'volume of 24 hours',
            said: {
              feed: ticker.volume24hUsd,
              asset: detail.ticker.volume24hUsd,
              bundle: bundle.liquidity.volume24hUsd,
              index: entry.volume24hUsd,
            },
          },
          {
            what: 'open interest',
            said: { feed: ticker.openInterestUsd, bundle: bundle.liquidity.openInterestUsd },
          },
          ...['annualisedVol', 'sharpe', 'sortino'].map((name) => ({
            what: name,
            said: { stats: row.stats[name], 'asset stats': pack.returns[name] },
          })),
          ...['var95', 'es95', 'maxDrawdown'].map((name) => ({
            what: name,
            said: { stats: row.stats[name], 'asset stats': pack.risk[name] },
          })),
          ...['hurst', 'autocorr1', 'halfLifeMR'].map((name) => ({
            what: name,
            said: { stats: row.stats[name], 'asset stats': pack.structure[name] },
          })),
          {
            what: 'reason of a missing Sharpe',
            said: {
              stats: row.stats.sharpeSuppressedReason,
              'asset stats': pack.returns.sharpeSuppressedReason,
              risk: risk.sharpeSuppressedReason,
              bundle: bundle.risk.sharpeSuppressedReason ?? null,
            },
          },
          ...sayYearly({ statistics, risk, bundle }),
          { what: 'returns', said: { stats: row.stats.n, 'asset stats': pack.n } },
          {
            what: 'number of records',
            said: {
              series: series.get(asset)?.count,
              history: history.count,
              buckets: buckets.buckets.reduce((sum: number, bucket: Json) => sum + bucket.count, 0),
            },
          },
          {
            what: 'newest record',
            said: {
              series: series.get(asset)?.lastMs,
              history: history.records.at(-1).t,
              bundle: bundle.freshness.historyLastEverMs,
            },
          },
          {
            what: 'first record',
            said: {
              series: series.get(asset)?.firstMs,
              coverage: history.coverage.recordedFromMs,
              history: history.records[0].t,
            },
          },
          {
            what: 'age of the feed',
            toleranceMs: AGE_TOLERANCE_MS,
            said: {
              quote: quote.freshness.feedAgeMs,
              bundle: bundle.freshness.feedAgeMs,
              carry: carry?.snapshotAgeMs,
            },
          },
          {
            what: 'staleness',
            said: {
              quote: quote.freshness.isStale,
              bundle: bundle.freshness.isStale,
              fairValue: bundle.fairValue.isStale,
            },
          },
          ...(isPerp
            ? [
                {
                  what: 'funding of a year in percent',
                  said: {
                    bundle: bundle.carry.fundingAprPct,
                    feed: ticker.fundingHourly * 876_000,
                    carry: carry.carry.fundingHourly * 876_000,
                  },
                },
              ]
            : [
                {
                  what: 'terminal variance',
                  said: {
                    bundle: bundle.horizon.terminalVariance,
                    stats: row.stats.horizon.terminalVariance,
                    'asset stats': pack.horizon.terminalVariance,
                  },
                },
                ...(ticker.yesPrice === null
                  ? []
                  : [
                      {
                        what: 'sum of both prices',
                        said: { feed: ticker.yesPrice + ticker.noPrice, 'by definition': 1 },
                      },
                    ]),
              ]),
        ];
        for (const statement of statements) assertEqual(asset, statement);
        const notes = { risk: risk.sampleNote, stats: statistics.sampleNote, bundle: bundle.risk.sampleNote };
        for (const [name, note] of Object.entries(notes)) {
          const others = Object.keys(notes).filter((other) => other !== name);
          for (const other of others)
            assert.ok(note.includes(`/${other} has `), `${name} of ${asset}: ${note}`);
        }
        if (!isPerp) {
          for (const figure of YEARLY) assert.equal(risk.metrics[figure], null, `${figure} of ${asset}`);
          assert.equal(risk.sharpeSuppressedReason, 'bounded-probability');
          assertSameHours(asset, { pack, risk, bundle });
          continue;
        }
        // One walk by windows of a week and a month: one volatility, but for the error of a sample.
        const volatilities = [
          pack.returns.annualisedVol,
          risk.metrics.annualizedVol,
          bundle.risk.realizedVolAnnualizedPct / 100,
        ];
        const factor = Math.max(...volatilities) / Math.min(...volatilities);
        assert.ok(factor <= MAX_VOLATILITY_FACTOR, `volatility of ${asset}: ${volatilities}`);
      }
    });
  }

  await t.test('of the markets together', async () => {
    const listed = VENUES.reduce((sum, venue) => sum + index.summary.byVenue[venue], 0);
    assert.deepEqual([index.summary.total, index.entries.length, tickers.size], [listed, listed, listed]);
    assert.equal(recorded.count, recorded.assets.length);
    for (const venue of VENUES) assert.equal(health.venues[venue] === 'OK', feed[venue] !== null);
    assert.equal(movers.totals.considered, listed);
  });
});

/** What speaks of the return of a year: its figure, or the reason why it is null, in each answer that has it. */
function sayYearly({
  statistics,
  risk,
  bundle,
}: {
  readonly statistics: Json;
  readonly risk: Json;
  readonly bundle: Json;
}): Statement[] {
  const figures = [
    { name: 'sharpe', stats: 'stats.returns.sharpe', bundle: 'risk.sharpe' },
    { name: 'sharpeAdjAC', stats: 'stats.returns.sharpeAdjAC', bundle: null },
    { name: 'sterlingRatio', stats: 'stats.risk.sterling', bundle: 'risk.sterlingRatio' },
    { name: 'martinRatio', stats: null, bundle: 'risk.martinRatio' },
  ];
  return figures.map(({ name, stats, bundle: ofBundle }) => ({
    what: `why ${name} is null`,
    said: {
      risk: risk.whyNull[`metrics.${name}`] ?? null,
      ...(stats === null ? {} : { stats: statistics.whyNull[stats] ?? null }),
      ...(ofBundle === null ? {} : { bundle: bundle.whyNull[ofBundle] ?? null }),
    },
  }));
}

/** A market of less than a week has the same hours in all three; a year is 8,760 of them in one and 8,766 in the others. */
function assertSameHours(
  asset: string,
  { pack, risk, bundle }: { readonly pack: Json; readonly risk: Json; readonly bundle: Json },
): void {
  const { sampling, realizedVolAnnualizedPct, barsUsed } = bundle.risk;
  if (sampling?.basis !== 'hourly' || barsUsed !== pack.n + 1 || sampling.outagesSkipped > 0) return;
  const ratio = realizedVolAnnualizedPct / 100 / pack.returns.annualisedVol;
  assert.ok(Math.abs(ratio - Math.sqrt(8_766 / 8_760)) < 1e-9, `volatility of ${asset}: ${ratio}`);
  // Drawdowns are relative to the peak in each basis of returns.
  for (const [said, name] of [
    [bundle.risk.maxDrawdownPct / 100, 'maxDrawdown'],
    [bundle.risk.ulcerIndexPct / 100, 'ulcerIndex'],
    [bundle.risk.cdar95Pct / 100, 'cdar95'],
  ] as const) {
    const others = [pack.risk[name], risk.metrics[name]];
    for (const other of others)
      assert.ok(Math.abs(said - other) < 1e-9, `${name} of ${asset}: ${said}, ${others}`);
  }
}

async function askAll(get: (url: string) => Promise<Json>, asset: string, kind: AssetKind) {
  // The detail reads the venue's book, which a quote of an asset without a touch shows from then on.
  const detail = await get(`/api/asset/${asset}`);
  const { venue, storeKey } = await get(`/api/m2m/${asset}/bundle`);
  const base = `/api/history/${venue}/${storeKey}`;
  const [quote, bundle, statistics, history, buckets, risk, carry] = await Promise.all([
    get(`/api/m2m/${asset}/quote`),
    get(`/api/m2m/${asset}/bundle?series=true`),
    get(`/api/asset/${asset}/stats?explain=true`),
    get(`${base}?limit=50000`),
    get(`${base}/aggregate?bucketMs=${HOUR_MS}`),
    get(`/api/asset/${asset}/risk?explain=true`),
    kind === 'hl-perp' ? get(`/api/asset/${asset}/carry`) : undefined,
  ]);
  return { detail, quote, bundle, statistics, history, buckets, risk, carry };
}
