/**
 * Computes the mean of the largest values that make up a share of all. The last of them has a fractional weight.
 *
 *     t = share * N, k = floor(t):   (sum of the k largest + (t - k) * the next) / t
 *
 * For t below 1 the result is the largest value. It is continuous in the share, so rounding of `share * N` is harmless.
 *
 * @param sorted Ascending, without NaN.
 * @returns null for an empty array.
 *
 * Source: R. T. Rockafellar and S. Uryasev, Conditional value-at-risk for general loss distributions,
 * Journal of Banking & Finance 26, 2002; C. Acerbi and D. Tasche, On the coherence of expected shortfall, ibid.
 */
export function upperTailMean(sorted: ArrayLike<number>, share: number): number | null {
  const last = sorted.length - 1;
  return tailMean(sorted.length, share, (rank) => sorted[last - rank]!);
}

/** Computes the mean of the smallest values, as {@link upperTailMean} does for the largest. */
export function lowerTailMean(sorted: ArrayLike<number>, share: number): number | null {
  return tailMean(sorted.length, share, (rank) => sorted[rank]!);
}

function tailMean(length: number, share: number, valueAtRank: (rank: number) => number): number | null {
  const weight = share * length;
  if (!(weight > 0)) return null;

  const whole = Math.floor(weight);
  let sum = 0;
  for (let rank = 0; rank < whole; rank++) sum += valueAtRank(rank);
  if (whole < length) sum += (weight - whole) * valueAtRank(whole);
  return sum / weight;
}
