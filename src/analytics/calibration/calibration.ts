import { compensatedSum, mean } from '../numerics/sums.ts';
import { BANDS, findBand } from './bands.ts';
import { type ClusterCount, effectiveSamples, wilsonInterval } from './share-interval.ts';

/** Forecast of a market and its result. */
export interface ScoredForecast {
  /** Price of Yes at the horizon, from 0 to 1. */
  readonly p: number;
  /** Result: 1 for Yes, 0 for No. */
  readonly y: number;
  /** Name of the event on whose result several markets depend; null for a market on its own. */
  readonly event: string | null;
}

export interface CalibrationBand {
  readonly index: number;
  /** Range of the band: prices from `low` on and below `high`. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly yes: number;
  /** Number of events among the samples. */
  readonly clusters: number;
  readonly meanPrice: number;
  /** Fraction of the samples that resolved to Yes. */
  readonly share: number;
  /** Number of independent samples that would determine the share equally well. */
  readonly effective: number;
  /** 95 % confidence interval of the share. */
  readonly shareLow: number;
  readonly shareHigh: number;
  /** Whether the mean price lies within the interval. */
  readonly holds: boolean;
  /** Whether the band is large enough to judge: at least 20 samples from at least 10 events. */
  readonly enough: boolean;
}

/** Scores of forecasts. A score is null when it is not defined. */
export interface Calibration {
  readonly n: number;
  readonly yes: number;
  readonly clusters: number;
  /** Whether the cell is large enough to judge: at least 100 samples from at least 30 events. */
  readonly enough: boolean;
  readonly meanPrice: number | null;
  readonly share: number | null;
  /** Mean squared difference of price and outcome; 0 is perfect. */
  readonly brier: number | null;
  /** Standard error of the Brier score, computed over events. */
  readonly brierSe: number | null;
  /** Part of the Brier score due to wrong prices of whole bands; 0 is perfect. */
  readonly reliability: number | null;
  /** Part by which distinguishing the bands lowers the Brier score. */
  readonly resolution: number | null;
  /** Brier score of a constant forecast, the share of Yes among all samples. */
  readonly uncertainty: number | null;
  /** Part of the Brier score lost by using bands: brier = reliability - resolution + uncertainty + withinBand. */
  readonly withinBand: number | null;
  /** Reliability that perfect prices would have by chance. */
  readonly reliabilityByChance: number | null;
  /** Fraction of the uncertainty that the prices remove: 1 is perfect, 0 is no better than a constant forecast. */
  readonly skill: number | null;
  /** Mean surprise in nats, with prices limited to 0.001 to 0.999. */
  readonly logLoss: number | null;
  /** Number of samples whose price was limited. */
  readonly clipped: number;
  /** Bands with samples, by ascending price. */
  readonly bands: readonly CalibrationBand[];
}

export const CELL_SAMPLES = 100;
export const CELL_CLUSTERS = 30;
export const BAND_SAMPLES = 20;
export const BAND_CLUSTERS = 10;
export const LOWEST_PRICE = 0.001;
export const HIGHEST_PRICE = 0.999;

/**
 * Computes how often forecasts came true, by price band, and the Brier score with its components. Forecasts of one
 * event are not independent, so confidence intervals and standard errors are computed over events.
 *
 * Source: A. H. Murphy, A new vector partition of the probability score, Journal of Applied Meteorology 12, 1973;
 * D. B. Stephenson, C. A. S. Coelho, I. T. Jolliffe, Two extra components in the Brier score decomposition, Weather
 * and Forecasting 23, 2008.
 */
export function calibrate(forecasts: readonly ScoredForecast[]): Calibration {
  const n = forecasts.length;
  const clusters = groupByEvent(forecasts);
  const counts = { n, yes: countYes(forecasts), clusters: clusters.length };
  const enough = n >= CELL_SAMPLES && clusters.length >= CELL_CLUSTERS;
  if (n === 0) return { ...counts, enough, ...NOTHING };

  const inBands = BANDS.map(() => [] as ScoredForecast[]);
  for (const forecast of forecasts) inBands[findBand(forecast.p)]!.push(forecast);
  const bands = inBands.flatMap((samples, index) =>
    samples.length === 0 ? [] : [describeBand(index, samples)],
  );
  const share = counts.yes / n;
  const uncertainty = share * (1 - share);
  const brier = mean(forecasts.map(squaredError));
  const overBands = (part: (band: CalibrationBand) => number) => compensatedSum(bands.map(part)) / n;
  return {
    ...counts,
    enough,
    meanPrice: mean(forecasts.map(({ p }) => p)),
    share,
    brier,
    brierSe: brierError(clusters, brier, n),
    reliability: overBands((band) => band.n * (band.meanPrice - band.share) ** 2),
    resolution: overBands((band) => band.n * (band.share - share) ** 2),
    uncertainty,
    withinBand: overBands((band) => withinBand(band, inBands[band.index]!)),
    reliabilityByChance: overBands(
      (band) => (band.n * band.meanPrice * (1 - band.meanPrice)) / band.effective,
    ),
    skill: uncertainty === 0 ? null : 1 - brier / uncertainty,
    logLoss: mean(forecasts.map(surprise)),
    clipped: forecasts.filter(({ p }) => p !== clip(p)).length,
    bands,
  };
}

/** Scores when there are no forecasts. */
export const NOTHING = {
  meanPrice: null,
  share: null,
  brier: null,
  brierSe: null,
  reliability: null,
  resolution: null,
  uncertainty: null,
  withinBand: null,
  reliabilityByChance: null,
  skill: null,
  logLoss: null,
  clipped: 0,
  bands: [],
};

function describeBand(index: number, samples: readonly ScoredForecast[]): CalibrationBand {
  const clusters = groupByEvent(samples);
  const n = samples.length;
  const yes = countYes(samples);
  const meanPrice = mean(samples.map(({ p }) => p));
  const counts = clusters.map((cluster): ClusterCount => ({ n: cluster.length, yes: countYes(cluster) }));
  const effective = effectiveSamples(counts);
  const { low: shareLow, high: shareHigh } = wilsonInterval(yes / n, effective);
  return {
    ...BANDS[index]!,
    n,
    yes,
    clusters: clusters.length,
    meanPrice,
    share: yes / n,
    effective,
    shareLow,
    shareHigh,
    holds: shareLow <= meanPrice && meanPrice <= shareHigh,
    enough: n >= BAND_SAMPLES && clusters.length >= BAND_CLUSTERS,
  };
}

/** Groups samples by their event. A sample without an event is a group of its own. */
function groupByEvent(samples: readonly ScoredForecast[]): ScoredForecast[][] {
  const groups = new Map<string, ScoredForecast[]>();
  const single: ScoredForecast[][] = [];
  for (const sample of samples) {
    if (sample.event === null) single.push([sample]);
    else if (groups.has(sample.event)) groups.get(sample.event)!.push(sample);
    else groups.set(sample.event, [sample]);
  }
  return [...groups.values(), ...single];
}

function countYes(samples: readonly ScoredForecast[]): number {
  return samples.reduce((sum, { y }) => sum + y, 0);
}

function squaredError({ p, y }: ScoredForecast): number {
  return (p - y) ** 2;
}

function brierError(clusters: readonly ScoredForecast[][], brier: number, n: number): number | null {
  const count = clusters.length;
  if (count < 2) return null;
  const squares = clusters.map(
    (cluster) => compensatedSum(cluster.map((sample) => squaredError(sample) - brier)) ** 2,
  );
  return Math.sqrt((count / (count - 1)) * compensatedSum(squares)) / n;
}

function withinBand({ meanPrice, share }: CalibrationBand, samples: readonly ScoredForecast[]): number {
  return compensatedSum(samples.map(({ p, y }) => (p - meanPrice) ** 2 - 2 * (p - meanPrice) * (y - share)));
}

function clip(price: number): number {
  return Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, price));
}

function surprise({ p, y }: ScoredForecast): number {
  return -Math.log(y === 1 ? clip(p) : 1 - clip(p));
}
