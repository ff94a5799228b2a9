import { toFiniteOrNull } from '../numerics/finite.ts';
import type { Series } from '../series/series.ts';

/** Minimum number of bars for a half-life. */
export const MIN_HALF_LIFE_BARS = 20;

/**
 * Asymptotic 10 % critical value of the Dickey-Fuller statistic with a constant, rounded from -2.56677.
 *
 * Source: J. G. MacKinnon, Critical values for cointegration tests, 2010.
 */
const REVERSION_T = -2.57;

/**
 * Half-life of mean reversion in bars, -ln 2 / ln phi, where phi is the slope of the level on the previous level.
 *
 * The formula is exact for a discretely sampled Ornstein-Uhlenbeck process. Least squares biases phi downwards, so that
 * almost every random walk has a finite half-life. It is returned only when mean reversion was detected.
 *
 * @returns null with fewer than 20 bars, with zero variance, unless 0 < phi < 1, and unless the Dickey-Fuller statistic
 * is below -2.57.
 */
export function halfLife(series: Series): number | null {
  const fit = levelRegression(series);
  if (fit === null || fit.dickeyFuller === null || !(fit.dickeyFuller < REVERSION_T)) return null;
  return fit.halfLifeUngated;
}

/** Regression of the level on a constant and the previous level. */
export interface LevelRegression {
  readonly phi: number | null;
  /** Statistic (phi - 1) / se(phi), with n - 2 degrees of freedom; null when the fit is perfect. */
  readonly dickeyFuller: number | null;
  /** Half-life in bars, whether or not reversion is significant; null unless 0 < phi < 1. */
  readonly halfLifeUngated: number | null;
}

/**
 * Regresses each level on the level before it.
 *
 * @returns null below 20 bars or with zero variance.
 */
export function levelRegression(series: Series): LevelRegression | null {
  if (series.bars < MIN_HALF_LIFE_BARS || series.moments.isFlat) return null;

  const { levels } = series;
  const pairs = levels.length - 1;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < pairs; i++) {
    sumX += levels[i]!;
    sumY += levels[i + 1]!;
  }
  const meanX = sumX / pairs;
  const meanY = sumY / pairs;

  let xx = 0;
  let xy = 0;
  for (let i = 0; i < pairs; i++) {
    const x = levels[i]! - meanX;
    xx += x * x;
    xy += x * (levels[i + 1]! - meanY);
  }
  const phi = xy / xx;

  let residualSquares = 0;
  for (let i = 0; i < pairs; i++) {
    residualSquares += (levels[i + 1]! - meanY - phi * (levels[i]! - meanX)) ** 2;
  }
  const standardError = Math.sqrt(residualSquares / (pairs - 2) / xx);
  return {
    phi: toFiniteOrNull(phi),
    dickeyFuller: standardError > 0 ? toFiniteOrNull((phi - 1) / standardError) : null,
    halfLifeUngated: phi > 0 && phi < 1 ? toFiniteOrNull(-Math.LN2 / Math.log(phi)) : null,
  };
}
