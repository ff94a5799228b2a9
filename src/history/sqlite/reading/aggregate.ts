import { MINUTE_MS } from '../../../domain/index.ts';
import { getScratchColumns } from '../../coding/pack.ts';
import { BAR_FIELDS, BucketBuilder, DEFAULT_MAX_BUCKETS } from '../../columns/buckets.ts';
import { findUpperBound, lowerBound } from '../../columns/columns.ts';
import type { AggregateOptions, Buckets } from '../../contract/history-store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { PieceEntry, SeriesState } from '../series/series.ts';

const scratch = getScratchColumns();

interface Span {
  readonly bucketMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

interface AggregateSource {
  readonly pieces: Pieces;
  readonly series: SeriesState;
  readonly span: Span;
}

/**
 * Aggregates a window in buckets. A piece is answered from its bars if they fit the buckets.
 *
 * Pieces are read from the newest back, and only as far as the newest `maxBuckets` need: the cost of tiny buckets over
 * a long series depends on the answer and not on what is stored.
 */
export function aggregateWindow(pieces: Pieces, whole: SeriesState, options: AggregateOptions): Buckets {
  const { bucketMs, maxBuckets = DEFAULT_MAX_BUCKETS } = options;
  const fromMs = options.fromMs ?? Number.NEGATIVE_INFINITY;
  const toMs = options.toMs ?? Number.POSITIVE_INFINITY;
  const span: Span = { bucketMs, fromMs, toMs };
  if (fromMs > toMs) return new BucketBuilder(bucketMs, maxBuckets).build();

  const series = narrowSeries(pieces, whole, span);
  const spans = new BucketSpans(bucketMs);
  const ofTail = new BucketBuilder(bucketMs, maxBuckets);
  const { t, p, v, length } = series.tail.columns();
  ofTail.addRecords(t, p, v, lowerBound(t, length, fromMs), findUpperBound(t, length, toMs));
  spans.addOlder(ofTail.bars());
  if (series.sealed.records > 0) {
    const asked = { pieces, series, span };
    const list = pieces.list(series);
    const first = list.firstEndingFrom(fromMs);
    let last = list.lastBeginningBy(toMs);
    // One bucket more than `maxBuckets` shows that older ones exist.
    while (last >= first && spans.count <= maxBuckets) {
      const from = findReaching(list.entries, { first, last }, maxBuckets + 1 - spans.count, bucketMs);
      const part = new BucketBuilder(bucketMs, maxBuckets);
      addPieces(asked, list.entries.slice(from, last + 1), part);
      // The only part needs no joining.
      if (from === first && spans.count === 0) return part.build();
      spans.addOlder(part.bars());
      last = from - 1;
    }
  }
  const builder = new BucketBuilder(bucketMs, maxBuckets);
  for (const bars of spans.oldestFirst()) builder.addBars(bars);
  return builder.build();
}

/** Reduces a long series to the pieces of a window, if that is cheaper than reading its whole index. */
export function narrowSeries(
  pieces: Pieces,
  series: SeriesState,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): SeriesState {
  if (fromMs === Number.NEGATIVE_INFINITY) return series;
  return pieces.spans.find(series, { fromMs, toMs, records: Number.POSITIVE_INFINITY })?.series ?? series;
}

/** Buckets of consecutive spans of time, added from the newest to the oldest. */
class BucketSpans {
  readonly #bucketMs: number;
  readonly #bars: Float64Array[] = [];
  #oldest = Number.POSITIVE_INFINITY;
  /** Number of buckets of all spans; a bucket that two spans share counts once. */
  count = 0;

  constructor(bucketMs: number) {
    this.#bucketMs = bucketMs;
  }

  addOlder(bars: Float64Array): void {
    if (bars.length === 0) return;
    const newest = bars[bars.length - BAR_FIELDS]!;
    this.count += bars.length / BAR_FIELDS - (newest > this.#oldest - this.#bucketMs ? 1 : 0);
    this.#oldest = bars[0]!;
    this.#bars.push(bars);
  }

  oldestFirst(): Float64Array[] {
    return this.#bars.toReversed();
  }
}

/** Finds the first piece of a range that may contain so many buckets; shared buckets and equal times make fewer. */
function findReaching(
  entries: readonly PieceEntry[],
  { first, last }: { readonly first: number; readonly last: number },
  buckets: number,
  bucketMs: number,
): number {
  let from = last;
  let possible = 0;
  for (; ; from--) {
    const { records, fromMs, toMs } = entries[from]!;
    possible += Math.min(records, Math.floor(toMs / bucketMs) - Math.floor(fromMs / bucketMs) + 1);
    if (from === first || possible >= buckets) return from;
  }
}

function addPieces(asked: AggregateSource, entries: readonly PieceEntry[], builder: BucketBuilder): void {
  const { pieces, series, span } = asked;
  for (const entry of entries) {
    if (isInside(entry, span) && addBars(asked, entry, builder)) continue;
    const records = pieces.decodeInto(series, entry, scratch, 0);
    if (records > 0) addOpened(asked, entry, records, builder);
  }
}

/** Adds the bars of a piece, if they fit the buckets. @returns Whether they do. */
function addBars(
  { pieces, series, span }: AggregateSource,
  entry: PieceEntry,
  builder: BucketBuilder,
): boolean {
  const { bucketMs } = span;
  const isInOneBucket = builder.floorToBucket(entry.fromMs) === builder.floorToBucket(entry.toMs);
  if (entry.bars !== null) {
    const { widthMs, bars } = entry.bars.open();
    if (isInOneBucket || (widthMs > 0 && bucketMs % widthMs === 0)) {
      builder.addBars(bars, isInOneBucket ? entry.fromMs : null);
      return true;
    }
  }
  const known = pieces.minuteBars.find(entry, bucketMs) ?? stored(pieces, series, entry, bucketMs);
  if (known === null) return false;
  builder.addBars(known);
  return true;
}

function stored(
  pieces: Pieces,
  series: SeriesState,
  entry: PieceEntry,
  bucketMs: number,
): Float64Array | null {
  return bucketMs % MINUTE_MS === 0 ? pieces.readMinutes(series, entry) : null;
}

/** Adds the records of a piece, which are decoded in the scratch columns. */
function addOpened(
  { pieces, span }: AggregateSource,
  entry: PieceEntry,
  records: number,
  builder: BucketBuilder,
): void {
  const { t, p, v, s } = scratch;
  const minutes = isInside(entry, span)
    ? pieces.minuteBars.make(entry, span.bucketMs, { length: records, t, p, v, s })
    : null;
  if (minutes !== null) {
    builder.addBars(minutes);
    return;
  }
  const from = span.fromMs <= entry.fromMs ? 0 : lowerBound(t, records, span.fromMs);
  const to = span.toMs >= entry.toMs ? records : findUpperBound(t, records, span.toMs);
  builder.addRecords(t, p, v, from, to);
}

function isInside(entry: PieceEntry, span: Span): boolean {
  return entry.fromMs >= span.fromMs && entry.toMs <= span.toMs;
}
