import { clamp, toFiniteOrNull } from '../numerics/finite.ts';
import { factorLeastSquares, sumResidualSquares } from '../numerics/least-squares.ts';
import { normalCdf } from '../numerics/special-functions.ts';
import { takeFloatScratch } from '../numerics/workspace.ts';
import type { Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Result of the test whether the price level has a unit root. */
export interface AdfTest {
  readonly stat: number;
  readonly p: number;
  /** Number of lagged differences in the regression. */
  readonly lag: number;
  readonly nobs: number;
  readonly crit: { readonly '1%': number; readonly '5%': number; readonly '10%': number };
  readonly reject: boolean;
}

/** Minimum number of bars for the Dickey-Fuller test. */
export const MIN_ADF_BARS = 20;

/**
 * Augmented Dickey-Fuller test of the level with a constant.
 *
 * The change of the level is regressed on 1, the level before and k changes before that; the statistic is the
 * t-ratio of the level. k runs from 0 to min(ceil(12 (N/100)^(1/4)), floor(N/2) - 2) on the same rows; the
 * smallest Akaike criterion wins, the smaller k on a tie, and that k is fitted again on all of its rows.
 * Agrees with statsmodels `adfuller(autolag='AIC')`.
 *
 * @returns null below 20 bars, with zero variance, or when the longest regression is rank deficient (a flat
 * series with one move at its end).
 *
 * Source: D. A. Dickey and W. A. Fuller, JASA 74, 1979; lag bound: G. W. Schwert, JBES 7, 1989.
 */
export function adf(series: Series): AdfTest | null {
  const { bars, levels } = series;
  if (bars < MIN_ADF_BARS || series.moments.isFlat) return null;

  const lag = lagByAkaike(levels, longestLag(bars));
  return lag === null ? null : adfAtLag(levels, lag);
}

/** Runs the test with a given number of lagged differences; null when its regression is rank deficient. */
export function adfAtLag(levels: Float64Array, lag: number): AdfTest | null {
  const rows = levels.length - 1 - lag;
  const columns = lag + 2;
  if (rows <= columns) return null;

  // The level is the last column, so that its t-ratio follows from the factors without solving for the other columns.
  const { design, response } = regression(levels, { lag, rows, level: 'last' });
  const { rankDeficient, lastPivot } = factorLeastSquares(design, response, { rows, columns });
  if (rankDeficient) return null;

  const deviation = Math.sqrt(sumResidualSquares(response, columns, rows) / (rows - columns));
  const stat = toFiniteOrNull((response[columns - 1]! * Math.sign(lastPivot)) / deviation);
  if (stat === null) return null;
  const p = mackinnonP(stat);
  return { stat, p, lag, nobs: rows, crit: criticalValues(rows), reject: p < SIGNIFICANCE };
}

/** Computes Schwert's bound on the lag, limited to what the series allows. */
function longestLag(bars: number): number {
  return Math.min(Math.floor(bars / 2) - 2, Math.ceil(12 * (bars / 100) ** 0.25));
}

/**
 * Chooses the number of lags with the smallest Akaike criterion; null when the regression is rank deficient. The models
 * are nested, so one factorisation serves all.
 */
function lagByAkaike(levels: Float64Array, longest: number): number | null {
  const rows = levels.length - 1 - longest;
  const columns = longest + 2;
  const { design, response } = regression(levels, { lag: longest, rows, level: 'second' });
  if (factorLeastSquares(design, response, { rows, columns }).rankDeficient) return null;

  let best = 0;
  let bestCriterion = Number.POSITIVE_INFINITY;
  for (let lag = 0; lag <= longest; lag++) {
    const criterion = rows * Math.log(sumResidualSquares(response, lag + 2, rows) / rows) + 2 * (lag + 2);
    if (criterion < bestCriterion) {
      best = lag;
      bestCriterion = criterion;
    }
  }
  return best;
}

/** Builds the columns: a constant, the level (second or last) and the lagged differences. */
function regression(
  levels: Float64Array,
  { lag, rows, level }: { readonly lag: number; readonly rows: number; readonly level: 'second' | 'last' },
): { design: Float64Array; response: Float64Array } {
  const design = takeFloatScratch('design', rows * (lag + 2));
  const response = takeFloatScratch('response', rows);
  const levelColumn = level === 'second' ? 1 : lag + 1;
  const firstDifference = level === 'second' ? 2 : 1;

  for (let i = 0; i < rows; i++) {
    const now = i + lag;
    response[i] = levels[now + 1]! - levels[now]!;
    design[i] = 1;
    design[levelColumn * rows + i] = levels[now]!;
  }
  for (let k = 0; k < lag; k++) {
    const start = (firstDifference + k) * rows;
    for (let i = 0; i < rows; i++) {
      const before = i + lag - k;
      design[start + i] = levels[before]! - levels[before - 1]!;
    }
  }
  return { design, response };
}

/**
 * p-value of the Dickey-Fuller statistic with a constant.
 *
 * Source: J. G. MacKinnon, Approximate asymptotic distribution functions for unit-root and cointegration
 * tests, JBES 12, 1994.
 */
export function mackinnonP(stat: number): number {
  if (stat < -18.83) return 0;
  if (stat > 2.74) return 1;
  const quantile =
    stat <= -1.61
      ? 2.1659 + 1.4412 * stat + 0.038269 * stat ** 2
      : 1.7339 + 0.93202 * stat - 0.12745 * stat ** 2 - 0.010368 * stat ** 3;
  return clamp(normalCdf(quantile), 0, 1);
}

/**
 * Computes the critical values for a number of observations. Source: J. G. MacKinnon, Critical values for cointegration
 * tests, 2010.
 */
function criticalValues(observations: number): AdfTest['crit'] {
  const x = 1 / observations;
  return {
    '1%': -3.43035 - 6.5393 * x - 16.786 * x ** 2 - 79.433 * x ** 3,
    '5%': -2.86154 - 2.8903 * x - 4.234 * x ** 2 - 40.04 * x ** 3,
    '10%': -2.56677 - 1.5384 * x - 2.809 * x ** 2,
  };
}
