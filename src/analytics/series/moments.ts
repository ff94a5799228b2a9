import { compensatedSum } from '../numerics/sums.ts';

/** Minimum number of returns for a deviation. */
export const MIN_DEVIATION_RETURNS = 2;

/** Mean and central sums of a series of returns, by two passes. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Deviations from the mean, one for each return. */
  readonly deviations: Float64Array;
  /** Sum of the squared deviations. */
  readonly sumOfSquares: number;
  /** Sample standard deviation, divisor n - 1; 0 with fewer than two returns. */
  readonly deviation: number;
  /** Standard deviation with divisor n. */
  readonly populationDeviation: number;
  /** Population skewness; 0 where `isFlat`. */
  readonly skewness: number;
  /** Population excess kurtosis; 0 where `isFlat`. */
  readonly excessKurtosis: number;
  /** Whether the variance is zero: there are fewer than two returns, or the deviation is only rounding error. */
  readonly isFlat: boolean;
}

/** Fraction of the largest return below which a deviation is rounding error. */
const FLAT_SHARE = 1e-12;

/**
 * Computes the moments of a series.
 *
 * `isFlat` is relative to the largest return, because the returns of a price that grows at a constant rate are equal up
 * to rounding. Otherwise such a price would have a Sharpe ratio of 1e15.
 */
export function computeMoments(returns: Float64Array): Moments {
  const count = returns.length;
  const mean = count === 0 ? 0 : compensatedSum(returns) / count;

  const deviations = new Float64Array(count);
  let largest = 0;
  let squares = 0;
  let cubes = 0;
  let fourths = 0;
  for (let i = 0; i < count; i++) {
    const deviation = returns[i]! - mean;
    const square = deviation * deviation;
    deviations[i] = deviation;
    squares += square;
    cubes += square * deviation;
    fourths += square * square;
    largest = Math.max(largest, Math.abs(returns[i]!));
  }

  const deviation = count < MIN_DEVIATION_RETURNS ? 0 : Math.sqrt(squares / (count - 1));
  const isFlat = count < MIN_DEVIATION_RETURNS || !(deviation > FLAT_SHARE * largest);
  const variance = squares / count;
  return {
    count,
    mean,
    deviations,
    sumOfSquares: squares,
    deviation,
    populationDeviation: Math.sqrt(variance),
    skewness: isFlat ? 0 : cubes / count / variance ** 1.5,
    excessKurtosis: isFlat ? 0 : fourths / count / variance ** 2 - 3,
    isFlat,
  };
}
