import { toFiniteOrNull } from '../numerics/finite.ts';
import { modifiedValueAtRisk } from '../risk/modified-value-at-risk.ts';
import { MIN_DEVIATION_RETURNS } from '../series/moments.ts';
import { Series } from '../series/series.ts';

/** Risk of a probability in percentage points: 1 is one point. */
export interface RiskPoints {
  /** Standard deviation of the changes per bar, sample formula. */
  readonly realizedVolPts: number | null;
  /** Largest fall from a running peak; it may be another fall than the largest as a share of its peak. */
  readonly maxDrawdownPts: number | null;
  /** Modified value at risk of one bar at 95 %. */
  readonly modifiedVar95Pts: number | null;
}

/**
 * Computes the risk of a probability from differences of its price. A share of the price is misleading for long shots:
 * from 2 % to 1 % is half of the price, and one point.
 *
 * @param series Any basis: its bars are used.
 * @param minBars Minimum number of bars; with fewer, all figures are null.
 */
export function riskPoints(series: Series, minBars: number): RiskPoints {
  if (series.bars < minBars) return { realizedVolPts: null, maxDrawdownPts: null, modifiedVar95Pts: null };
  const differences = new Series(series.times, series.prices, 'diff', { skipOutages: true });
  const { count, deviation } = differences.moments;
  return {
    realizedVolPts: count < MIN_DEVIATION_RETURNS ? null : toPoints(deviation),
    maxDrawdownPts: toPoints(findDeepestFall(series.prices)),
    modifiedVar95Pts: toPoints(modifiedValueAtRisk(differences)),
  };
}

function findDeepestFall(prices: Float64Array): number | null {
  let peak = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  for (const price of prices) {
    peak = Math.max(peak, price);
    deepest = Math.max(deepest, peak - price);
  }
  return prices.length === 0 ? null : deepest;
}

const toPoints = (probability: number | null): number | null =>
  probability === null ? null : toFiniteOrNull(probability * 100);
