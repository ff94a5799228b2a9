import type { TradeColumns } from './trade-columns.ts';

/** Prices of one span of time, aligned to multiples of its width since the Unix epoch. */
export interface PriceBucket {
  readonly t: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly count: number;
  /** Traded volume; null when no record carries volume. */
  readonly volume: number | null;
  /** Volume-weighted average price: sum p v / sum v over records with v > 0; null without one. */
  readonly vwap: number | null;
}

/**
 * Groups records into buckets of equal width, oldest first, without empty ones. The first and the last may be partial.
 *
 * This is the plain definition, one object per bucket. Engines that answer from summaries are tested against it.
 *
 * @param columns Records ordered by time, then by arrival.
 */
export function toBuckets(columns: TradeColumns, bucketMs: number): PriceBucket[] {
  const buckets: PriceBucket[] = [];
  let from = 0;
  for (let i = 0; i < columns.t.length; i++) {
    const isLast = i + 1 === columns.t.length;
    if (isLast || floorToBucket(columns.t[i + 1]!, bucketMs) !== floorToBucket(columns.t[i]!, bucketMs)) {
      buckets.push(buildBucket(columns, { from, to: i + 1, bucketMs }));
      from = i + 1;
    }
  }
  return buckets;
}

function floorToBucket(t: number, bucketMs: number): number {
  return Math.floor(t / bucketMs) * bucketMs;
}

function buildBucket(
  { t, p, v }: TradeColumns,
  { from, to, bucketMs }: { readonly from: number; readonly to: number; readonly bucketMs: number },
): PriceBucket {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let volume: number | null = null;
  let traded = 0;
  let tradedValue = 0;
  for (let i = from; i < to; i++) {
    high = Math.max(high, p[i]!);
    low = Math.min(low, p[i]!);
    if (Number.isNaN(v[i]!)) continue;
    volume = (volume ?? 0) + v[i]!;
    if (v[i]! > 0) {
      traded += v[i]!;
      tradedValue += p[i]! * v[i]!;
    }
  }
  return {
    t: floorToBucket(t[from]!, bucketMs),
    open: p[from]!,
    high,
    low,
    close: p[to - 1]!,
    count: to - from,
    volume,
    vwap: traded > 0 ? tradedValue / traded : null,
  };
}
