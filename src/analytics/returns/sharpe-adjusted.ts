import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';
import { sharpe } from './sharpe.ts';

/**
 * Sharpe ratio adjusted for autocorrelated returns.
 *
 *     q = round(periodsPerYear);  rho = first autocorrelation
 *     A = 1 + 2 rho / (1 - rho) * (1 - (1 - rho^q) / (q (1 - rho)))
 *     sharpe / sqrt(A)
 *
 * Lo's factor with the autocorrelations of an AR(1), rho^k: a year has far more periods than the sample has
 * returns, and a truncated sum of sample autocorrelations can turn negative. Positive autocorrelation lowers
 * the ratio, negative raises it.
 *
 * @returns null with zero variance, below three returns, or when rho is 1 in size.
 *
 * Source: A. W. Lo, The statistics of Sharpe ratios, Financial Analysts Journal 58, 2002.
 */
export function sharpeAdjusted(series: Series, periodsPerYear: number | null): number | null {
  const plain = sharpe(series, periodsPerYear);
  const rho = series.autocorrelation(1);
  if (plain === null || rho === null || Math.abs(rho) >= 1 || periodsPerYear === null) return null;

  // Rounded, because a negative rho has no real fractional power.
  const periods = Math.max(1, Math.round(periodsPerYear));
  const averaged = (1 - rho ** periods) / (periods * (1 - rho));
  return toFiniteOrNull(plain / Math.sqrt(1 + ((2 * rho) / (1 - rho)) * (1 - averaged)));
}
