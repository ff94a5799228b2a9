import { DAY_MS, HOUR_MS } from '../../domain/index.ts';
import { type RiskMetrics, riskMetrics } from '../pack/risk-metrics.ts';
import { type SharpeSuppression, sharpeSuppression } from '../pack/sharpe-suppression.ts';
import { describeSampling, type Sample, type Sampling, type SamplingBasis } from '../sampling/one-cadence.ts';
import type { ReturnBasis } from '../series/clean.ts';

/** Source of the figures. `store`: live records; `fallback`: hourly closes; `insufficient`: every figure is null. */
export type RiskSource = 'store' | 'fallback' | 'insufficient';

/**
 * Risk of the last 24 hours, or of the last week from hourly closes. `Pct` is percent; volatility and value at risk of the
 * difference basis are percentage points under the same names, drawdowns shares of the peak in both.
 */
export interface RiskBlock {
  readonly realizedVolAnnualizedPct: number | null;
  readonly maxDrawdownPct: number | null;
  readonly sharpe: number | null;
  /** Reason why the Sharpe ratio is null; absent when there is a ratio. */
  readonly sharpeSuppressedReason?: SharpeSuppression;
  readonly ulcerIndexPct: number | null;
  readonly painIndexPct: number | null;
  readonly modifiedVar95Pct: number | null;
  readonly martinRatio: number | null;
  readonly cdar95Pct: number | null;
  readonly gainToPain: number | null;
  readonly sterlingRatio: number | null;
  readonly omega: number | null;
  readonly rollSpreadBps: number | null;
  /** Number of bars; 0 when the source is `insufficient`. */
  readonly barsUsed: number;
  readonly source: RiskSource;
  readonly returnBasis: ReturnBasis | null;
  readonly windowMs: number;
  readonly periodsPerYear: number | null;
  /** Sample of the figures; null when the source is `insufficient`. */
  readonly sampling: Sampling | null;
}

/** Minimum number of bars for the risk figures of a bundle. */
export const BUNDLE_MIN_BARS = 30;

/** Maximum number of records that a bundle reads from its window. */
export const BUNDLE_MAX_RECORDS = 2000;

/** Number of hours that are used when the live records of the window are not sufficient. */
export const BUNDLE_HOURS = 168;

/** Length of the window of each sample, in ms. */
const WINDOW_MS: Readonly<Record<SamplingBasis, number>> = {
  live: DAY_MS,
  hourly: BUNDLE_HOURS * HOUR_MS,
};

/** Length of the window of live records: 24 hours. */
export const BUNDLE_WINDOW_MS = WINDOW_MS.live;

/**
 * Builds the risk block of a bundle. In the difference basis, which binaries have, the annualised ratios (Sharpe,
 * Martin, Sterling) are null.
 *
 * @param sample Sample of one cadence; null: no sample has 30 bars.
 * @param returnBasis Return basis of the asset's kind. Default: that of the sample.
 */
export function riskBlock(
  sample: Sample | null,
  returnBasis: ReturnBasis = sample?.series.basis ?? 'log',
): RiskBlock {
  const isBinary = returnBasis === 'diff';
  if (sample === null || sample.series.bars < BUNDLE_MIN_BARS) {
    return { ...NO_RISK, sharpeSuppressedReason: isBinary ? 'bounded-probability' : 'insufficient-data' };
  }
  const { series, basis } = sample;
  const metrics = riskMetrics(series);
  const suppressed = sharpeSuppression(series, isBinary);
  const yearly = (pick: keyof RiskMetrics) => (isBinary ? null : metrics[pick]);
  return {
    realizedVolAnnualizedPct: percent(metrics.annualizedVol),
    maxDrawdownPct: percent(metrics.maxDrawdown),
    sharpe: yearly('sharpe'),
    ...(suppressed === null ? {} : { sharpeSuppressedReason: suppressed }),
    ulcerIndexPct: percent(metrics.ulcerIndex),
    painIndexPct: percent(metrics.painIndex),
    modifiedVar95Pct: percent(metrics.modifiedVar95),
    martinRatio: yearly('martinRatio'),
    cdar95Pct: percent(metrics.cdar95),
    gainToPain: metrics.gainToPain,
    sterlingRatio: yearly('sterlingRatio'),
    omega: metrics.omega,
    rollSpreadBps: metrics.rollSpreadBps,
    barsUsed: series.bars,
    source: basis === 'live' ? 'store' : 'fallback',
    returnBasis: series.basis,
    windowMs: WINDOW_MS[basis],
    periodsPerYear: series.periodsPerYear,
    sampling: describeSampling(sample),
  };
}

function percent(fraction: number | null): number | null {
  return fraction === null ? null : fraction * 100;
}

const NO_RISK: RiskBlock = {
  realizedVolAnnualizedPct: null,
  maxDrawdownPct: null,
  sharpe: null,
  ulcerIndexPct: null,
  painIndexPct: null,
  modifiedVar95Pct: null,
  martinRatio: null,
  cdar95Pct: null,
  gainToPain: null,
  sterlingRatio: null,
  omega: null,
  rollSpreadBps: null,
  barsUsed: 0,
  source: 'insufficient',
  returnBasis: null,
  windowMs: BUNDLE_WINDOW_MS,
  periodsPerYear: null,
  sampling: null,
};
