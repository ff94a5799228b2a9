import { toFiniteOrNull } from './finite.ts';

/** A line fitted by least squares. */
export interface Line {
  /** Slope in units of y per unit of x. */
  readonly slope: number;
  /** Fraction of the variance of y that the line explains, from 0 to 1; null when all y are equal. */
  readonly r2: number | null;
}

/**
 * Fits a line by least squares, with intercept.
 *
 * @param x Abscissas.
 * @param y Ordinates, as many as `x`.
 * @returns null when `x` is empty or all its values are equal, or the slope is not finite.
 */
export function fitLine(x: ArrayLike<number>, y: ArrayLike<number>): Line | null {
  const n = x.length;
  let [sumX, sumY] = [0, 0];
  for (let i = 0; i < n; i++) {
    sumX += x[i]!;
    sumY += y[i]!;
  }
  if (isConstant(x)) return null;

  const [meanX, meanY] = [sumX / n, sumY / n];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i]! - meanX, y[i]! - meanY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const slope = toFiniteOrNull(xy / xx);
  if (slope === null) return null;

  let residuals = 0;
  for (let i = 0; i < n; i++) residuals += (y[i]! - meanY - slope * (x[i]! - meanX)) ** 2;
  return { slope, r2: isConstant(y) ? null : toFiniteOrNull(1 - residuals / yy) };
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}
