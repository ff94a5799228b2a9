import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for a modified value at risk. */
export const MIN_MODIFIED_VAR_RETURNS = 4;

/** The 5 % quantile of the standard normal distribution. */
const Z = -1.6448536269514722;

/**
 * Value at risk of one bar at 95 % by the expansion of Cornish and Fisher.
 *
 *     h = z + (z^2-1)/6 S + (z^3-3z)/24 K - (2z^3-5z)/36 S^2;   max(0, -(m + h s0))
 *
 * S and K are population skewness and excess kurtosis, s0 the deviation with divisor n. The expansion fails
 * for fat tails: near K = 80 it reaches 0, which then means "outside its domain" and not "no risk". The
 * historical value at risk has no such limit.
 *
 * @returns A fraction, at least 0, or null below four returns or with zero variance.
 *
 * Source: P. Zangari, RiskMetrics Monitor, 1996; L. Favre and J.-A. Galeano, Journal of Alternative
 * Investments 5, 2002; domain: D. Maillard, A user's guide to the Cornish Fisher expansion, 2012.
 */
export function modifiedValueAtRisk(series: Series): number | null {
  const { count, isFlat, mean, populationDeviation, skewness: S, excessKurtosis: K } = series.moments;
  if (count < MIN_MODIFIED_VAR_RETURNS || isFlat) return null;

  const h = Z + ((Z ** 2 - 1) / 6) * S + ((Z ** 3 - 3 * Z) / 24) * K - ((2 * Z ** 3 - 5 * Z) / 36) * S ** 2;
  return toFiniteOrNull(Math.max(0, -(mean + h * populationDeviation)));
}
