import { type RiskMetrics, riskMetrics } from '../risk/risk-metrics.ts';
import type { PriceColumns, ReturnBasis } from '../series/clean.ts';
import { prepareSeries, type Series } from '../series/series.ts';

/** `insufficient`: every figure is null; `fallback`: another series than the store's had to serve. */
export type RiskSource = 'store' | 'fallback' | 'insufficient';

/** Risk of the last 24 hours, in percent where the name says so. */
export interface RiskBlock {
  readonly realizedVolAnnualizedPct: number | null;
  readonly maxDrawdownPct: number | null;
  readonly sharpe: number | null;
  readonly ulcerIndexPct: number | null;
  readonly painIndexPct: number | null;
  readonly modifiedVar95Pct: number | null;
  readonly martinRatio: number | null;
  readonly cdar95Pct: number | null;
  readonly gainToPain: number | null;
  readonly sterlingRatio: number | null;
  readonly omega: number | null;
  readonly rollSpreadBps: number | null;
  /** 0 when insufficient. */
  readonly barsUsed: number;
  readonly source: RiskSource;
  readonly returnBasis: ReturnBasis | null;
  readonly windowMs: number;
  readonly periodsPerYear: number | null;
}

const MIN_BARS = 30;

/** The bundle reads at most this many records of its window. */
export const BUNDLE_MAX_RECORDS = 2000;

/** 24 hours. */
export const BUNDLE_WINDOW_MS = 86_400_000;

export interface RiskBlockInputs {
  /** The newest 2,000 records of 24 hours. */
  readonly store: PriceColumns;
  /** Serves when the store has fewer than 30 bars: the venue's candles. */
  readonly fallback?: PriceColumns | null;
  readonly basis: ReturnBasis;
  readonly windowMs?: number;
}

/**
 * The risk block of a bundle. In the difference basis, which binaries have, the ratios that speak of a year
 * (Sharpe, Martin, Sterling) are null.
 */
export function riskBlock({
  store,
  fallback,
  basis,
  windowMs = BUNDLE_WINDOW_MS,
}: RiskBlockInputs): RiskBlock {
  const stored = prepareSeries(store, basis);
  if (stored.bars >= MIN_BARS) return blockOf(stored, 'store', windowMs);

  const other = fallback === null || fallback === undefined ? null : prepareSeries(fallback, basis);
  if (other !== null && other.bars >= MIN_BARS) return blockOf(other, 'fallback', windowMs);
  return { ...NO_RISK, windowMs };
}

function blockOf(series: Series, source: RiskSource, windowMs: number): RiskBlock {
  const metrics = riskMetrics(series);
  const isBinary = series.basis === 'diff';
  const yearly = (pick: keyof RiskMetrics) => (isBinary ? null : metrics[pick]);
  return {
    realizedVolAnnualizedPct: percent(metrics.annualizedVol),
    maxDrawdownPct: percent(metrics.maxDrawdown),
    sharpe: yearly('sharpe'),
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
    source,
    returnBasis: series.basis,
    windowMs,
    periodsPerYear: series.periodsPerYear,
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
};
