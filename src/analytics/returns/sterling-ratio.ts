import { ratio } from '../numerics/finite.ts';
import { conditionalDrawdown } from '../risk/conditional-drawdown.ts';
import type { Series } from '../series/series.ts';
import { annualizedReturn } from './annualised.ts';

/**
 * Sterling ratio: annualised return over the conditional drawdown at 95 %.
 *
 * The classical form divides by an average yearly drawdown plus 10 %, which has no meaning over a day of data.
 *
 * @returns null without returns or when there is no drawdown.
 */
export function sterlingRatio(series: Series, periodsPerYear: number | null): number | null {
  return ratio(annualizedReturn(series, periodsPerYear), conditionalDrawdown(series));
}
