import { toFiniteOrNull } from '../numerics/finite.ts';

const MIN_POINTS = 10;

/**
 * Kyle's lambda: the least-squares slope, with intercept, of the price change on the signed weight, over the
 * classified records from the second on.
 *
 * Positive by construction, because the tick rule derives the sign from the same change: a figure to compare
 * assets by, not a forecast.
 *
 * @returns Price per unit of weight, or null below ten points or when all signed weights are equal.
 *
 * Source: A. S. Kyle, Continuous auctions and insider trading, Econometrica 53, 1985.
 */
export function impactLambda(
  prices: Float64Array,
  directions: Int8Array,
  signed: Float64Array,
): number | null {
  let points = 0;
  let sumX = 0;
  let sumY = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < prices.length; i++) {
    if (directions[i] === 0) continue;
    points++;
    sumX += signed[i]!;
    sumY += prices[i]! - prices[i - 1]!;
    if (signed[i]! < low) low = signed[i]!;
    if (signed[i]! > high) high = signed[i]!;
  }
  if (points < MIN_POINTS || low === high) return null;

  const meanX = sumX / points;
  const meanY = sumY / points;
  let xx = 0;
  let xy = 0;
  for (let i = 1; i < prices.length; i++) {
    if (directions[i] === 0) continue;
    const x = signed[i]! - meanX;
    xx += x * x;
    xy += x * (prices[i]! - prices[i - 1]! - meanY);
  }
  return toFiniteOrNull(xy / xx);
}
