import { fitLine } from '../numerics/line.ts';
import { takeFloatScratch } from '../numerics/workspace.ts';

const MIN_POINTS = 10;

/**
 * Kyle's lambda: the least-squares slope, with intercept, of the price change on the signed weight, over the
 * classified records from the second one.
 *
 * The slope is positive by construction, because the tick rule derives the sign from the same price change. The figure
 * is suitable for a comparison of assets and not for a forecast.
 *
 * @returns Price per unit of weight. null with fewer than ten points, or when all signed weights are equal.
 *
 * Source: A. S. Kyle, Continuous auctions and insider trading, Econometrica 53, 1985.
 */
export function impactLambda(
  prices: Float64Array,
  directions: Int8Array,
  signed: Float64Array,
): number | null {
  const x = takeFloatScratch('abscissas', prices.length);
  const y = takeFloatScratch('ordinates', prices.length);
  let points = 0;
  for (let i = 1; i < prices.length; i++) {
    if (directions[i] === 0) continue;
    x[points] = signed[i]!;
    y[points] = prices[i]! - prices[i - 1]!;
    points++;
  }
  if (points < MIN_POINTS) return null;
  return fitLine(x.subarray(0, points), y.subarray(0, points))?.slope ?? null;
}
