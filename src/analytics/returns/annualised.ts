import { toFiniteOrNull } from '../numerics/finite.ts';
import { MIN_DEVIATION_RETURNS } from '../series/moments.ts';
import type { Series } from '../series/series.ts';

/**
 * Mean return of one bar, m.
 *
 * @returns A fraction (or probability points in the difference basis), or null without returns.
 */
export function meanReturn(series: Series): number | null {
  return series.count === 0 ? null : toFiniteOrNull(series.moments.mean);
}

/**
 * Realised volatility: the sample deviation of the returns about their mean (divisor n - 1), per bar.
 *
 * This is not the econometric sqrt(sum r^2), because the annualised volatility is derived from this figure.
 *
 * @returns A fraction, or null below two returns.
 */
export function realizedVolatility(series: Series): number | null {
  return series.count < MIN_DEVIATION_RETURNS ? null : toFiniteOrNull(series.moments.deviation);
}

/**
 * Volatility of a year, s sqrt(periodsPerYear).
 *
 * @returns A fraction (probability points in the difference basis), or null below two returns.
 */
export function annualizedVolatility(series: Series, periodsPerYear: number | null): number | null {
  if (series.count < MIN_DEVIATION_RETURNS || periodsPerYear === null) return null;
  return toFiniteOrNull(series.moments.deviation * Math.sqrt(periodsPerYear));
}

/**
 * Return of a year, m periodsPerYear: multiplied, neither compounded nor exponentiated.
 *
 * @returns A fraction, or null without returns.
 */
export function annualizedReturn(series: Series, periodsPerYear: number | null): number | null {
  if (series.count === 0 || periodsPerYear === null) return null;
  return toFiniteOrNull(series.moments.mean * periodsPerYear);
}
