import { DAY_MS, HOUR_MS } from '../../domain/index.ts';
import { type RiskMetrics, riskMetrics } from '../pack/risk-metrics.ts';
import { type SharpeSuppression, sharpeSuppression } from '../pack/sharpe-suppression.ts';
import { describeSampling, type Sample, type Sampling, type SamplingBasis } from '../sampling/one-cadence.ts';
import type { ReturnBasis } from '../series/clean.ts';

/** `store`: live records; `fallback`: hourly closes had to serve; `insufficient`: every figure is null. */
export type RiskSource = 'store' | 'fallback' | 'insufficient';

/** Risk of the last 24 hours, or of the last week by its hours, in percent where the name says so. */
export interface RiskBlock {
  readonly realizedVolAnnualizedPct: number | null;
  readonly maxDrawdownPct: number | null;
  readonly sharpe: number | null;
  /** Sharpe suppressed reason; absent where there is a ratio. */
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
  /** Number of bars; 0 when insufficient. */
  readonly barsUsed: number;
  readonly source: RiskSource;
  readonly returnBasis: ReturnBasis | null;
  readonly windowMs: number;
  readonly periodsPerYear: number | null;
  /** Sample of the figures; null when insufficient. */
  readonly sampling: Sampling | null;
}

/** Number of bars from which a bundle states risk. */
export const BUNDLE_MIN_BARS = 30;

/** Most records of its window that a bundle reads. */
export const BUNDLE_MAX_RECORDS = 2000;

/** Hours that serve when the live records of the window do not. */
export const BUNDLE_HOURS = 168;

/** How far back each sample of a bundle reaches. */
const WINDOW_MS: Readonly<Record<SamplingBasis, number>> = {
  live: DAY_MS,
  hourly: BUNDLE_HOURS * HOUR_MS,
};

/** Window of a bundle's records: 24 hours. */
export const BUNDLE_WINDOW_MS = WINDOW_MS.live;

/**
 * The risk block of a bundle. In the difference basis, which binaries have, the annualised ratios
 * (Sharpe, Martin, Sterling) are null.
 *
 * @param sample Of one cadence; null without one of 30 bars.
 * @param returnBasis That of the asset's kind. Default: that of the sample.
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
