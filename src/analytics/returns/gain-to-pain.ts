import { ratio } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/**
 * Gain-to-pain ratio: the sum of the gains over the sum of the losses.
 *
 * Schwager's original has the net return as its numerator, which is exactly this less 1.
 *
 * @returns null without a losing return.
 *
 * Source: J. D. Schwager, Hedge Fund Market Wizards, Wiley, 2012.
 */
export function gainToPain(series: Series): number | null {
  const { gains, losses } = series.gainsAndLosses;
  return ratio(gains, losses);
}
