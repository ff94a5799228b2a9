import { toFiniteOrNull } from '../numerics/finite.ts';
import { mean } from '../numerics/sums.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for a Roll spread. */
export const MIN_ROLL_RETURNS = 3;

/**
 * Effective bid-ask spread by Roll: prices that bounce between bid and ask make neighbouring changes
 * negatively correlated.
 *
 *     c = covariance (divisor n - 2) of the n - 1 pairs of neighbouring returns
 *     1e4 * 2 sqrt(max(0, -c)),   in the difference basis over the mean price
 *
 * A positive covariance shows no bounce and gives 0. With its absolute value, a trend would appear to have a spread.
 *
 * @returns Basis points of the price, or null below three returns, or with a mean price of 0.
 *
 * Source: R. Roll, A simple implicit measure of the effective bid-ask spread, Journal of Finance 39, 1984.
 */
export function rollSpreadBps(series: Series): number | null {
  const { returns, count } = series;
  if (count < MIN_ROLL_RETURNS) return null;

  const spread = 2e4 * Math.sqrt(Math.max(0, -neighbourCovariance(returns)));
  const scale = series.basis === 'log' ? 1 : mean(series.prices);
  return scale > 0 ? toFiniteOrNull(spread / scale) : null;
}

function neighbourCovariance(returns: Float64Array): number {
  const pairs = returns.length - 1;
  const meanBefore = mean(returns.subarray(0, pairs));
  const meanAfter = mean(returns.subarray(1));
  let sum = 0;
  for (let i = 0; i < pairs; i++) sum += (returns[i]! - meanBefore) * (returns[i + 1]! - meanAfter);
  return sum / (pairs - 1);
}
