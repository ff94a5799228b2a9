import { clamp } from '../numerics/finite.ts';
import { mean } from '../numerics/sums.ts';

/**
 * Computes the matrix of pairwise Pearson correlations in two passes.
 *
 * @param series Columns of equal length, none constant.
 * @returns Symmetric, with a diagonal of exactly 1 and values clamped to [-1, 1].
 */
export function pearsonMatrix(series: readonly Float64Array[]): number[][] {
  const standardised = series.map(unitDeviations);
  return standardised.map((a, i) =>
    standardised.map((b, j) => {
      if (i === j) return 1;
      // The lower triangle computes the same products in the same order, so that the matrix is exactly symmetric.
      return i < j ? correlation(a, b) : correlation(b, a);
    }),
  );
}

/** Computes Spearman's correlations: Pearson's correlations of average ranks. */
export function spearmanMatrix(series: readonly Float64Array[]): number[][] {
  return pearsonMatrix(series.map(averageRanks));
}

/** Computes ranks from 1. Equal values share the mean of their ranks. */
export function averageRanks(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  const ranks = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const below = insertionPoint(sorted, values[i]!, 'before equals');
    const upTo = insertionPoint(sorted, values[i]!, 'after equals');
    ranks[i] = (below + 1 + upTo) / 2;
  }
  return ranks;
}

function insertionPoint(
  sorted: Float64Array,
  value: number,
  place: 'before equals' | 'after equals',
): number {
  const isAfter = place === 'after equals';
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle]!;
    if (other < value || (isAfter && other === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Computes deviations from the mean divided by their length, so that a correlation is a dot product. */
function unitDeviations(values: Float64Array): Float64Array {
  const centre = mean(values);
  const deviations = new Float64Array(values.length);
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const deviation = values[i]! - centre;
    deviations[i] = deviation;
    squares += deviation * deviation;
  }
  const length = Math.sqrt(squares);
  for (let i = 0; i < values.length; i++) deviations[i] = length === 0 ? 0 : deviations[i]! / length;
  return deviations;
}

function correlation(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return clamp(sum, -1, 1);
}
