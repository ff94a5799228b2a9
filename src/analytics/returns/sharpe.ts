import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/**
 * Sharpe ratio without a risk-free rate: m / s sqrt(periodsPerYear).
 *
 * @returns null with zero variance.
 *
 * Source: W. F. Sharpe, The Sharpe ratio, Journal of Portfolio Management 21, 1994.
 */
export function sharpe(series: Series, periodsPerYear: number | null): number | null {
  if (series.moments.isFlat || periodsPerYear === null) return null;
  const { mean, deviation } = series.moments;
  return toFiniteOrNull((mean / deviation) * Math.sqrt(periodsPerYear));
}
