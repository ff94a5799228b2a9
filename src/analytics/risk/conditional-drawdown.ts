import { upperTailMean } from '../numerics/tail-mean.ts';
import type { Series } from '../series/series.ts';

/**
 * Conditional drawdown at risk, 95 %: the mean of the worst 5 % of all drawdown observations.
 *
 * Never above the maximum drawdown, never below the drawdown at risk.
 *
 * @returns A fraction, or null without bars.
 *
 * Source: A. Chekhlov, S. Uryasev and M. Zabarankin, Drawdown measure in portfolio optimization, Int. J.
 * Theoretical and Applied Finance 8, 2005.
 */
export function conditionalDrawdown(series: Series): number | null {
  return upperTailMean(series.sortedDrawdowns, 0.05);
}
