import { dot } from '../numerics/sums.ts';
import { medianStep, outageAbove, periodsPerYear } from './cadence.ts';
import { cleanPrices, type PriceColumns, type ReturnBasis } from './clean.ts';
import { computeDrawdowns, type DeepestDrawdown, deepestDrawdown } from './drawdowns.ts';
import { computeMoments, type Moments } from './moments.ts';
import { computeReturns, logReturn, selectReturnsWithin } from './returns.ts';

/** Minimum number of pairs of returns, lag bars apart, for an autocorrelation. */
export const MIN_AUTOCORRELATION_PAIRS = 2;

export interface SeriesOptions {
  /**
   * Whether to leave out returns across outages: distances above ten median steps and above 10 minutes. The periods per
   * year then follow from the covered time. Default: every pair of adjacent bars gives a return.
   */
  readonly skipOutages?: boolean;
}

/**
 * Prepares a series for the metrics: cleans it, and computes shared intermediate results at their first use.
 *
 * @param columns Records in any order. Repeated and unusable ones are dropped.
 */
export function prepareSeries(
  columns: PriceColumns,
  basis: ReturnBasis,
  options: SeriesOptions = {},
): Series {
  const { times, prices } = cleanPrices(columns, basis);
  return new Series(times, prices, basis, options);
}

/** Sums of gains, losses and squared losses of the returns, computed in one pass. */
export interface GainsAndLosses {
  /** Sum of the positive returns. */
  readonly gains: number;
  /** Sum of the negative returns, as a positive number. */
  readonly losses: number;
  /** Sum of the squared negative returns. */
  readonly lossSquares: number;
}

/**
 * A cleaned price series with the intermediate results that metrics share. Each is computed once, at its first use. The
 * arrays are shared and must not be changed.
 */
export class Series {
  readonly times: Float64Array;
  readonly prices: Float64Array;
  readonly basis: ReturnBasis;
  readonly #skipOutages: boolean;

  #returns: Float64Array | undefined;
  #moments: Moments | undefined;
  #sortedReturns: Float64Array | undefined;
  #gainsAndLosses: GainsAndLosses | undefined;
  #drawdowns: Float64Array | undefined;
  #sortedDrawdowns: Float64Array | undefined;
  #deepest: DeepestDrawdown | null | undefined;
  #levels: Float64Array | undefined;
  #stepMs: number | null | undefined;
  #coveredMs: number | undefined;
  readonly #autocorrelations: (number | null)[] = [];

  /**
   * Keeps the arrays as they are, without a copy.
   *
   * @param prices Prices cleaned for the basis, at strictly ascending times, as {@link prepareSeries} makes them.
   */
  constructor(
    times: Float64Array,
    prices: Float64Array,
    basis: ReturnBasis,
    { skipOutages = false }: SeriesOptions = {},
  ) {
    this.times = times;
    this.prices = prices;
    this.basis = basis;
    this.#skipOutages = skipOutages;
  }

  /** Number of prices. */
  get bars(): number {
    return this.prices.length;
  }

  /** Number of returns. */
  get count(): number {
    return this.returns.length;
  }

  /** Returns, one for each pair of adjacent bars whatever their distance, except across skipped outages. */
  get returns(): Float64Array {
    this.#returns ??= this.#takeReturns();
    return this.#returns;
  }

  /** Number of distances between adjacent bars across which no return is taken. */
  get outagesSkipped(): number {
    return Math.max(0, this.bars - 1) - this.count;
  }

  /** Total time of the returns, in ms. */
  get coveredMs(): number {
    this.#coveredMs ??= this.#sumSteps();
    return this.#coveredMs;
  }

  /** Time from the first bar to the last in ms, including outages. */
  get elapsedMs(): number {
    return this.bars === 0 ? 0 : this.times.at(-1)! - this.times[0]!;
  }

  get moments(): Moments {
    this.#moments ??= computeMoments(this.returns);
    return this.#moments;
  }

  /** Returns in ascending order. */
  get sortedReturns(): Float64Array {
    this.#sortedReturns ??= this.returns.slice().sort();
    return this.#sortedReturns;
  }

  get gainsAndLosses(): GainsAndLosses {
    this.#gainsAndLosses ??= sumGainsAndLosses(this.returns);
    return this.#gainsAndLosses;
  }

  /** Drawdown of each bar: its fraction below the running peak. */
  get drawdowns(): Float64Array {
    this.#drawdowns ??= computeDrawdowns(this.prices);
    return this.#drawdowns;
  }

  /** Drawdowns in ascending order. */
  get sortedDrawdowns(): Float64Array {
    this.#sortedDrawdowns ??= this.drawdowns.slice().sort();
    return this.#sortedDrawdowns;
  }

  /** Peak and trough of the deepest drawdown; null without bars. */
  get deepest(): DeepestDrawdown | null {
    if (this.#deepest === undefined) this.#deepest = deepestDrawdown(this.prices, this.drawdowns);
    return this.#deepest;
  }

  /** Log prices or probabilities, relative to the first bar, in deviations of the returns; empty when flat. */
  get levels(): Float64Array {
    this.#levels ??= this.moments.isFlat ? new Float64Array(0) : computeLevels(this);
    return this.#levels;
  }

  /** Median distance of the bars in ms; null with fewer than two. */
  get stepMs(): number | null {
    if (this.#stepMs === undefined) this.#stepMs = medianStep(this.times);
    return this.#stepMs;
  }

  /**
   * Number of returns in a year: of covered time when outages are skipped, else by the median distance of the bars;
   * 8766 for hourly ones, null with fewer than two bars. The median of records that come in bursts is the distance
   * within a burst, a thousandth of the mean.
   */
  get periodsPerYear(): number | null {
    if (this.stepMs === null) return null;
    return periodsPerYear(this.#skipOutages ? this.coveredMs / this.count : this.stepMs);
  }

  /**
   * Autocorrelation of the returns, rho_k = sum (r_i - m)(r_{i-k} - m) / sum (r_i - m)^2, the denominator
   * over the whole sample (as R `acf` and statsmodels).
   *
   * @returns null below lag + 2 returns or with zero variance.
   */
  autocorrelation(lag: number): number | null {
    const known = this.#autocorrelations[lag];
    if (known !== undefined) return known;

    const { count, deviations, sumOfSquares, isFlat } = this.moments;
    const value =
      isFlat || count - lag < MIN_AUTOCORRELATION_PAIRS
        ? null
        : dot(deviations, deviations, { aFrom: lag, bFrom: 0, length: count - lag }) / sumOfSquares;
    this.#autocorrelations[lag] = value;
    return value;
  }

  #sumSteps(): number {
    const { times, stepMs } = this;
    if (stepMs === null) return 0;
    const longest = this.#skipOutages ? outageAbove(stepMs) : Number.POSITIVE_INFINITY;
    let covered = 0;
    for (let i = 1; i < times.length; i++) {
      const step = times[i]! - times[i - 1]!;
      if (step <= longest) covered += step;
    }
    return covered;
  }

  #takeReturns(): Float64Array {
    const all = computeReturns(this.prices, this.basis);
    if (!this.#skipOutages || this.stepMs === null) return all;
    return selectReturnsWithin(all, this.times, outageAbove(this.stepMs));
  }
}

function sumGainsAndLosses(returns: Float64Array): GainsAndLosses {
  let gains = 0;
  let losses = 0;
  let lossSquares = 0;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    if (value > 0) gains += value;
    if (value < 0) {
      losses -= value;
      lossSquares += value * value;
    }
  }
  return { gains, losses, lossSquares };
}

/**
 * Computes log prices or probabilities relative to the first bar, in deviations of the returns. The tests do not depend
 * on this origin and scale, but their rounding error does.
 */
function computeLevels({ prices, basis, moments }: Series): Float64Array {
  const first = prices[0]!;
  const levels = new Float64Array(prices.length);
  for (let i = 0; i < levels.length; i++) {
    const level = basis === 'log' ? logReturn(first, prices[i]!) : prices[i]! - first;
    levels[i] = level / moments.deviation;
  }
  return levels;
}
