import type { PriceUnit } from '../../domain/index.ts';
import { takeIntegerScratch } from '../numerics/workspace.ts';
import { cleanPrices, type PriceColumns } from '../series/clean.ts';

export type CascadeDirection = 'down' | 'up';

/** One fall (or rise) with its position in the series. */
export interface Cascade {
  readonly tStart: number;
  readonly tEnd: number;
  /** Number of records from start to end, both inclusive. */
  readonly bars: number;
  readonly peakPrice: number;
  readonly troughPrice: number;
  /** Depth of the cascade, always positive: 1 - end/start for a fall, end/start - 1 for a rise. */
  readonly drawdownFrac: number;
}

export interface CascadeSummary {
  readonly clustersFound: number;
  /** Deepest drawdown as a fraction; 0 without a cascade. */
  readonly deepestDrawdownFrac: number;
  readonly totalCascadeBars: number;
  readonly direction: CascadeDirection;
}

export interface CascadeReport {
  readonly summary: CascadeSummary;
  readonly cascades: readonly Cascade[];
}

export interface CascadeOptions {
  readonly windowMs: number;
  /** Minimum depth as a fraction, despite its name in the API: 0.01 is 1 %. */
  readonly minDrawdownPct: number;
  readonly direction: CascadeDirection;
  /** Unit of the prices. Default: usd. Probabilities may be 0. */
  readonly unit?: PriceUnit;
}

/**
 * Finds cascades: falls (or rises) by at least a given fraction within a time window. They are a proxy from prices
 * only, because no liquidation feed is used.
 *
 * A record is flagged when its distance from the extreme of its window reaches this fraction. A flagged record belongs
 * to the previous cascade unless the price has made a new window extreme since the last flagged record. A long fall is
 * therefore one cascade however many windows it spans, and two falls with a recovery in between are two. A cascade ends
 * at its extreme and not at its last flagged record, because a price that stays at the bottom is not falling.
 *
 * The time is linear in the number of records, because a queue holds the candidates for the extreme of the window.
 */
export function cascades(columns: PriceColumns, options: CascadeOptions): CascadeReport {
  const { direction, unit = 'usd' } = options;
  const { times, prices } = cleanPrices(columns, unit === 'usd' ? 'log' : 'diff');
  const found = clusters(times, prices, options).map((cluster) => buildCascade(cluster, times, prices));
  return {
    summary: {
      clustersFound: found.length,
      deepestDrawdownFrac: found.reduce((deepest, { drawdownFrac }) => Math.max(deepest, drawdownFrac), 0),
      totalCascadeBars: found.reduce((sum, { bars }) => sum + bars, 0),
      direction,
    },
    cascades: found,
  };
}

/** Cluster of flagged records, as their indices. */
interface Cluster {
  readonly start: number;
  end: number;
  lastFlagged: number;
}

function clusters(
  times: Float64Array,
  prices: Float64Array,
  { windowMs, minDrawdownPct, direction }: CascadeOptions,
): Cluster[] {
  const isDown = direction === 'down';
  const found: Cluster[] = [];
  let current: Cluster | null = null;

  // The queue contains records of the window from `head` on, each more extreme than all later ones. Its head is the
  // extreme.
  const queue = takeIntegerScratch('deque', prices.length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i]!;
    // Equal prices are removed too, so that the latest of several equal extremes remains.
    while (tail > head && (isDown ? prices[queue[tail - 1]!]! <= price : prices[queue[tail - 1]!]! >= price))
      tail--;
    queue[tail++] = i;
    while (times[queue[head]!]! < times[i]! - windowMs) head++;

    const extreme = queue[head]!;
    const move = moveFrom(prices[extreme]!, price, isDown);
    if (!(move >= minDrawdownPct)) continue;

    if (current === null || extreme > current.lastFlagged) {
      current = { start: extreme, end: i, lastFlagged: i };
      found.push(current);
    }
    current.lastFlagged = i;
    const isFurther = isDown ? price < prices[current.end]! : price > prices[current.end]!;
    if (isFurther) current.end = i;
  }
  return found;
}

/** Computes the relative move of the price. NaN from an extreme of 0, which flags nothing. */
function moveFrom(extreme: number, price: number, isDown: boolean): number {
  if (extreme === 0) return Number.NaN;
  return isDown ? 1 - price / extreme : price / extreme - 1;
}

function buildCascade({ start, end }: Cluster, times: Float64Array, prices: Float64Array): Cascade {
  const from = prices[start]!;
  const to = prices[end]!;
  const moved = to < from ? 1 - to / from : to / from - 1;
  return {
    tStart: times[start]!,
    tEnd: times[end]!,
    bars: end - start + 1,
    peakPrice: Math.max(from, to),
    troughPrice: Math.min(from, to),
    // A rise from near 0 may overflow. The largest number keeps the order of the cascades.
    drawdownFrac: Math.min(moved, Number.MAX_VALUE),
  };
}
