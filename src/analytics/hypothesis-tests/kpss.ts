import { toFiniteOrNull } from '../numerics/finite.ts';
import { dot, mean } from '../numerics/sums.ts';
import { takeFloatScratch } from '../numerics/workspace.ts';
import type { Series } from '../series/series.ts';
import { SIGNIFICANCE } from './significance.ts';

/** Result of the test whether the price level is stationary. */
export interface KpssTest {
  readonly stat: number;
  readonly p: number;
  /** Number of lags in the long-run variance. */
  readonly lag: number;
  /** Whether p is at an end of the table: `upper` means at least 0.10, `lower` at most 0.01; null: neither. */
  readonly pClipped: 'upper' | 'lower' | null;
  readonly reject: boolean;
}

/** Minimum number of bars for the KPSS test. */
export const MIN_KPSS_BARS = 20;

/** Statistics and p-values from the authors' table. */
const TABLE = [
  [0.347, 0.1],
  [0.463, 0.05],
  [0.574, 0.025],
  [0.739, 0.01],
] as const;

/**
 * KPSS test of the level around a constant.
 *
 *     stat = (sum S_t^2 / N^2) / s2,  S_t the running sum of the deviations from the mean level,
 *     s2 their long-run variance with Bartlett weights
 *
 * @param lags Lags of the long-run variance. Default: chosen by the data, as statsmodels `kpss(nlags='auto')`.
 * @returns null below 20 bars or with zero variance.
 *
 * Source: D. Kwiatkowski et al., Journal of Econometrics 54, 1992; lags: B. Hobijn, P. H. Franses and
 * M. Ooms, Generalizations of the KPSS-test for stationarity, 1998.
 */
export function kpss(series: Series, lags?: number): KpssTest | null {
  const { levels, bars } = series;
  if (bars < MIN_KPSS_BARS || series.moments.isFlat) return null;

  const centre = mean(levels);
  const residuals = takeFloatScratch('levels', bars);
  let running = 0;
  let squaredSums = 0;
  for (let i = 0; i < bars; i++) {
    residuals[i] = levels[i]! - centre;
    running += residuals[i]!;
    squaredSums += running * running;
  }

  const lag = lags ?? lagByData(residuals, bars);
  const stat = toFiniteOrNull(squaredSums / bars ** 2 / longRunVariance(residuals, bars, lag));
  if (stat === null) return null;
  const p = pValue(stat);
  return {
    stat,
    p,
    lag,
    pClipped: p >= 0.1 ? 'upper' : p <= 0.01 ? 'lower' : null,
    reject: p < SIGNIFICANCE,
  };
}

/** Computes the sum of e_t e_{t-lag} over the series. */
function lagged(residuals: Float64Array, bars: number, lag: number): number {
  return dot(residuals, residuals, { aFrom: lag, bFrom: 0, length: bars - lag });
}

function longRunVariance(residuals: Float64Array, bars: number, lags: number): number {
  let variance = lagged(residuals, bars, 0) / bars;
  for (let lag = 1; lag <= lags; lag++) {
    variance += (2 / bars) * (1 - lag / (lags + 1)) * lagged(residuals, bars, lag);
  }
  return variance;
}

function lagByData(residuals: Float64Array, bars: number): number {
  let s0 = lagged(residuals, bars, 0) / bars;
  let s1 = 0;
  const reach = Math.floor(bars ** (2 / 9));
  for (let lag = 1; lag <= reach; lag++) {
    const share = (2 / bars) * lagged(residuals, bars, lag);
    s0 += share;
    s1 += lag * share;
  }
  const chosen = Math.floor(1.1447 * ((s1 / s0) ** 2) ** (1 / 3) * bars ** (1 / 3));
  return Math.min(Number.isFinite(chosen) ? chosen : 0, bars - 1);
}

/** Interpolates p linearly between the points of the table, and limits it to the table's range. */
function pValue(stat: number): number {
  const first = TABLE[0];
  if (stat <= first[0]) return first[1];
  for (let i = 1; i < TABLE.length; i++) {
    const [fromStat, fromP] = TABLE[i - 1]!;
    const [toStat, toP] = TABLE[i]!;
    if (stat < toStat) return fromP + ((stat - fromStat) / (toStat - fromStat)) * (toP - fromP);
  }
  return TABLE[TABLE.length - 1]![1];
}
