import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/**
 * Sortino ratio with target 0: m / D sqrt(periodsPerYear), D = sqrt((1/n) sum min(r_i, 0)^2).
 *
 * D divides by the whole sample. Dividing by the number of losing returns, a common slip, makes a series with
 * few losses look riskier.
 *
 * @returns null without a losing return or with zero variance.
 *
 * Source: F. A. Sortino and R. van der Meer, Downside risk, Journal of Portfolio Management 17, 1991.
 */
export function sortino(series: Series, periodsPerYear: number | null): number | null {
  const { isFlat, mean, count } = series.moments;
  if (isFlat || periodsPerYear === null) return null;

  const downside = Math.sqrt(series.gainsAndLosses.lossSquares / count);
  return downside === 0 ? null : toFiniteOrNull((mean / downside) * Math.sqrt(periodsPerYear));
}
