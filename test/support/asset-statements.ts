import { type AssetKind, HOUR_MS } from '../../src/domain/index.ts';

export type Json = ReturnType<typeof JSON.parse>;

/** One figure of an asset in every answer that states it. */
export interface Statement {
  readonly what: string;
  /** Statements of each endpoint; absent where it does not state the asset. */
  readonly said: Readonly<Record<string, unknown>>;
  readonly toleranceMs?: number;
}

/** Answers about one asset. */
export type AssetAnswers = Awaited<ReturnType<typeof askAll>>;

/** Rows of an asset in answers about many: of the feed, the index, the movers, the statistics and the recorded series. */
export interface AssetRows {
  readonly ticker: Json;
  readonly entry: Json;
  readonly mover: Json;
  readonly row: Json;
  readonly series: Json;
}

/** Ages are read at different moments; nothing else may differ but by floating-point error. */
const AGE_TOLERANCE_MS = 10_000;

/** Asks every endpoint that speaks of an asset. */
export async function askAll(get: (url: string) => Promise<Json>, asset: string, kind: AssetKind) {
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

export function statePrices(
  { quote, bundle, detail, carry }: AssetAnswers,
  { ticker, entry, mover, row }: AssetRows,
  isPerp: boolean,
): Statement[] {
  const getLastPrice = (shown: Json) => (isPerp ? shown.markPx : shown.yesPrice);
  return [
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
  ];
}

export function stateReturns({ statistics, risk, bundle }: AssetAnswers, { row }: AssetRows): Statement[] {
  const pack = statistics.stats;
  return [
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
  ];
}

export function stateRecords({ history, buckets, bundle }: AssetAnswers, { series }: AssetRows): Statement[] {
  return [
    {
      what: 'number of records',
      said: {
        series: series?.count,
        history: history.count,
        // A bucket of a venue's candle stands for the one record that the candle's close is.
        buckets: buckets.buckets.reduce(
          (sum: number, { count, filled }: Json) => sum + (filled ? 1 : count),
          0,
        ),
      },
    },
    {
      what: 'newest record',
      said: {
        series: series?.lastMs,
        history: history.records.at(-1).t,
        bundle: bundle.freshness.historyLastEverMs,
      },
    },
    {
      what: 'first record',
      said: {
        series: series?.firstMs,
        coverage: history.coverage.recordedFromMs,
        history: history.records[0].t,
      },
    },
  ];
}

export function stateFreshness({ quote, bundle, carry }: AssetAnswers): Statement[] {
  return [
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
  ];
}

/** Figures that only a perpetual has, or only a probability. */
export function stateKindFigures(
  { statistics, bundle, carry }: AssetAnswers,
  { ticker, row }: AssetRows,
  isPerp: boolean,
): Statement[] {
  const pack = statistics.stats;
  return [
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
}

const percent = (fraction: number | null | undefined) =>
  fraction === null || fraction === undefined ? fraction : fraction * 100;

/** Lists what each answer says of the return of a year: its figure, or the reason why it is null. */
function sayYearly({
  statistics,
  risk,
  bundle,
}: Pick<AssetAnswers, 'statistics' | 'risk' | 'bundle'>): Statement[] {
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
