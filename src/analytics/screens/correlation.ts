import { clamp } from '../numerics/finite.ts';
import { momentsOf } from '../series/moments.ts';

/**
 * Matrix of pairwise correlations of Pearson, by two passes.
 *
 * @param series Columns of equal length, none constant.
 * @returns Symmetric, with a diagonal of exactly 1 and values held in [-1, 1].
 */
export function pearsonMatrix(series: readonly Float64Array[]): number[][] {
  const standardised = series.map(unitDeviations);
  return standardised.map((a, i) =>
    standardised.map((b, j) => {
      if (i === j) return 1;
      // The lower triangle repeats the upper one's products in the same order.
      return i < j ? correlation(a, b) : correlation(b, a);
    }),
  );
}

/** The same of average ranks: the correlation of Spearman. */
export function spearmanMatrix(series: readonly Float64Array[]): number[][] {
  return pearsonMatrix(series.map(averageRanks));
}

/** Ranks from 1; equal values share the mean of their ranks. */
export function averageRanks(values: Float64Array): Float64Array {
  const order = new Uint32Array(values.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  order.sort((a, b) => values[a]! - values[b]!);

  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/** Deviations from the mean, divided by their length, so that a correlation is a plain product. */
function unitDeviations(values: Float64Array): Float64Array {
  const { deviations, sumOfSquares } = momentsOf(values);
  const length = Math.sqrt(sumOfSquares);
  return deviations.map((deviation) => (length === 0 ? 0 : deviation / length));
}

function correlation(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return clamp(sum, -1, 1);
}
