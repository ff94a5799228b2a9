import { epochMs, HOUR_MS } from '../../domain/index.ts';
import type {
  AggregateOptions,
  Buckets,
  HistoryReader,
  RecordPosition,
  RecordReader,
} from '../contract/history-store.ts';
import type { SeriesKey } from '../contract/series.ts';
import { encodeSource } from '../contract/source-codes.ts';
import type { VenueBar } from '../contract/venue-bars.ts';

/** Buckets of which some are bars that the venue states. */
export interface FilledBuckets extends Buckets {
  /** 1 where the bucket is of the venue's bars and no record. Absent: none is. */
  readonly filled?: Uint8Array;
}

/** A bucket that bars could fill: those from one index up to another, exclusive. */
interface Candidate {
  readonly t: number;
  readonly from: number;
  to: number;
}

type Options = AggregateOptions & { readonly maxBuckets: number };

/** Maximum number of records of one read that looks for those that are not back-filled. */
const LOOK_AT = 5_000;
const BACKFILL = encodeSource('backfill');

/**
 * Aggregates as `aggregate` does, and takes the venue's bars where a bucket holds no record but back-filled closes. A
 * bucket is never part records and part bars. Bars count where their whole hour is in the window.
 */
export async function aggregateFilled(
  history: Pick<HistoryReader, 'aggregate' | 'findBars' | 'readForward'>,
  key: SeriesKey,
  options: Options,
): Promise<FilledBuckets> {
  const { bucketMs, maxBuckets, fromMs, toMs } = options;
  const buckets = await history.aggregate(key, options);
  if (bucketMs % HOUR_MS !== 0) return buckets;
  // Buckets before those of an answer that is full are not sent.
  const from = buckets.truncated ? Math.max(fromMs ?? 0, buckets.t[0]!) : fromMs;
  const bars = await history.findBars(key, {
    ...(from === undefined ? {} : { fromMs: epochMs(from) }),
    ...(toMs === undefined ? {} : { toMs: epochMs(toMs - HOUR_MS + 1) }),
  });
  // One more than is sent tells that older ones exist.
  const candidates = groupByBucket(bars, bucketMs).slice(-maxBuckets - 1);
  if (candidates.length === 0) return buckets;
  const recorded = await findRecorded(history, key, options, candidates);
  const filling = recorded.size === 0 ? candidates : candidates.filter(({ t }) => !recorded.has(t));
  return filling.length === 0 ? buckets : join(buckets, bars, filling, maxBuckets);
}

function groupByBucket(bars: readonly VenueBar[], bucketMs: number): Candidate[] {
  const candidates: Candidate[] = [];
  for (let i = 0; i < bars.length; i++) {
    const t = Math.floor(bars[i]!.t / bucketMs) * bucketMs;
    const last = candidates.at(-1);
    if (last?.t === t) last.to = i + 1;
    else candidates.push({ t, from: i, to: i + 1 });
  }
  return candidates;
}

/** Finds the buckets with a record that is not back-filled, and reads no further in such a bucket than one page. */
async function findRecorded(
  history: Pick<RecordReader, 'readForward'>,
  key: SeriesKey,
  { bucketMs, fromMs, toMs }: AggregateOptions,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<number>> {
  const recorded = new Set<number>();
  const newest = candidates.at(-1)!;
  const windowEnd = Math.min(toMs ?? Number.POSITIVE_INFINITY, newest.t + bucketMs - 1);
  let from = fromMs ?? 0;
  let after: RecordPosition | undefined;
  for (let next = 0; next < candidates.length && from <= windowEnd; ) {
    from = Math.max(from, candidates[next]!.t);
    // A back-filled hour has a close for its bar: no more records than bars are expected.
    const page = await history.readForward(key, {
      fromMs: epochMs(from),
      toMs: epochMs(windowEnd),
      limit: Math.min(newest.to - candidates[next]!.from + 1, LOOK_AT),
      ...(after === undefined ? {} : { after }),
    });
    const { t, s, length } = page.columns;
    const toBucket = (i: number) => Math.floor(t[i]! / bucketMs) * bucketMs;
    for (let i = 0; i < length; i++) if (s[i] !== BACKFILL) recorded.add(toBucket(i));
    if (page.next === null) break;
    const last = toBucket(length - 1);
    after = recorded.has(last) ? undefined : page.next;
    from = recorded.has(last) ? last + bucketMs : t[length - 1]!;
    while (next < candidates.length && candidates[next]!.t + bucketMs <= from) next++;
    if (next < candidates.length && candidates[next]!.t > from) after = undefined;
  }
  return recorded;
}

/** Puts bars in the place of the buckets that they fill, and where there are none; the newest are kept. */
function join(
  buckets: Buckets,
  bars: readonly VenueBar[],
  filling: readonly Candidate[],
  maxBuckets: number,
): FilledBuckets {
  const { t: starts, length: count } = buckets;
  let length = count;
  for (let i = 0, f = 0; f < filling.length; f++) {
    while (i < count && starts[i]! < filling[f]!.t) i++;
    if (starts[i] !== filling[f]!.t) length++;
  }
  const kept = Math.min(length, maxBuckets);
  const [t, open, high, low, close] = [kept, kept, kept, kept, kept].map((size) => new Float64Array(size));
  const [n, volume, vwap] = [kept, kept, kept].map((size) => new Float64Array(size));
  const filled = new Uint8Array(kept);
  let [i, f] = [count - 1, filling.length - 1];
  for (let at = kept - 1; at >= 0; at--) {
    const bucket = i >= 0 ? starts[i]! : Number.NEGATIVE_INFINITY;
    const one = filling[f];
    if (one === undefined || bucket > one.t) {
      t![at] = bucket;
      open![at] = buckets.open[i]!;
      high![at] = buckets.high[i]!;
      low![at] = buckets.low[i]!;
      close![at] = buckets.close[i]!;
      n![at] = buckets.count[i]!;
      volume![at] = buckets.volume[i]!;
      vwap![at] = buckets.vwap[i]!;
      i--;
      continue;
    }
    if (bucket === one.t) i--;
    f--;
    filled[at] = 1;
    t![at] = one.t;
    open![at] = bars[one.from]!.open;
    close![at] = bars[one.to - 1]!.close;
    vwap![at] = Number.NaN;
    let top = Number.NEGATIVE_INFINITY;
    let bottom = Number.POSITIVE_INFINITY;
    let traded = Number.NaN;
    for (let j = one.from; j < one.to; j++) {
      const bar = bars[j]!;
      top = Math.max(top, bar.high);
      bottom = Math.min(bottom, bar.low);
      if (bar.volume !== null) traded = Number.isNaN(traded) ? bar.volume : traded + bar.volume;
    }
    high![at] = top;
    low![at] = bottom;
    volume![at] = traded;
  }
  return {
    length: kept,
    t: t!,
    open: open!,
    high: high!,
    low: low!,
    close: close!,
    count: n!,
    volume: volume!,
    vwap: vwap!,
    filled,
    truncated: buckets.truncated || kept < length,
  };
}
