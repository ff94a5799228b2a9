import {
  annualizedReturn,
  annualizedVolatility,
  meanReturn,
  realizedVolatility,
} from '../returns/annualised.ts';
import { gainToPain } from '../returns/gain-to-pain.ts';
import { martinRatio } from '../returns/martin-ratio.ts';
import { omega } from '../returns/omega.ts';
import { sharpe } from '../returns/sharpe.ts';
import { sharpeAdjusted } from '../returns/sharpe-adjusted.ts';
import { sterlingRatio } from '../returns/sterling-ratio.ts';
import { conditionalDrawdown } from '../risk/conditional-drawdown.ts';
import { maxDrawdown } from '../risk/max-drawdown.ts';
import { modifiedValueAtRisk } from '../risk/modified-value-at-risk.ts';
import { painIndex } from '../risk/pain-index.ts';
import { ulcerIndex } from '../risk/ulcer-index.ts';
import { prepareSeries, type Series } from '../series/series.ts';
import { rollSpreadBps } from '../structure/roll-spread.ts';
import { type SharpeSuppression, sharpeSuppression } from './sharpe-suppression.ts';

/** Risk metrics of one price series. Values are fractions unless the name says otherwise, and null when not defined. */
export interface RiskMetrics {
  /** Number of prices after cleaning. */
  readonly bars: number;
  readonly returns: number;
  /** Mean log return of one bar. */
  readonly meanLogReturn: number | null;
  /** Volatility of one bar. */
  readonly realizedVol: number | null;
  readonly annualizedVol: number | null;
  readonly annualizedReturn: number | null;
  readonly sharpe: number | null;
  readonly sharpeAdjAC: number | null;
  readonly ulcerIndex: number | null;
  readonly painIndex: number | null;
  /** Modified value at risk of one bar at 95 %, as a loss of at least 0. */
  readonly modifiedVar95: number | null;
  readonly martinRatio: number | null;
  readonly cdar95: number | null;
  readonly gainToPain: number | null;
  readonly sterlingRatio: number | null;
  readonly omega: number | null;
  readonly rollSpreadBps: number | null;
  readonly maxDrawdown: number | null;
  readonly peakPrice: number | null;
  readonly troughPrice: number | null;
  readonly drawdownBars: number | null;
}

/**
 * Computes all risk metrics of a prepared series.
 *
 * @param periodsPerYear Periods per year. Default: by the cadence of the series.
 */
export function riskMetrics(
  series: Series,
  periodsPerYear: number | null = series.periodsPerYear,
): RiskMetrics {
  const { deepest, prices } = series;
  return {
    bars: series.bars,
    returns: series.count,
    meanLogReturn: meanReturn(series),
    realizedVol: realizedVolatility(series),
    annualizedVol: annualizedVolatility(series, periodsPerYear),
    annualizedReturn: annualizedReturn(series, periodsPerYear),
    sharpe: sharpe(series, periodsPerYear),
    sharpeAdjAC: sharpeAdjusted(series, periodsPerYear),
    ulcerIndex: ulcerIndex(series),
    painIndex: painIndex(series),
    modifiedVar95: modifiedValueAtRisk(series),
    martinRatio: martinRatio(series, periodsPerYear),
    cdar95: conditionalDrawdown(series),
    gainToPain: gainToPain(series),
    sterlingRatio: sterlingRatio(series, periodsPerYear),
    omega: omega(series),
    rollSpreadBps: rollSpreadBps(series),
    maxDrawdown: maxDrawdown(series),
    peakPrice: deepest === null ? null : prices[deepest.peakIndex]!,
    troughPrice: deepest === null ? null : prices[deepest.troughIndex]!,
    drawdownBars: deepest === null ? null : deepest.troughIndex - deepest.peakIndex,
  };
}

/** Answer of the risk endpoint. */
export interface RiskReport {
  /**
   * Source of the figures. `fallback`: there are fewer bars than requested, and only `bars` and `returns` are given.
   */
  readonly source: 'store' | 'fallback';
  readonly periodsPerYear: number | null;
  readonly sharpeSuppressedReason: SharpeSuppression | null;
  readonly metrics: RiskMetrics;
}

export interface RiskReportOptions {
  readonly minBars: number;
  /** Whether the market is decided at 0 or 1, so that annualised figures are null. Default: false. */
  readonly isProbability?: boolean;
}

/** Annualised members of {@link RiskMetrics}. A bounded price has no annual return. */
const YEARLY_RETURN_METRICS = [
  'annualizedReturn',
  'sharpe',
  'sharpeAdjAC',
  'martinRatio',
  'sterlingRatio',
] as const;

/**
 * Computes risk metrics with a minimum: with fewer than `minBars` cleaned bars every figure except the counts is null.
 */
export function riskReport(
  series: Series,
  { minBars, isProbability = false }: RiskReportOptions,
): RiskReport {
  const { bars, count, periodsPerYear } = series;
  if (bars < minBars) {
    const metrics = { ...NO_METRICS, bars, returns: count };
    const sharpeSuppressedReason = isProbability ? 'bounded-probability' : 'insufficient-data';
    return { source: 'fallback', periodsPerYear, sharpeSuppressedReason, metrics };
  }
  const metrics = riskMetrics(series);
  return {
    source: 'store',
    periodsPerYear,
    sharpeSuppressedReason: sharpeSuppression(series, isProbability),
    metrics: isProbability ? withoutYear(metrics) : metrics,
  };
}

function withoutYear(metrics: RiskMetrics): RiskMetrics {
  return { ...metrics, ...Object.fromEntries(YEARLY_RETURN_METRICS.map((name) => [name, null])) };
}

const NO_METRICS: RiskMetrics = riskMetrics(
  prepareSeries({ t: new Float64Array(0), p: new Float64Array(0) }, 'log'),
);
