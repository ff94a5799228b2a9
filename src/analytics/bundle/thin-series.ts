import type { PriceColumns } from '../series/clean.ts';

/** Number of equal time slices of a thinned series. Each has at most one price. */
export const THIN_SLICES = 60;

/**
 * Thins a series for a small chart: the last price of each of 60 equal time slices, oldest first, without empty slices.
 *
 * @param columns Prices ordered by time.
 * @param window Time window, both ends inclusive.
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
