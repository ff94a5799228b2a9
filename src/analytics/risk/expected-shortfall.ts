import { toFiniteOrNull } from '../numerics/finite.ts';
import { lowerTailMean } from '../numerics/tail-mean.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for an expected shortfall. */
export const MIN_SHORTFALL_RETURNS = 2;

/**
 * Expected shortfall of one bar: the mean of the worst returns that make up a share of all, with the sign reversed. The
 * last of them has a fractional weight. The figure therefore does not jump with the length of the series, equals the
 * worst loss when the share is less than one return, and is never below the value at risk.
 *
 * @param tail 0.05 for 95 %.
 * @returns A fraction, losses positive, or null below two returns.
 *
 * Source: R. T. Rockafellar and S. Uryasev, Journal of Banking & Finance 26, 2002.
 */
export function expectedShortfall(series: Series, tail: number): number | null {
  if (series.count < MIN_SHORTFALL_RETURNS) return null;
  return toFiniteOrNull(-lowerTailMean(series.sortedReturns, tail)!);
}

/**
 * Tail concentration: how much worse the last percent is than the last ten, es99 / es90. 1.52 for a normal
 * distribution, 2.4 for Student t with 3 degrees of freedom, never below 1.
 *
 * @returns null when the ten percent tail loses nothing, or below two returns.
 */
export function tailConcentration(series: Series): number | null {
  const wide = expectedShortfall(series, 0.1);
  const narrow = expectedShortfall(series, 0.01);
  if (wide === null || narrow === null || wide <= 0) return null;
  return toFiniteOrNull(narrow / wide);
}
