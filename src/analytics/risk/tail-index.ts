import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns beyond the threshold. Fewer do not describe a tail. */
export const MIN_EXCEEDANCES = 10;

/** Fractions of the returns that the pack counts as the tail. */
export const TAIL_SHARE = 0.05;
export const WIDE_TAIL_SHARE = 0.1;

/**
 * Minimum mean logarithm. Below it the exponent is above 100: the largest moves are ties of a coarse price grid, not a
 * tail.
 */
const MIN_MEAN_LOG = 0.01;

/**
 * Hill's estimate of the tail exponent, both tails pooled.
 *
 *     x = |r| in descending order, k = floor(share n);   alpha = k / sum_{i=1..k} ln(x_i / x_{k+1})
 *
 * About 3 is usual for liquid assets; above 6 reads "no fat tail in this sample".
 *
 * @param share 0.05, or 0.10 for less variance and more bias.
 * @returns null with fewer than ten exceedances, when x_{k+1} is 0, or when ties make the figure an artefact.
 *
 * Source: B. M. Hill, Annals of Statistics 3, 1975; R. Cont, Quantitative Finance 1, 2001.
 */
export function tailIndex(series: Series, share: number): number | null {
  const sorted = series.sortedReturns;
  // The tolerance keeps 0.05 * 720 from being 35.999999999999996.
  const exceedances = Math.floor(share * sorted.length + 1e-9);
  if (exceedances < MIN_EXCEEDANCES || exceedances >= sorted.length) return null;

  const threshold = sizeAtRank(sorted, exceedances);
  if (threshold <= 0) return null;
  let sum = 0;
  forEachLargest(sorted, exceedances, (size) => {
    sum += Math.log(size / threshold);
  });
  const meanLog = sum / exceedances;
  return meanLog > MIN_MEAN_LOG ? toFiniteOrNull(1 / meanLog) : null;
}

/** Returns the size at rank k (0 is the largest), read from both ends of the sorted returns. */
function sizeAtRank(sorted: Float64Array, rank: number): number {
  let size = 0;
  forEachLargest(sorted, rank + 1, (value) => {
    size = value;
  });
  return size;
}

/** Visits the largest sizes in descending order, from both ends of the sorted returns. */
function forEachLargest(sorted: Float64Array, count: number, visit: (size: number) => void): void {
  let low = 0;
  let high = sorted.length - 1;
  for (let i = 0; i < count; i++) {
    visit(-sorted[low]! > sorted[high]! ? -sorted[low++]! : Math.abs(sorted[high--]!));
  }
}
