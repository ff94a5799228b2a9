import { toFiniteOrNull } from '../numerics/finite.ts';
import { normalTwoSided } from '../numerics/special-functions.ts';
import type { Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Result of the test whether the returns are uncorrelated, judged by how variance grows with the horizon. */
export interface VarianceRatioTest {
  /** Number of bars of the longer horizon. */
  readonly q: number;
  /** Variance ratio: 1 for a random walk, above 1 when moves continue, below 1 when they revert. */
  readonly vr: number;
  readonly z: number | null;
  readonly p: number | null;
  readonly reject: boolean;
}

/** Minimum number of returns for a variance ratio. */
export const MIN_VARIANCE_RATIO_RETURNS = 16;
const HORIZON = 4;

/**
 * Variance ratio of Lo and MacKinlay at four bars: overlapping, unbiased, with the statistic that is robust
 * to changing volatility. Agrees with `VarianceRatio` of the Python package arch.
 *
 * @returns null below 16 returns or with zero variance.
 *
 * Source: A. W. Lo and A. C. MacKinlay, Stock market prices do not follow random walks, Review of Financial
 * Studies 1, 1988.
 */
export function varianceRatio(series: Series): VarianceRatioTest | null {
  if (series.count < MIN_VARIANCE_RATIO_RETURNS || series.moments.isFlat) return null;

  const { vr, z } = varianceRatioAt(series, HORIZON);
  if (vr === null) return null;
  const p = z === null ? null : normalTwoSided(z);
  return { q: HORIZON, vr, z, p, reject: p !== null && p < SIGNIFICANCE };
}

/**
 * The ratio at a horizon of q bars.
 *
 *     Va = sum (r_i - m)^2 / (n-1);   Vq = sum (r_i + .. + r_{i-q+1} - q m)^2 / (q (n-q+1) (1 - q/n))
 *     d_k = n sum (r_i-m)^2 (r_{i-k}-m)^2 / (sum (r_i-m)^2)^2;   theta = sum_{k<q} 4 (1 - k/q)^2 d_k
 *     vr = Vq / Va;   z = sqrt(n) (vr - 1) / sqrt(theta)
 *
 * @param bias `biased` leaves the small-sample corrections out, as the R package vrtest does.
 */
export function varianceRatioAt(
  series: Series,
  q: number,
  bias: 'unbiased' | 'biased' = 'unbiased',
): { readonly vr: number | null; readonly z: number | null } {
  const { count: n, deviations, sumOfSquares } = series.moments;
  const longer = windowSquares(deviations, q);
  const vr =
    bias === 'unbiased'
      ? longer / (q * (n - q + 1) * (1 - q / n)) / (sumOfSquares / (n - 1))
      : longer / (n * q) / (sumOfSquares / n);

  let theta = 0;
  for (let k = 1; k < q; k++) {
    let products = 0;
    for (let i = k; i < n; i++) products += deviations[i]! ** 2 * deviations[i - k]! ** 2;
    theta += 4 * (1 - k / q) ** 2 * ((n * products) / sumOfSquares ** 2);
  }
  return {
    vr: toFiniteOrNull(vr),
    z: theta > 0 ? toFiniteOrNull((Math.sqrt(n) * (vr - 1)) / Math.sqrt(theta)) : null,
  };
}

/** Computes the sum of the squared sums of q adjacent deviations. */
function windowSquares(deviations: Float64Array, q: number): number {
  let squares = 0;
  for (let end = q; end <= deviations.length; end++) {
    let sum = 0;
    for (let i = end - q; i < end; i++) sum += deviations[i]!;
    squares += sum * sum;
  }
  return squares;
}
