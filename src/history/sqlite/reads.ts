import type { Observation } from '../../domain/index.ts';
import { BucketBuilder, DEFAULT_MAX_BUCKETS } from '../buckets.ts';
import { lowerBound, observationAt, upperBound } from '../columns.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { AggregateOptions, Buckets, Columns, Page, ReadOptions } from '../history-store.ts';
import { BLOCK_RECORDS, BlockScratch, decodeBlockInto, decodeNumbers, INSERTED } from './block.ts';
import type { Blocks } from './blocks.ts';
import type { BlockEntry, Series } from './series.ts';

const scratch = new BlockScratch();

/**
 * Places count the records of a series from its oldest, blocks first and the tail behind them. A window and a
 * cursor both come to two places, and what lies between them is read.
 */
export function readPage(blocks: Blocks, series: Series, options: ReadOptions): Page {
  const { fromMs, toMs, limit, cursor } = options;
  const low = fromMs === undefined ? 0 : placeFrom(blocks, series, fromMs);
  let high = toMs === undefined ? recordsOf(series) : placeAfter(blocks, series, toMs);
  if (cursor !== undefined) {
    const start = decodeCursor(cursor);
    high = Math.min(high, placeFrom(blocks, series, start.t) + start.rank);
  }
  const first = Math.max(low, high - limit);
  const columns = readPlaces(blocks, series, first, high);
  const truncated = first > low && high > first;
  return { columns, truncated, nextCursor: truncated ? cursorBefore(blocks, series, first, columns) : null };
}

/** Buckets of a window. Blocks are answered from their bars where those fit the buckets. */
export function aggregateWindow(blocks: Blocks, series: Series, options: AggregateOptions): Buckets {
  const { bucketMs, maxBuckets = DEFAULT_MAX_BUCKETS } = options;
  const fromMs = options.fromMs ?? Number.NEGATIVE_INFINITY;
  const toMs = options.toMs ?? Number.POSITIVE_INFINITY;
  const builder = new BucketBuilder(bucketMs, maxBuckets);
  if (fromMs <= toMs) {
    if (series.sealed.records > 0) addBlocks(blocks, series, builder, { bucketMs, fromMs, toMs });
    const { t, p, v, length } = series.tail;
    builder.addRecords(t, p, v, lowerBound(t, length, fromMs), upperBound(t, length, toMs));
  }
  return builder.build();
}

/** The newest record, or the newest at or before a time. */
export function lastRecord(blocks: Blocks, series: Series, atOrBefore?: number): Observation | null {
  let end = atOrBefore === undefined ? recordsOf(series) : placeAfter(blocks, series, atOrBefore);
  // Only a damaged block reads as empty: then the block before it holds the answer.
  for (let count = 1; end > 0; end -= count, count = BLOCK_RECORDS) {
    const columns = readPlaces(blocks, series, Math.max(0, end - count), end);
    if (columns.length > 0) return observationAt(columns, columns.length - 1);
  }
  return null;
}

export function recordsOf(series: Series): number {
  return series.sealed.records + series.tail.length;
}

/** The place of the first record at or after the time. */
export function placeFrom(blocks: Blocks, series: Series, time: number): number {
  return placeOf(blocks, series, time, lowerBound);
}

/** The place behind the last record at or before the time. */
export function placeAfter(blocks: Blocks, series: Series, time: number): number {
  return placeOf(blocks, series, time, upperBound);
}

function placeOf(blocks: Blocks, series: Series, time: number, bound: typeof lowerBound): number {
  const { sealed, tail } = series;
  const inTail = bound(tail.t, tail.length, time);
  if (sealed.records === 0 || inTail > 0 || time > sealed.lastMs) return sealed.records + inTail;
  const list = blocks.list(series);
  const i = bound === lowerBound ? list.firstEndingFrom(time) : list.firstEndingAfter(time);
  const entry = list.entries[i];
  if (entry === undefined) return sealed.records;
  const start = list.starts[i]!;
  if (time < entry.fromMs || (time === entry.fromMs && bound === lowerBound)) return start;
  const columns = blocks.open(series, entry);
  return columns === null ? start : start + bound(columns.t, columns.length, time);
}

/** The records from one place up to another, oldest first. Damaged blocks are left out. */
export function readPlaces(blocks: Blocks, series: Series, from: number, to: number): Columns {
  const n = Math.max(0, to - from);
  const columns: Columns = {
    length: n,
    t: new Float64Array(n),
    p: new Float64Array(n),
    v: new Float64Array(n),
    s: new Uint8Array(n),
  };
  let filled = 0;
  const sealed = series.sealed.records;
  if (n > 0 && from < sealed) filled = readSealed(blocks, series, from, Math.min(to, sealed), columns);
  if (n > 0 && to > sealed) {
    copyInto(columns, filled, series.tail, Math.max(0, from - sealed), to - sealed);
    filled += to - Math.max(from, sealed);
  }
  for (let i = 0; i < filled; i++) columns.s[i]! &= ~INSERTED;
  if (filled === n) return columns;
  return {
    length: filled,
    t: columns.t.slice(0, filled),
    p: columns.p.slice(0, filled),
    v: columns.v.slice(0, filled),
    s: columns.s.slice(0, filled),
  };
}

function readSealed(blocks: Blocks, series: Series, from: number, to: number, target: Columns): number {
  const list = blocks.list(series);
  const first = list.holding(from);
  const last = list.holding(to - 1);
  let filled = 0;
  let i = first;
  for (const [entry, data] of blocks.data(series, first, last)) {
    const start = list.starts[i++]!;
    if (from <= start && start + entry.records <= to) {
      filled += blocks.decode(series, entry, data, (bytes) => decodeBlockInto(bytes, target, filled)) ?? 0;
    } else {
      filled += readPart(blocks, series, entry, target, filled, from - start, to - start);
    }
  }
  return filled;
}

function readPart(
  blocks: Blocks,
  series: Series,
  entry: BlockEntry,
  target: Columns,
  at: number,
  from: number,
  to: number,
): number {
  const columns = blocks.open(series, entry);
  if (columns === null) return 0;
  const low = Math.max(0, from);
  const high = Math.min(columns.length, to);
  copyInto(target, at, columns, low, high);
  return high - low;
}

function copyInto(target: Columns, at: number, source: Columns, from: number, to: number): void {
  target.t.set(source.t.subarray(from, to), at);
  target.p.set(source.p.subarray(from, to), at);
  target.v.set(source.v.subarray(from, to), at);
  target.s.set(source.s.subarray(from, to), at);
}

function cursorBefore(blocks: Blocks, series: Series, place: number, page: Columns): string {
  const t = page.length > 0 ? page.t[0]! : timeOf(blocks, series, place);
  return encodeCursor({ t, rank: Math.max(0, place - placeFrom(blocks, series, t)) });
}

/** Where a whole page is damaged, the time comes from the index. */
function timeOf(blocks: Blocks, series: Series, place: number): number {
  const list = blocks.list(series);
  return list.entries[list.holding(place)]?.fromMs ?? series.sealed.lastMs;
}

interface Span {
  readonly bucketMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

function addBlocks(blocks: Blocks, series: Series, builder: BucketBuilder, span: Span): void {
  const list = blocks.list(series);
  const first = list.firstEndingFrom(span.fromMs);
  const last = list.lastBeginningBy(span.toMs);
  let i = first;
  while (i <= last) {
    if (addKnownBars(blocks, list.entries[i]!, builder, span)) {
      i++;
      continue;
    }
    let end = i;
    while (end < last && !isKnown(blocks, list.entries[end + 1]!, builder, span)) end++;
    for (const [entry, data] of blocks.data(series, i, end)) {
      const n = blocks.decode(series, entry, data, (bytes) => decodeNumbers(bytes, scratch));
      if (n !== null) addOpened(blocks, entry, n, builder, span);
    }
    i = end + 1;
  }
}

/** Adds the block that was decoded into the scratch columns. */
function addOpened(
  blocks: Blocks,
  entry: BlockEntry,
  records: number,
  builder: BucketBuilder,
  span: Span,
): void {
  const { t, p, v } = scratch;
  const bars = isInside(entry, span) ? blocks.minuteBars.make(entry, span.bucketMs, t, p, v, records) : null;
  if (bars !== null) {
    builder.addBars(bars);
    return;
  }
  const from = span.fromMs <= entry.fromMs ? 0 : lowerBound(t, records, span.fromMs);
  const to = span.toMs >= entry.toMs ? records : upperBound(t, records, span.toMs);
  builder.addRecords(t, p, v, from, to);
}

function isInside(entry: BlockEntry, span: Span): boolean {
  return entry.fromMs >= span.fromMs && entry.toMs <= span.toMs;
}

/** Whether the block need not be opened. */
function isKnown(blocks: Blocks, entry: BlockEntry, builder: BucketBuilder, span: Span): boolean {
  if (!isInside(entry, span)) return false;
  return answersByBars(entry, builder, span) || blocks.minuteBars.find(entry, span.bucketMs) !== null;
}

function answersByBars(entry: BlockEntry, builder: BucketBuilder, span: Span): boolean {
  if (entry.widthMs > 0 && span.bucketMs % entry.widthMs === 0) return true;
  return builder.startOf(entry.fromMs) === builder.startOf(entry.toMs);
}

function addKnownBars(blocks: Blocks, entry: BlockEntry, builder: BucketBuilder, span: Span): boolean {
  if (!isInside(entry, span)) return false;
  if (answersByBars(entry, builder, span)) {
    const inOneBucket = builder.startOf(entry.fromMs) === builder.startOf(entry.toMs);
    builder.addBars(entry.bars, inOneBucket ? entry.fromMs : null);
    return true;
  }
  const minutes = blocks.minuteBars.find(entry, span.bucketMs);
  if (minutes === null) return false;
  builder.addBars(minutes);
  return true;
}
