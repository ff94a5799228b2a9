import { toFiniteOrNull } from '../numerics/finite.ts';
import { quantile } from '../numerics/quantile.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for a value at risk. */
export const MIN_VAR_RETURNS = 2;

/**
 * Historical value at risk of one bar: the quantile of the returns (type 7), with the sign reversed.
 *
 * @param tail 0.05 for 95 %.
 * @returns A fraction; a loss is positive, and a negative figure says that even the bad quantile is a gain.
 * null below two returns.
 */
export function valueAtRisk(series: Series, tail: number): number | null {
  if (series.count < MIN_VAR_RETURNS) return null;
  return toFiniteOrNull(-quantile(series.sortedReturns, tail)!);
}
