import type { GetBookDepthAnswer } from '../../../client/src/index.ts';
import type { TimeWindow } from '../../chart/window.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../format/time.ts';

export type DepthBucket = GetBookDepthAnswer['buckets'][number];

/** Longest window of the call, ms. */
export const MAX_DEPTH_MS = 7 * DAY_MS;
const MAX_BUCKETS = 150;
const BUCKETS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2].map((hours) => hours * HOUR_MS),
];
/** Sixteenths of the window by which it moves: a chart that follows the present asks for another one as often. */
const STEPS = 16;

/** The request for a window of the chart; null: it is longer than may be asked for. */
export function depthRequest(
  { fromMs, toMs }: TimeWindow,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number | null; readonly bucketMs: number } | null {
  const span = toMs - fromMs;
  if (span > MAX_DEPTH_MS) return null;
  const bucketMs = BUCKETS_MS.find((width) => span / width <= MAX_BUCKETS) ?? BUCKETS_MS.at(-1)!;
  const step = Math.max(1, Math.floor(span / STEPS / bucketMs)) * bucketMs;
  const from = Math.floor(fromMs / step) * step;
  const end = Math.ceil(toMs / step) * step;
  // The step before the window may not fit into the longest one.
  return { fromMs: Math.max(from, end - MAX_DEPTH_MS), toMs: end >= nowMs ? null : end, bucketMs };
}

/** Sides of a drawing that is as wide as its window: all places and sizes are percent. */
export interface DepthDrawing {
  readonly columns: readonly DepthColumn[];
  /** Widest spread, in price. */
  readonly mostSpread: number;
  /** Most that rested at one side, USD. */
  readonly mostUsd: number;
}

interface DepthColumn {
  readonly bucket: DepthBucket;
  readonly left: number;
  readonly wide: number;
  readonly spread: { readonly low: number; readonly mean: number; readonly high: number };
  readonly bid: number;
  readonly ask: number;
}

/** Draws the depth over time. @param distance Index of the distance from the mid within which sizes count. */
export function drawDepth(
  buckets: readonly DepthBucket[],
  bucketMs: number,
  { fromMs, toMs }: TimeWindow,
  distance: number,
): DepthDrawing {
  const mostSpread = buckets.reduce((most, { spread }) => Math.max(most, spread.max), 0);
  const usd = (values: readonly number[]) => values[distance] ?? 0;
  const mostUsd = buckets.reduce((most, { bidUsd, askUsd }) => Math.max(most, usd(bidUsd), usd(askUsd)), 0);
  const share = (value: number, most: number) => (most === 0 ? 0 : (Math.max(0, value) / most) * 100);
  const x = (ms: number) => Math.max(0, Math.min(100, ((ms - fromMs) / (toMs - fromMs)) * 100));
  const columns = buckets.flatMap((bucket): DepthColumn[] => {
    const [left, right] = [x(bucket.t), x(bucket.t + bucketMs)];
    if (right <= left) return [];
    const { min, mean, max } = bucket.spread;
    return [
      {
        bucket,
        left,
        wide: right - left,
        spread: { low: share(min, mostSpread), mean: share(mean, mostSpread), high: share(max, mostSpread) },
        bid: share(usd(bucket.bidUsd), mostUsd),
        ask: share(usd(bucket.askUsd), mostUsd),
      },
    ];
  });
  return { columns, mostSpread, mostUsd };
}
