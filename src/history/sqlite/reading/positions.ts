import { MARKS } from '../../coding/marks.ts';
import {
  copyInto,
  createEmptyColumns,
  findUpperBound,
  lowerBound,
  sliceColumns,
  viewColumns,
} from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { SeriesState } from '../series/series.ts';

// Positions count the records of a series from its oldest one: first those in pieces, then those of the tail.

/** Range of records; `to` is exclusive. */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

/** Counts the records of a series, in pieces and in the tail. */
export function countRecords(series: SeriesState): number {
  return series.sealed.records + series.tail.length;
}

/** Finds the position of the first record at or after a time. */
export function findPositionFrom(pieces: Pieces, series: SeriesState, time: number): number {
  return findPosition(pieces, series, time, lowerBound);
}

/** Finds the position behind the last record at or before a time. */
export function findPositionAfter(pieces: Pieces, series: SeriesState, time: number): number {
  return findPosition(pieces, series, time, findUpperBound);
}

function findPosition(pieces: Pieces, series: SeriesState, time: number, bound: typeof lowerBound): number {
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

/**
 * Reads the records of a range of positions, oldest first. Records of damaged pieces are left out.
 *
 * @param kept Marks that are left in the source codes.
 */
export function readBetween(pieces: Pieces, series: SeriesState, { from, to }: Positions, kept = 0): Columns {
  const n = Math.max(0, to - from);
  const columns = createEmptyColumns(n);
  let filled = 0;
  const sealed = series.sealed.records;
  if (n > 0 && from < sealed)
    filled = readSealed(pieces, series, { from, to: Math.min(to, sealed) }, columns);
  if (n > 0 && to > sealed) {
    series.tail.copyTo(columns, filled, Math.max(0, from - sealed), to - sealed);
    filled += to - Math.max(from, sealed);
  }
  for (let i = 0; i < filled; i++) columns.s[i]! &= ~MARKS | kept;
  return filled === n ? columns : sliceColumns(columns, 0, filled);
}

function readSealed(pieces: Pieces, series: SeriesState, { from, to }: Positions, target: Columns): number {
  const list = pieces.list(series);
  const last = list.holding(to - 1);
  let filled = 0;
  for (let i = list.holding(from); i <= last; i++) {
    const entry = list.entries[i]!;
    const start = list.starts[i]!;
    if (from <= start && start + entry.records <= to) {
      filled += pieces.decodeInto(series, entry, target, filled);
    } else {
      const columns = pieces.open(series, entry);
      if (columns === null) continue;
      const part = viewColumns(columns, Math.max(0, from - start), Math.min(columns.length, to - start));
      copyInto(target, filled, part);
      filled += part.length;
    }
  }
  return filled;
}

/** Estimates the time of a record that cannot be read, from the index row of its piece. */
export function getTime(pieces: Pieces, series: SeriesState, position: number): number {
  const list = pieces.list(series);
  return list.entries[list.holding(position)]?.fromMs ?? series.sealed.lastMs;
}
