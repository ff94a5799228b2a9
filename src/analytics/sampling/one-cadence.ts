import { HOUR_MS } from '../../domain/index.ts';
import { type PackHorizonInputs, type StatsPack, statsPack } from '../pack/stats-pack.ts';
import type { PriceColumns, ReturnBasis } from '../series/clean.ts';
import { prepareSeries, type Series } from '../series/series.ts';

/** `live`: records as they were taken; `hourly`: the last record of each hour. */
export type SamplingBasis = 'live' | 'hourly';

/** The sample behind the figures of one series. */
export interface Sampling {
  readonly basis: SamplingBasis;
  /** Median distance of the bars in ms; null below two. */
  readonly stepMs: number | null;
  /** Time that the returns span together, outages left out. */
  readonly coveredMs: number;
  /** Distances too long for a return: an outage is not a move. */
  readonly outagesSkipped: number;
}

/** Bars of one cadence, and which one it is. */
export interface Sample {
  readonly basis: SamplingBasis;
  readonly series: Series;
}

/** Covered time below which live records say less than hours do. */
const MIN_LIVE_MS = 6 * HOUR_MS;

/** Share of a full page of records that returns cover at least; below it, what looks like outages is the cadence. */
const MIN_COVERED_SHARE = 0.5;

/** Bars of one cadence, without returns across outages. */
export function prepareSample(columns: PriceColumns, basis: SamplingBasis, returnBasis: ReturnBasis): Sample {
  return { basis, series: prepareSeries(columns, returnBasis, { skipOutages: true }) };
}

/**
 * Whether live records can stand for the series without a look at its hours.
 *
 * @param fillsBound As many records were read as are ever read.
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
 * The sample that figures of a series are computed from, when its live records do not suffice.
 *
 * A window may hold hourly closes of a back-fill beside polls every few seconds. No number of periods per year fits
 * both: such a mixture states 28 % of yearly volatility as 200 % or 1,031 %.
 *
 * @returns null when neither sample has `minBars` bars.
 */
export function chooseSample(live: Sample, hourly: Sample, minBars: number): Sample | null {
  return [hourly, live].find(({ series }) => series.bars >= minBars) ?? null;
}

/** A sample as answers describe it. */
export function describeSampling({ basis, series }: Sample): Sampling {
  const { stepMs, coveredMs, outagesSkipped } = series;
  return { basis, stepMs, coveredMs, outagesSkipped };
}

/**
 * The pack of hourly bars of which some hours may be missing: no return is taken across an outage, and a year has as many
 * bars as the time that the others cover says.
 */
export function hourlyPack(
  columns: PriceColumns,
  returnBasis: ReturnBasis,
  end?: PackHorizonInputs,
): StatsPack {
  const { series } = prepareSample(columns, 'hourly', returnBasis);
  return statsPack(series, end, series.count === 0 ? HOUR_MS : series.coveredMs / series.count);
}
