import {
  adf,
  calmar,
  cascades,
  conditionalDrawdown,
  correlations,
  drawdownAtRisk,
  expectedShortfall,
  flow,
  gainToPain,
  halfLife,
  hurst,
  jarqueBera,
  kpss,
  ljungBoxProfile,
  maxDrawdown,
  modifiedValueAtRisk,
  omega,
  painIndex,
  permutationEntropy,
  prepareSample,
  prepareSeries,
  riskMetrics,
  riskReport,
  rollSpreadBps,
  runs,
  type Series,
  sharpe,
  sharpeAdjusted,
  slippage,
  sortino,
  statsPack,
  tailIndex,
  trendT,
  ulcerIndex,
  valueAtRisk,
  varianceRatio,
  volumeProfile,
} from '../../src/analytics/index.ts';
import { getLastTime, walk } from './inputs.ts';
import { type Contestant, medianMicroseconds } from './measure.ts';

export interface TimedRow {
  readonly name: string;
  readonly microseconds: number;
}

/** Upper bounds in milliseconds, by row. */
export const BARS: Readonly<Record<string, number>> = {
  'statistics pack, 720 hourly bars': 3,
  'risk report, 5,000 records': 2,
  'flow, 50,000 records': 15,
  'cascades, 50,000 records': 15,
  'correlations, 20 assets, 720 h, a record a minute': 60,
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Times whole answers, from raw columns: cleaning and every shared intermediate included. */
export function absoluteRows(): TimedRow[] {
  const hourly = walk(720, { seed: 1, barMs: HOUR_MS });
  const probability = { t: hourly.t, p: hourly.p.map((p) => Math.round(p % 100) / 100) };
  const risk = walk(5_000, { seed: 2, barMs: 5_000 });
  const ticks = walk(50_000, { seed: 3, barMs: 5_000 });
  const assets = Array.from({ length: 20 }, (_, i) => ({
    asset: `asset-${i}`,
    columns: walk(720 * 60 + 12 * 60, { seed: 10 + i, barMs: MINUTE_MS }),
  }));
  const nowMs = getLastTime(assets[0]!.columns);
  const book = ladder(40);

  return timed([
    { name: 'statistics pack, 720 hourly bars', run: () => statsPack(prepareSeries(hourly, 'log')) },
    { name: 'statistics pack, 720 probabilities', run: () => statsPack(prepareSeries(probability, 'diff')) },
    {
      name: 'risk report, 5,000 records',
      run: () => riskReport(prepareSample(risk, 'live', 'log').series, { minBars: 30 }),
    },
    { name: 'risk metrics, 720 bars', run: () => riskMetrics(prepareSeries(hourly, 'log')) },
    { name: 'flow, 50,000 records', run: () => flow(ticks, { rollingWindow: 60 }) },
    {
      name: 'cascades, 50,000 records',
      run: () => cascades(ticks, { windowMs: MINUTE_MS, minDrawdownPct: 0.01, direction: 'down' }),
    },
    { name: 'volume profile, 50,000 records', run: () => volumeProfile(ticks, { priceStep: 0.1 }) },
    {
      name: 'correlations, 20 assets, 720 h, a record a minute',
      run: () => correlations(assets, { nowMs, windowHours: 720 }),
    },
    {
      name: 'slippage, 40 levels',
      run: () => slippage(book, { side: 'buy', size: 50_000, sizeUnit: 'quote' }),
    },
  ]);
}

/** Times each metric alone, on a series whose shared intermediates another metric has computed already. */
export function metricRows(): TimedRow[] {
  const ready = prepareSeries(walk(720, { seed: 1, barMs: HOUR_MS }), 'log');
  statsPack(ready);

  const preparing: Contestant[] = [
    { name: 'preparing: returns, moments, levels', run: () => fresh(ready).levels },
    { name: 'preparing: sorted returns', run: () => fresh(ready).sortedReturns },
    { name: 'preparing: sorted drawdowns', run: () => fresh(ready).sortedDrawdowns },
  ];
  const metrics: Record<string, (series: Series) => unknown> = {
    sharpe: (series) => sharpe(series, 8760),
    sharpeAdjAC: (series) => sharpeAdjusted(series, 8760),
    sortino: (series) => sortino(series, 8760),
    calmar: (series) => calmar(series, 8760),
    omega,
    gainToPain,
    var95: (series) => valueAtRisk(series, 0.05),
    es95: (series) => expectedShortfall(series, 0.05),
    modifiedVar95: modifiedValueAtRisk,
    tailIndex: (series) => tailIndex(series, 0.05),
    ulcerIndex,
    painIndex,
    maxDrawdown,
    cdar95: conditionalDrawdown,
    drawdownAtRisk95: drawdownAtRisk,
    hurst,
    trendT,
    halfLifeMR: halfLife,
    permEntropy: permutationEntropy,
    rollSpreadBps,
    ljungBoxProfile,
    adf,
    kpss: (series) => kpss(series),
    runs,
    varianceRatio,
    jarqueBera,
  };
  const metricContestants = Object.entries(metrics).map(([name, metric]) => ({
    name,
    run: () => metric(ready),
  }));
  return timed([...preparing, ...metricContestants]);
}

/** Builds the same prices without any computed intermediate. */
function fresh({ times, prices, basis }: Series): Series {
  return prepareSeries({ t: times, p: prices }, basis);
}

function ladder(levels: number) {
  const side = (away: number) =>
    Array.from({ length: levels }, (_, i) => ({ price: 100 + away * 0.01 * (i + 1), size: 5 + (i % 7) }));
  return { bids: side(-1), asks: side(1) };
}

function timed(contestants: readonly Contestant[]): TimedRow[] {
  const microseconds = medianMicroseconds(contestants);
  return contestants.map(({ name }, i) => ({ name, microseconds: microseconds[i]! }));
}
