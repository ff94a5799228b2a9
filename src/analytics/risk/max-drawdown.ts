import type { Series } from '../series/series.ts';

/**
 * The deepest fall from a running peak.
 *
 * @returns A fraction, 0 for a series that never falls, or null without bars.
 */
export function maxDrawdown(series: Series): number | null {
  return series.deepest === null ? null : series.drawdowns[series.deepest.troughIndex]!;
}
