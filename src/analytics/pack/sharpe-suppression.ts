import { MIN_DEVIATION_RETURNS } from '../series/moments.ts';
import type { Series } from '../series/series.ts';

/** Reason why the Sharpe ratio is null. */
export type SharpeSuppression = 'bounded-probability' | 'insufficient-data' | 'zero-variance';

/**
 * Finds the first reason that applies; null when there is a ratio.
 *
 * @param isProbability Whether the market is decided at 0 or 1. It then has no annual return in any basis.
 */
export function sharpeSuppression(
  { count, moments }: Series,
  isProbability: boolean,
): SharpeSuppression | null {
  if (isProbability) return 'bounded-probability';
  if (count < MIN_DEVIATION_RETURNS) return 'insufficient-data';
  return moments.isFlat ? 'zero-variance' : null;
}
