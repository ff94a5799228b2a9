import { toFiniteOrNull } from '../numerics/finite.ts';
import { chiSquareUpperTail } from '../numerics/special-functions.ts';
import type { Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Minimum number of returns for the Jarque-Bera test. */
export const MIN_JARQUE_BERA_RETURNS = 8;

/** Result of the test whether the returns are normally distributed. */
export interface JarqueBeraTest {
  readonly stat: number;
  readonly p: number;
  readonly skew: number;
  readonly exKurtosis: number;
  readonly reject: boolean;
}

/**
 * Jarque-Bera test: n/6 (S^2 + K^2/4), chi-square with two degrees of freedom, S and K from population moments.
 *
 * @returns null below eight returns or with zero variance.
 *
 * Source: C. M. Jarque and A. K. Bera, Economics Letters 6, 1980.
 */
export function jarqueBera(series: Series): JarqueBeraTest | null {
  const { count, isFlat, skewness, excessKurtosis } = series.moments;
  if (count < MIN_JARQUE_BERA_RETURNS || isFlat) return null;

  const stat = toFiniteOrNull((count / 6) * (skewness ** 2 + excessKurtosis ** 2 / 4));
  if (stat === null) return null;
  const p = chiSquareUpperTail(stat, 2);
  return { stat, p, skew: skewness, exKurtosis: excessKurtosis, reject: p < SIGNIFICANCE };
}
