import { clamp, toFiniteOrNull } from '../numerics/finite.ts';
import { logGamma } from '../numerics/special-functions.ts';
import type { Series } from '../series/series.ts';

const MIN_WINDOW = 8;
const MIN_WINDOW_SIZES = 3;
/** Minimum number of returns: two blocks of the third window size. */
export const MIN_HURST_RETURNS = 2 * MIN_WINDOW * 2 ** (MIN_WINDOW_SIZES - 1);
const FLAT_SHARE = 1e-12;

/**
 * Hurst exponent by the rescaled range, with the exact small-sample expectation removed.
 *
 *     for w in 8, 16, 32, .. <= n/2:  RS(w) = mean over the blocks of (range of the running sum) / deviation
 *     slope of ln RS(w) - ln E(w) on ln w, plus 0.5, clamped to [0, 1]
 *
 * Without E, a random walk of 719 returns would give 0.56. With 719 independent returns, values from 0.42 to 0.58 are
 * compatible with 0.5.
 *
 * @returns null with zero variance, or when fewer than three window sizes have a block that moves. Three sizes need
 * about 64 returns.
 *
 * Source: A. A. Anis and E. H. Lloyd, Biometrika 63, 1976; R. Weron, Physica A 312, 2002.
 */
export function hurst(series: Series): number | null {
  if (series.moments.isFlat) return null;

  const points: { x: number; y: number }[] = [];
  for (let width = MIN_WINDOW; width <= series.count / 2; width *= 2) {
    const rescaled = meanRescaledRange(series.returns, width);
    if (rescaled !== null) {
      points.push({ x: Math.log(width), y: Math.log(rescaled) - Math.log(expectedRescaledRange(width)) });
    }
  }
  if (points.length < MIN_WINDOW_SIZES) return null;
  const slope = toFiniteOrNull(computeSlope(points));
  return slope === null ? null : clamp(0.5 + slope, 0, 1);
}

const expectations = new Map<number, number>();

/**
 * Expected rescaled range of independent normal returns in a window of w:
 *
 *     Gamma((w-1)/2) / (sqrt(pi) Gamma(w/2)) * sum_{i=1..w-1} sqrt((w-i)/i)
 *
 * Source: A. A. Anis and E. H. Lloyd, Biometrika 63, 1976.
 */
export function expectedRescaledRange(width: number): number {
  const known = expectations.get(width);
  if (known !== undefined) return known;

  let sum = 0;
  for (let i = 1; i < width; i++) sum += Math.sqrt((width - i) / i);
  const value = (Math.exp(logGamma((width - 1) / 2) - logGamma(width / 2)) / Math.sqrt(Math.PI)) * sum;
  expectations.set(width, value);
  return value;
}

/**
 * Computes the mean rescaled range of consecutive blocks, from the oldest return on. A partial block and blocks without
 * movement do not count.
 */
function meanRescaledRange(returns: Float64Array, width: number): number | null {
  let sum = 0;
  let blocks = 0;
  for (let start = 0; start + width <= returns.length; start += width) {
    const rescaled = rescaledRange(returns, start, width);
    if (rescaled === null) continue;
    sum += rescaled;
    blocks++;
  }
  return blocks === 0 ? null : sum / blocks;
}

function rescaledRange(returns: Float64Array, start: number, width: number): number | null {
  let total = 0;
  let largest = 0;
  for (let i = start; i < start + width; i++) {
    total += returns[i]!;
    largest = Math.max(largest, Math.abs(returns[i]!));
  }
  const mean = total / width;

  let squares = 0;
  let running = 0;
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let i = start; i < start + width; i++) {
    const deviation = returns[i]! - mean;
    squares += deviation * deviation;
    running += deviation;
    high = Math.max(high, running);
    low = Math.min(low, running);
  }
  const deviation = Math.sqrt(squares / width);
  return deviation > FLAT_SHARE * largest ? (high - low) / deviation : null;
}

function computeSlope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  let xx = 0;
  let xy = 0;
  for (const { x, y } of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  return xy / xx;
}
