import type { PriceColumns } from '../series/clean.ts';

/** Equal slices of time that a thinned series has at most one price of. */
export const THIN_SLICES = 60;

/**
 * A series for a small chart: the last price of each of 60 equal time slices, oldest first, empty slices left
 * out.
 *
 * @param columns Ordered by time.
 * @param window Both ends inclusive.
 */
export function thinSeries(
  { t, p }: PriceColumns,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number[] {
  const width = (toMs - fromMs) / THIN_SLICES;
  const prices: number[] = [];
  let sliceBefore = -1;
  for (let i = 0; i < t.length; i++) {
    const isInside = t[i]! >= fromMs && t[i]! <= toMs && Number.isFinite(p[i]!);
    if (!isInside) continue;

    const slice = width > 0 ? Math.min(THIN_SLICES - 1, Math.floor((t[i]! - fromMs) / width)) : 0;
    if (slice === sliceBefore) prices.pop();
    prices.push(p[i]!);
    sliceBefore = slice;
  }
  return prices;
}
