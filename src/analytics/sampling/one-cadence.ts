import { HOUR_MS } from '../../domain/index.ts';
import { type PackHorizonInputs, type StatsPack, statsPack } from '../pack/stats-pack.ts';
import type { PriceColumns, ReturnBasis } from '../series/clean.ts';
import { prepareSeries, type Series } from '../series/series.ts';

/** Basis of a sample. `live`: records as they were taken; `hourly`: the last record of each hour. */
export type SamplingBasis = 'live' | 'hourly';

/** Description of the sample behind the figures of one series. */
export interface Sampling {
  readonly basis: SamplingBasis;
  /** Median distance of the bars in ms; null with fewer than two. */
  readonly stepMs: number | null;
  /** Total time of the returns in ms, without outages. */
  readonly coveredMs: number;
  /** Number of distances too long for a return, because an outage is not a move. */
  readonly outagesSkipped: number;
}

/** Bars of one cadence, with the name of the cadence. */
export interface Sample {
  readonly basis: SamplingBasis;
  readonly series: Series;
}

/** Minimum covered time for which live records are preferred to hourly closes. */
const MIN_LIVE_MS = 6 * HOUR_MS;

/**
 * Minimum fraction of a full page of records that returns must cover. Below it, apparent outages are the cadence
 * itself.
 */
const MIN_COVERED_SHARE = 0.5;

/** Prepares bars of one cadence, without returns across outages. */
export function prepareSample(columns: PriceColumns, basis: SamplingBasis, returnBasis: ReturnBasis): Sample {
  return { basis, series: prepareSeries(columns, returnBasis, { skipOutages: true }) };
}

/**
 * Whether live records suffice, so that hourly closes need not be read.
 *
 * @param fillsBound Whether as many records were read as one read may return.
 */
export function isLiveEnough(
  { series }: Sample,
  { minBars, fillsBound }: { readonly minBars: number; readonly fillsBound: boolean },
): boolean {
  const { bars, coveredMs, elapsedMs } = series;
  if (bars < minBars) return false;
  return coveredMs >= MIN_LIVE_MS || (fillsBound && coveredMs >= MIN_COVERED_SHARE * elapsedMs);
}

/**
 * Chooses the sample from which the figures of a series are computed when its live records are not sufficient.
 *
 * A window may contain hourly closes of a back-fill and polls every few seconds. No number of periods per year fits
 * both. With such a mixture, a yearly volatility of 28 % would be shown as 200 % or 1,031 %.
 *
 * @returns null when neither sample has `minBars` bars.
 */
export function chooseSample(live: Sample, hourly: Sample, minBars: number): Sample | null {
  return [hourly, live].find(({ series }) => series.bars >= minBars) ?? null;
}

/** Describes a sample in the form of an answer. */
export function describeSampling({ basis, series }: Sample): Sampling {
  const { stepMs, coveredMs, outagesSkipped } = series;
  return { basis, stepMs, coveredMs, outagesSkipped };
}

/**
 * Computes the statistics of hourly bars of which some may be missing. No return is taken across an outage, and the
 * number of bars per year follows from the covered time.
 */
export function hourlyPack(
  columns: PriceColumns,
  returnBasis: ReturnBasis,
  end?: PackHorizonInputs,
): StatsPack {
  const { series } = prepareSample(columns, 'hourly', returnBasis);
  return statsPack(series, end, series.count === 0 ? HOUR_MS : series.coveredMs / series.count);
}
