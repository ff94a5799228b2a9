import { toFiniteOrNull } from '../numerics/finite.ts';
import { chiSquareUpperTail } from '../numerics/special-functions.ts';
import { MIN_AUTOCORRELATION_PAIRS, type Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Result of the test whether the returns are uncorrelated up to a lag. */
export interface LjungBoxTest {
  readonly lag: number;
  readonly stat: number;
  readonly p: number;
  readonly reject: boolean;
}

export const LJUNG_BOX_LAGS = [1, 2, 3, 5, 10] as const;

/** Minimum number of returns per lag in the headline test. */
export const MIN_RETURNS_PER_LAG = 5;

/**
 * Ljung-Box tests at lags 1, 2, 3, 5 and 10: Q = n(n+2) sum_{k=1..h} rho_k^2 / (n-k), chi-square with h
 * degrees of freedom.
 *
 * @returns A test for every lag h with n >= h + 2; empty with zero variance.
 *
 * Source: G. M. Ljung and G. E. P. Box, On a measure of lack of fit in time series models, Biometrika 65, 1978.
 */
export function ljungBoxProfile(series: Series): LjungBoxTest[] {
  const { count, isFlat } = series.moments;
  if (isFlat) return [];
  return LJUNG_BOX_LAGS.filter((lag) => count - lag >= MIN_AUTOCORRELATION_PAIRS)
    .map((lag) => ljungBoxAt(series, lag))
    .filter((test) => test !== null);
}

/** Chooses the headline test: the largest lag <= n/5 in the profile; null without one. */
export function ljungBoxHeadline(profile: readonly LjungBoxTest[], returns: number): LjungBoxTest | null {
  return profile.findLast(({ lag }) => lag <= returns / MIN_RETURNS_PER_LAG) ?? null;
}

function ljungBoxAt(series: Series, lag: number): LjungBoxTest | null {
  const n = series.count;
  let sum = 0;
  for (let k = 1; k <= lag; k++) sum += series.autocorrelation(k)! ** 2 / (n - k);

  const stat = toFiniteOrNull(n * (n + 2) * sum);
  if (stat === null) return null;
  const p = chiSquareUpperTail(stat, lag);
  return { lag, stat, p, reject: p < SIGNIFICANCE };
}
