import { DAY_MS } from '../../../domain/index.ts';
import { getScratchColumns } from '../../coding/pack.ts';
import { findUpperBound, lowerBound } from '../../columns/columns.ts';
import type { DayQuery, DayRows } from '../../tree/tree-source.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { PieceEntry, SeriesState } from '../series/series.ts';
import type { RowBlock } from './row-block.ts';
import type { SeriesList } from './series-list.ts';
import { MAX_GATHERED, type ShortPieces } from './short-pieces.ts';

const scratch = getScratchColumns();

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Walk extends Span {
  /** Returns the current list of series: another one after the snapshot was renewed. */
  readonly list: () => SeriesList;
}

/**
 * Reads the records of a span, series by series in the order of their assets. A series whose pieces have index rows is
 * read by itself; single short pieces are gathered for a range of series, pack by pack.
 */
export function* walkDay(
  pieces: Pieces,
  short: ShortPieces,
  block: RowBlock,
  walk: Walk,
): Generator<DayRows> {
  const { fromMs, toMs } = walk;
  block.clear();
  let list = walk.list();
  let position = 0;
  while (position < list.length) {
    const range = nextRange(list, position, walk);
    short.gather(list, range.short, { fromMs, toMs });
    for (const each of range.positions) {
      const found = short.find(each);
      const isLong = list.pack(each) === 0;
      if (found === null && !isLong && !list.mayHaveTail(each)) continue;
      const asset = list.asset(each);
      if (found !== null) yield* block.add(asset, short.columns, found.from, found.to);
      if (!isLong && !list.mayHaveTail(each)) continue;
      const series = list.series(each);
      if (isLong) yield* longRows(pieces, block, series, walk);
      yield* tailRows(block, series, walk);
    }
    position = range.end;
    if (position === list.length) break;
    // When there is a new list, the old one is empty, so the name of the last asset is read before.
    const last = list.asset(position - 1);
    const now = walk.list();
    if (now !== list) position = now.positionBehind(last);
    list = now;
  }
  if (block.length > 0) yield block.take();
}

/** Finds the next positions whose series have records in the span, as many as may be gathered. */
function nextRange(list: SeriesList, start: number, { fromMs, toMs }: Span) {
  const positions: number[] = [];
  const short: number[] = [];
  let gathered = 0;
  let end = start;
  for (; end < list.length && gathered < MAX_GATHERED && positions.length < MAX_POSITIONS; end++) {
    if (list.firstMs(end) > toMs || list.lastMs(end) < fromMs) continue;
    positions.push(end);
    if (list.pack(end) === 0) continue;
    short.push(end);
    gathered += list.records(end);
  }
  return { positions, short, end };
}

/** Maximum number of series between two checks of whether the snapshot is due for renewal. */
const MAX_POSITIONS = 262_144;

function* longRows(
  pieces: Pieces,
  block: RowBlock,
  series: SeriesState,
  { fromMs, toMs }: Span,
): Generator<DayRows> {
  if (series.sealed.records === 0) return;
  for (const entry of pieces.rows.listEndingFrom(series, fromMs)) {
    if (entry.fromMs > toMs) return;
    const length = pieces.decodeInto(series, entry, scratch, 0);
    const from = lowerBound(scratch.t, length, fromMs);
    yield* block.add(series.asset, scratch, from, findUpperBound(scratch.t, length, toMs));
  }
}

function* tailRows(
  block: RowBlock,
  { asset, tail }: SeriesState,
  { fromMs, toMs }: Span,
): Generator<DayRows> {
  const end = tail.countTo(toMs, findUpperBound);
  for (let at = tail.countTo(fromMs, lowerBound); at < end; at += scratch.length) {
    const to = Math.min(end, at + scratch.length);
    tail.copyTo(scratch, 0, at, to);
    yield* block.add(asset, scratch, 0, to - at);
  }
}

const toDay = (time: number) => Math.floor(time / DAY_MS);

/**
 * Finds the days on which series of a list have records. The first and the last day of each series are known, and the
 * pieces between are searched.
 */
export function findDays(pieces: Pieces, list: SeriesList, { window, since, known }: DayQuery): number[] {
  const fromMs = Math.max(
    window.fromMs ?? Number.NEGATIVE_INFINITY,
    (since ?? Number.NEGATIVE_INFINITY) * DAY_MS,
  );
  const toMs = window.toMs ?? Number.POSITIVE_INFINITY;
  const days = new Set<number>();
  const add = (time: number) => {
    if (time >= fromMs && time <= toMs && !known.has(toDay(time))) days.add(toDay(time));
  };
  for (let position = 0; position < list.length; position++) {
    add(list.firstMs(position));
    add(list.lastMs(position));
  }
  const isOpen = (day: number) => !known.has(day) && !days.has(day);
  for (let position = 0; position < list.length; position++) {
    const last = toDay(Math.min(toMs, list.lastMs(position)));
    for (let day = toDay(Math.max(fromMs, list.firstMs(position))); day <= last; day++) {
      if (!isOpen(day)) continue;
      const next = nextRecord(pieces, list.series(position), Math.max(fromMs, day * DAY_MS));
      if (next === Number.POSITIVE_INFINITY) break;
      add(next);
      // The days before the next record have none and are skipped.
      day = Math.max(day, toDay(next));
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** Finds the first record's time at or after a time; of a damaged piece, its beginning; Infinity when there is none. */
function nextRecord(pieces: Pieces, series: SeriesState, time: number): number {
  const { sealed, tail } = series;
  const inTail = tail.countTo(time, lowerBound);
  const entries = sealed.pack === 0 ? pieces.rows.listEndingFrom(series, time) : pieces.list(series).entries;
  const found = sealed.records === 0 ? Number.POSITIVE_INFINITY : firstIn(pieces, series, entries, time);
  if (inTail === tail.length) return found;
  tail.copyTo(scratch, 0, inTail, inTail + 1);
  return Math.min(found, scratch.t[0]!);
}

function firstIn(pieces: Pieces, series: SeriesState, entries: Iterable<PieceEntry>, time: number): number {
  for (const entry of entries) {
    if (entry.toMs < time) continue;
    if (entry.fromMs >= time) return entry.fromMs;
    const length = pieces.decodeInto(series, entry, scratch, 0);
    if (length === 0) return time;
    const at = lowerBound(scratch.t, length, time);
    if (at < length) return scratch.t[at]!;
  }
  return Number.POSITIVE_INFINITY;
}
