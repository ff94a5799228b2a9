import { quantile } from '../numerics/quantile.ts';
import type { Series } from '../series/series.ts';

/**
 * Drawdown at risk: the 95 % quantile of the drawdowns of all bars.
 *
 * @returns A fraction, or null without bars.
 *
 * Source: A. Chekhlov, S. Uryasev and M. Zabarankin, Drawdown measure in portfolio optimization, 2005.
 */
export function drawdownAtRisk(series: Series): number | null {
  return quantile(series.sortedDrawdowns, 0.95);
}
