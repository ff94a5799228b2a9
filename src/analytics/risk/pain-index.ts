import { compensatedSum } from '../numerics/sums.ts';
import type { Series } from '../series/series.ts';

/**
 * Pain index: the mean drawdown from the running peak, over all bars.
 *
 * @returns A fraction, or null without bars.
 *
 * Source: T. Becker, Zephyr Associates, 2006; as the ulcer index without the squares.
 */
export function painIndex({ drawdowns }: Series): number | null {
  return drawdowns.length === 0 ? null : compensatedSum(drawdowns) / drawdowns.length;
}
