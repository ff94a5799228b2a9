import { HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { CleanPrices } from '../series/clean.ts';

/** Possible bar widths, finest first. */
const BAR_LADDER_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
] as const;

const MAX_BARS = 720;

/** Number of bars for which a price is carried forward. */
const CARRIED_BARS = 12;

/** Evenly spaced points in time, aligned to the Unix epoch, on which asynchronous records are compared. */
export interface PriceGrid {
  readonly barMs: number;
  /** Time of the first point, in epoch ms. */
  readonly fromMs: number;
  /** Number of points: one more than the number of bars. */
  readonly points: number;
}

/**
 * Builds the grid of a window that ends at the last full bar. The bar is the shortest one of the ladder with which the
 * window has at most 720 bars, for example 5 minutes for 24 h and 1 hour for 720 h.
 */
export function priceGrid({
  nowMs,
  windowMs,
}: {
  readonly nowMs: number;
  readonly windowMs: number;
}): PriceGrid {
  const barMs = BAR_LADDER_MS.find((bar) => windowMs / bar <= MAX_BARS) ?? 4 * HOUR_MS;
  const bars = Math.floor(windowMs / barMs);
  const endMs = Math.floor(nowMs / barMs) * barMs;
  return { barMs, fromMs: endMs - bars * barMs, points: bars + 1 };
}

/** Finds the time from which records are needed: the first points look back by twelve bars. */
export function gridReadFromMs({ fromMs, barMs }: PriceGrid): number {
  return fromMs - CARRIED_BARS * barMs;
}

/**
 * Finds the price at each point of a grid, which is that of the last record within the twelve bars before the point.
 *
 * @returns One price per point, NaN where there is none.
 */
export function pricesOnGrid(
  { times, prices }: CleanPrices,
  { barMs, fromMs, points }: PriceGrid,
): Float64Array {
  const onGrid = new Float64Array(points).fill(Number.NaN);
  let last = -1;
  for (let i = 0; i < points; i++) {
    const point = fromMs + i * barMs;
    while (last + 1 < times.length && times[last + 1]! <= point) last++;
    if (last >= 0 && times[last]! > point - CARRIED_BARS * barMs) onGrid[i] = prices[last]!;
  }
  return onGrid;
}

/** Counts the points whose record is older than one bar, because the price was carried over a hole. */
export function countCarried({ times }: CleanPrices, { barMs, fromMs, points }: PriceGrid): number {
  let carried = 0;
  let last = -1;
  for (let i = 0; i < points; i++) {
    const point = fromMs + i * barMs;
    while (last + 1 < times.length && times[last + 1]! <= point) last++;
    const age = last < 0 ? Number.POSITIVE_INFINITY : point - times[last]!;
    if (age >= barMs && age < CARRIED_BARS * barMs) carried++;
  }
  return carried;
}

/**
 * Finds the bars of a grid with at least one record. A record exactly on the point that ends a bar belongs to this bar.
 *
 * @returns 1 or 0 for each bar.
 */
export function recordedBars({ times }: CleanPrices, { barMs, fromMs, points }: PriceGrid): Uint8Array {
  const recorded = new Uint8Array(points - 1);
  for (const time of times) {
    const bar = Math.ceil((time - fromMs) / barMs) - 1;
    if (bar >= 0 && bar < recorded.length) recorded[bar] = 1;
  }
  return recorded;
}
