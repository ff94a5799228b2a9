import { ratio } from '../numerics/finite.ts';
import { maxDrawdown } from '../risk/max-drawdown.ts';
import type { Series } from '../series/series.ts';
import { annualizedReturn } from './annualised.ts';

/**
 * Calmar ratio: annualised return over the largest drawdown.
 *
 * The numerator is the multiplied return that Sharpe, Martin and Sterling use too; a compound rate of 30 days
 * of hourly bars can be astronomically large.
 *
 * @returns null without returns or without a drawdown.
 *
 * Source: T. W. Young, Calmar ratio: a smoother tool, Futures, 1991.
 */
export function calmar(series: Series, periodsPerYear: number | null): number | null {
  return ratio(annualizedReturn(series, periodsPerYear), maxDrawdown(series));
}
