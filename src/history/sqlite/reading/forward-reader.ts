import type { PageStart } from '../../contract/cursor.ts';
import type { Columns, ForwardOptions, ForwardPage } from '../../contract/history-store.ts';
import type { Window } from '../../contract/series.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { SeriesState } from '../series/series.ts';
import { countRecords, findPositionAfter, findPositionFrom, getTime, readBetween } from './positions.ts';

/**
 * Reads a window oldest first, up to the last record that it had when the reader was created.
 *
 * Between pages the reader remembers a time and a rank within that time. Records appended behind the end are not read.
 * Late records before the position do not shift it, since records of one time are in the order of their arrival.
 */
export class ForwardReader {
  #next: PageStart;
  readonly #end: PageStart;

  constructor(pieces: Pieces, series: SeriesState, { fromMs, toMs }: Window) {
    readIndex(pieces, series);
    const from = fromMs === undefined ? 0 : findPositionFrom(pieces, series, fromMs);
    const end = toMs === undefined ? countRecords(series) : findPositionAfter(pieces, series, toMs);
    this.#next = pageStartAt(pieces, series, from);
    this.#end = pageStartAt(pieces, series, Math.max(from, end));
  }

  /**
   * Reads up to `limit` records; fewer when some are damaged.
   *
   * @param series The series as it is now: it may have grown since the last page.
   * @returns Null behind the last record.
   */
  read(pieces: Pieces, series: SeriesState, limit: number): Columns | null {
    readIndex(pieces, series);
    const from = toPosition(pieces, series, this.#next);
    const to = Math.min(from + limit, toPosition(pieces, series, this.#end), countRecords(series));
    if (to <= from) return null;
    this.#next = pageStartAt(pieces, series, to);
    return readBetween(pieces, series, { from, to });
  }
}

/**
 * Reads one page from the beginning of a window, or from a position on.
 *
 * @param kept Marks that are left in the source codes.
 */
export function readForward(
  pieces: Pieces,
  series: SeriesState,
  { fromMs, toMs, limit, after }: ForwardOptions,
  kept = 0,
): ForwardPage {
  readIndex(pieces, series);
  const begin = fromMs === undefined ? 0 : findPositionFrom(pieces, series, fromMs);
  const from = after === undefined ? begin : Math.max(begin, toPosition(pieces, series, after));
  const end = toMs === undefined ? countRecords(series) : findPositionAfter(pieces, series, toMs);
  const to = Math.min(from + limit, end);
  const columns = readBetween(pieces, series, { from, to }, kept);
  return { columns, next: to < end ? pageStartAt(pieces, series, to) : null };
}

/** Reads the index of a series, which corrects its number of records if pieces are damaged. */
function readIndex(pieces: Pieces, series: SeriesState): void {
  if (series.sealed.records > 0) pieces.list(series);
}

/** Computes the position from which the next page continues. */
function pageStartAt(pieces: Pieces, series: SeriesState, position: number): PageStart {
  if (position === 0) return { t: Number.NEGATIVE_INFINITY, rank: 0 };
  const last = readBetween(pieces, series, { from: position - 1, to: position });
  const t = last.length === 1 ? last.t[0]! : getTime(pieces, series, position - 1);
  return { t, rank: position - findPositionFrom(pieces, series, t) };
}

function toPosition(pieces: Pieces, series: SeriesState, { t, rank }: PageStart): number {
  return findPositionFrom(pieces, series, t) + rank;
}
