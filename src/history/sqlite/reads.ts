import type { Observation } from '../../domain/index.ts';
import { emptyColumns, lowerBound, observationAt, upperBound } from '../columns.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Columns, Page, ReadOptions } from '../history-store.ts';
import { PIECE_RECORDS } from './pack.ts';
import type { Pieces } from './pieces.ts';
import { INSERTED, type PieceEntry, type Series } from './series.ts';

/**
 * Places count the records of a series from its oldest, blocks first and the tail behind them. A window and a
 * cursor both come to two places, and what lies between them is read.
 */
export function readPage(pieces: Pieces, series: Series, options: ReadOptions): Page {
  return (
    readNewest(pieces, series, options) ??
    readStretch(pieces, series, options) ??
    readWindow(pieces, series, options)
  );
}

/** The newest page of a long series, by its last pieces alone; null where that is not enough. */
function readNewest(pieces: Pieces, series: Series, options: ReadOptions): Page | null {
  const { fromMs, toMs, limit, cursor } = options;
  if (fromMs !== undefined || toMs !== undefined || cursor !== undefined) return null;
  const newest = pieces.findNewest(series, Math.max(0, limit - series.tail.length) + 1);
  if (newest === null) return null;
  const page = readWindow(pieces, newest, options);
  // The cursor counts the records of one time, and some of them may be in an older piece.
  const isWhole = page.columns.length > 0 && page.columns.t[0]! > newest.sealed.firstMs;
  return isWhole ? page : null;
}

/** A page of a window of a long series, by the pieces that it needs; null where those are not enough. */
function readStretch(pieces: Pieces, series: Series, options: ReadOptions): Page | null {
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, limit, cursor } = options;
  const start = cursor === undefined ? null : decodeCursor(cursor);
  const until = Math.min(toMs, start?.t ?? Number.POSITIVE_INFINITY);
  if (fromMs === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return null;
  const found = pieces.stretches.find(series, { fromMs, toMs: until, records: limit + 1 });
  if (found === null) return null;
  const { firstMs } = found.series.sealed;
  // The cursor counts the records of one time, and some of them may be in an older piece.
  if (start !== null && !found.isFirst && firstMs >= start.t) return null;
  const page = readWindow(pieces, found.series, options);
  if (found.isFirst || firstMs < fromMs) return page;
  return page.truncated && page.columns.length > 0 && page.columns.t[0]! > firstMs ? page : null;
}

function readWindow(pieces: Pieces, series: Series, options: ReadOptions): Page {
  const { fromMs, toMs, limit, cursor } = options;
  const low = fromMs === undefined ? 0 : placeFrom(pieces, series, fromMs);
  let high = toMs === undefined ? countRecords(series) : placeAfter(pieces, series, toMs);
  if (cursor !== undefined) {
    const start = decodeCursor(cursor);
    high = Math.min(high, placeFrom(pieces, series, start.t) + start.rank);
  }
  const first = Math.max(low, high - limit);
  const columns = readPlaces(pieces, series, first, high);
  const truncated = first > low && high > first;
  return { columns, truncated, nextCursor: truncated ? cursorBefore(pieces, series, first, columns) : null };
}

/** The newest record, or the newest at or before a time. */
export function lastRecord(pieces: Pieces, series: Series, atOrBefore?: number): Observation | null {
  if (atOrBefore !== undefined) {
    const query = { fromMs: Number.NEGATIVE_INFINITY, toMs: atOrBefore, records: 1 };
    const found = pieces.stretches.find(series, query);
    const record = found === null ? null : newestRecord(pieces, found.series, atOrBefore);
    // Where a piece is damaged, the answer may be in an older one.
    if (record !== null) return record;
  }
  return newestRecord(pieces, series, atOrBefore);
}

function newestRecord(pieces: Pieces, series: Series, atOrBefore?: number): Observation | null {
  let end = atOrBefore === undefined ? countRecords(series) : placeAfter(pieces, series, atOrBefore);
  // Only a damaged block reads as empty: then the block before it holds the answer.
  for (let count = 1; end > 0; end -= count, count = PIECE_RECORDS) {
    const columns = readPlaces(pieces, series, Math.max(0, end - count), end);
    if (columns.length > 0) return observationAt(columns, columns.length - 1);
  }
  return null;
}

export function countRecords(series: Series): number {
  return series.sealed.records + series.tail.length;
}

/** The place of the first record at or after the time. */
function placeFrom(pieces: Pieces, series: Series, time: number): number {
  return findPlace(pieces, series, time, lowerBound);
}

/** The place behind the last record at or before the time. */
function placeAfter(pieces: Pieces, series: Series, time: number): number {
  return findPlace(pieces, series, time, upperBound);
}

function findPlace(pieces: Pieces, series: Series, time: number, bound: typeof lowerBound): number {
  const { sealed, tail } = series;
  const inTail = tail.countTo(time, bound);
  if (sealed.records === 0 || inTail > 0 || time > sealed.lastMs) return sealed.records + inTail;
  const list = pieces.list(series);
  const i = bound === lowerBound ? list.firstEndingFrom(time) : list.firstEndingAfter(time);
  const entry = list.entries[i];
  if (entry === undefined) return sealed.records;
  const start = list.starts[i]!;
  if (time < entry.fromMs || (time === entry.fromMs && bound === lowerBound)) return start;
  const columns = pieces.open(series, entry);
  return columns === null ? start : start + bound(columns.t, columns.length, time);
}

/** The records from one place up to another, oldest first. Damaged blocks are left out. */
function readPlaces(pieces: Pieces, series: Series, from: number, to: number): Columns {
  const n = Math.max(0, to - from);
  const columns = emptyColumns(n);
  let filled = 0;
  const sealed = series.sealed.records;
  if (n > 0 && from < sealed) filled = readSealed(pieces, series, from, Math.min(to, sealed), columns);
  if (n > 0 && to > sealed) {
    series.tail.copyTo(columns, filled, Math.max(0, from - sealed), to - sealed);
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

function readSealed(pieces: Pieces, series: Series, from: number, to: number, target: Columns): number {
  const list = pieces.list(series);
  const last = list.holding(to - 1);
  let filled = 0;
  for (let i = list.holding(from); i <= last; i++) {
    const entry = list.entries[i]!;
    const start = list.starts[i]!;
    if (from <= start && start + entry.records <= to) {
      filled += pieces.decodeInto(series, entry, target, filled);
    } else {
      filled += readPart(pieces, series, entry, target, filled, from - start, to - start);
    }
  }
  return filled;
}

function readPart(
  pieces: Pieces,
  series: Series,
  entry: PieceEntry,
  target: Columns,
  at: number,
  from: number,
  to: number,
): number {
  const columns = pieces.open(series, entry);
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

function cursorBefore(pieces: Pieces, series: Series, place: number, page: Columns): string {
  const t = page.length > 0 ? page.t[0]! : getTime(pieces, series, place);
  return encodeCursor({ t, rank: Math.max(0, place - placeFrom(pieces, series, t)) });
}

/** Where a whole page is damaged, the time comes from the index. */
function getTime(pieces: Pieces, series: Series, place: number): number {
  const list = pieces.list(series);
  return list.entries[list.holding(place)]?.fromMs ?? series.sealed.lastMs;
}
