import { toFiniteOrNull } from '../numerics/finite.ts';
import { dot } from '../numerics/sums.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of returns for the t-statistic of the trend. */
export const MIN_TREND_RETURNS = 8;

/**
 * t-statistic of the mean return with the standard error of Newey and West.
 *
 *     L = floor(4 (n/100)^(2/9));   G = g_0 + 2 sum_{l=1..L} (1 - l/(L+1)) g_l;   m / sqrt(G / n)
 *
 * Above 1.96 in size the drift is significant at 5 %. The t-statistic of a line through the prices would
 * exceed that in 97 % of random walks of this length.
 *
 * @returns null below eight returns or with zero variance.
 *
 * Source: W. K. Newey and K. D. West, 1987; S. N. Durlauf and P. C. B. Phillips, Trends versus random walks
 * in time series analysis, Econometrica 56, 1988.
 */
export function trendT(series: Series): number | null {
  const { count, mean, deviations, sumOfSquares, isFlat } = series.moments;
  if (count < MIN_TREND_RETURNS || isFlat) return null;

  const lags = Math.floor(4 * (count / 100) ** (2 / 9));
  let variance = sumOfSquares / count;
  for (let lag = 1; lag <= lags; lag++) {
    const covariance = dot(deviations, deviations, { aFrom: lag, bFrom: 0, length: count - lag }) / count;
    variance += 2 * (1 - lag / (lags + 1)) * covariance;
  }
  return variance > 0 ? toFiniteOrNull(mean / Math.sqrt(variance / count)) : null;
}
