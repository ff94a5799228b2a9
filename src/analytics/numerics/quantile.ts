/**
 * Quantile of type 7 (linear between order statistics), the default of numpy and R.
 *
 *     h = (N - 1) a;   x[floor h] + (h - floor h) (x[floor h + 1] - x[floor h])
 *
 * @param sorted Ascending, without NaN.
 * @param fraction Within [0, 1].
 * @returns null for an empty array.
 *
 * Source: R. J. Hyndman and Y. Fan, Sample quantiles in statistical packages, American Statistician 50, 1996.
 */
export function quantile(sorted: ArrayLike<number>, fraction: number): number | null {
  if (sorted.length === 0) return null;

  const position = (sorted.length - 1) * fraction;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (position - below) * (high - low);
}
