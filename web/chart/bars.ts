import type { GetHistoryAggregateAnswer } from '../../client/src/index.ts';

/** Bars as columns, oldest first; painters walk arrays and not objects. */
export interface Bars {
  /** Starts, epoch ms. */
  readonly t: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  /** 0 where none is known. */
  readonly volume: readonly number[];
  /** Fewer records than half of those that polls make: back-filled, or recorded in part. */
  readonly isThin: readonly boolean[];
  /** Candles of the venue, where nothing was recorded; these are thin too. */
  readonly isFilled: readonly boolean[];
  readonly widthMs: number;
}

export const NO_BARS: Bars = {
  t: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  isThin: [],
  isFilled: [],
  widthMs: 1,
};

/**
 * Builds the bars of the chart from records.
 *
 * @param intervalMs Between two polls of the venue; null while it is not known, and no bar is thin.
 * @param nowMs A bar that has not ended is not thin yet.
 */
export function toBars(
  answer: Pick<GetHistoryAggregateAnswer, 'bucketMs' | 'buckets'>,
  intervalMs: number | null,
  nowMs: number,
): Bars {
  const { bucketMs } = answer;
  const buckets = answer.buckets.filter(
    ({ open, high, low, close }) =>
      open !== undefined && high !== undefined && low !== undefined && close !== undefined,
  );
  const column = (name: 'open' | 'high' | 'low' | 'close') => buckets.map((bucket) => bucket[name]!);
  const due = intervalMs === null ? 0 : bucketMs / intervalMs;
  return {
    t: buckets.map(({ t }) => t),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: buckets.map(({ volume }) => volume ?? 0),
    isThin: buckets.map(
      ({ t, count, filled }) =>
        filled === true || (due >= 2 && t + bucketMs <= nowMs && (count ?? 0) < due / 2),
    ),
    isFilled: buckets.map(({ filled }) => filled === true),
    widthMs: bucketMs,
  };
}

/** Moves the last bar to a price that has just come, or begins a new one. */
export function withLivePrice(bars: Bars, price: number, atMs: number): Bars {
  const last = bars.t.length - 1;
  const start = Math.floor(atMs / bars.widthMs) * bars.widthMs;
  const lastStart = bars.t[last];
  if (lastStart === undefined || start < lastStart) return bars;
  const isNew = start > lastStart;
  const keep = isNew ? bars.t.length : last;
  const [open, high, low] = isNew
    ? [price, price, price]
    : [bars.open[last]!, Math.max(bars.high[last]!, price), Math.min(bars.low[last]!, price)];
  return {
    ...bars,
    t: [...bars.t.slice(0, keep), start],
    open: [...bars.open.slice(0, keep), open],
    high: [...bars.high.slice(0, keep), high],
    low: [...bars.low.slice(0, keep), low],
    close: [...bars.close.slice(0, keep), price],
    volume: isNew ? [...bars.volume, 0] : bars.volume,
    isThin: isNew ? [...bars.isThin, false] : bars.isThin,
    isFilled: isNew ? [...bars.isFilled, false] : bars.isFilled,
  };
}

/**
 * Bars with this many of them joined to one: bars narrower than a pixel are not drawn apart. Starts are multiples of
 * the new width.
 */
export function joinedBars(bars: Bars, count: number): Bars {
  if (count <= 1) return bars;
  const widthMs = bars.widthMs * count;
  const made = {
    t: [] as number[],
    open: [] as number[],
    high: [] as number[],
    low: [] as number[],
    close: [] as number[],
    volume: [] as number[],
    isThin: [] as boolean[],
    isFilled: [] as boolean[],
  };
  let at = -1;
  for (let i = 0; i < bars.t.length; i++) {
    const start = Math.floor(bars.t[i]! / widthMs) * widthMs;
    if (start !== made.t[at]) {
      at += 1;
      made.t.push(start);
      made.open.push(bars.open[i]!);
      made.high.push(bars.high[i]!);
      made.low.push(bars.low[i]!);
      made.close.push(bars.close[i]!);
      made.volume.push(bars.volume[i]!);
      made.isThin.push(bars.isThin[i]!);
      made.isFilled.push(bars.isFilled[i]!);
      continue;
    }
    made.high[at] = Math.max(made.high[at]!, bars.high[i]!);
    made.low[at] = Math.min(made.low[at]!, bars.low[i]!);
    made.close[at] = bars.close[i]!;
    made.volume[at] = made.volume[at]! + bars.volume[i]!;
    made.isThin[at] = made.isThin[at] === true && bars.isThin[i] === true;
    made.isFilled[at] = made.isFilled[at] === true && bars.isFilled[i] === true;
  }
  return { ...made, widthMs };
}

/** Joins bars and keeps the result while bars and count stay, as they do while a viewer pans. */
export function barJoiner(): (bars: Bars, count: number) => Bars {
  let lastBars = NO_BARS;
  let by = 1;
  let joined = NO_BARS;
  return (bars, count) => {
    if (bars === lastBars && count === by) return joined;
    [lastBars, by] = [bars, count];
    joined = joinedBars(bars, count);
    return joined;
  };
}

/** Indices of the bars that a window shows: from the first to the last, or null when it shows none. */
export function visibleBars(
  t: readonly number[],
  fromMs: number,
  toMs: number,
): readonly [number, number] | null {
  const first = lowerBound(t, fromMs);
  const last = lowerBound(t, toMs) - 1;
  return first > last ? null : [first, last];
}

/** Finds the index of the first time that is not before a time. */
export function lowerBound(t: readonly number[], at: number): number {
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
