import type { PageStart } from '../../cursor.ts';
import type { Columns, ForwardOptions, ForwardPage, Window } from '../../history-store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { Series } from '../series/series.ts';
import { countRecords, getTime, placeAfter, placeFrom, readPlaces } from './places.ts';

/**
 * Reads a window oldest first, up to the last record that it had when the reader was made.
 *
 * Between pages it keeps a time and a rank within that time. What is appended behind the end is not read, and what
 * arrives late before the position moves nothing: records of one time are in the order of their arrival.
 */
export class ForwardReader {
  #next: PageStart;
  readonly #end: PageStart;

  constructor(pieces: Pieces, series: Series, { fromMs, toMs }: Window) {
    readIndex(pieces, series);
    const from = fromMs === undefined ? 0 : placeFrom(pieces, series, fromMs);
    const end = toMs === undefined ? countRecords(series) : placeAfter(pieces, series, toMs);
    this.#next = positionAt(pieces, series, from);
    this.#end = positionAt(pieces, series, Math.max(from, end));
  }

  /**
   * The next records, at most `limit`; fewer where some are damaged.
   *
   * @param series As it is now: it may have grown since the last page.
   * @returns null behind the last one.
   */
  read(pieces: Pieces, series: Series, limit: number): Columns | null {
    readIndex(pieces, series);
    const from = toPlace(pieces, series, this.#next);
    const to = Math.min(from + limit, toPlace(pieces, series, this.#end), countRecords(series));
    if (to <= from) return null;
    this.#next = positionAt(pieces, series, to);
    return readPlaces(pieces, series, from, to);
  }
}

/**
 * One page from the beginning of a window, or from a position on.
 *
 * @param kept Marks that stay in the sources.
 */
export function readForward(
  pieces: Pieces,
  series: Series,
  { fromMs, toMs, limit, after }: ForwardOptions,
  kept = 0,
): ForwardPage {
  readIndex(pieces, series);
  const begin = fromMs === undefined ? 0 : placeFrom(pieces, series, fromMs);
  const from = after === undefined ? begin : Math.max(begin, toPlace(pieces, series, after));
  const end = toMs === undefined ? countRecords(series) : placeAfter(pieces, series, toMs);
  const to = Math.min(from + limit, end);
  const columns = readPlaces(pieces, series, from, to, kept);
  return { columns, next: to < end ? positionAt(pieces, series, to) : null };
}

/** The index knows which pieces are damaged, and with them how many records there are. */
function readIndex(pieces: Pieces, series: Series): void {
  if (series.sealed.records > 0) pieces.list(series);
}

/** The position behind the record before a place. */
function positionAt(pieces: Pieces, series: Series, place: number): PageStart {
  if (place === 0) return { t: Number.NEGATIVE_INFINITY, rank: 0 };
  const last = readPlaces(pieces, series, place - 1, place);
  const t = last.length === 1 ? last.t[0]! : getTime(pieces, series, place - 1);
  return { t, rank: place - placeFrom(pieces, series, t) };
}

function toPlace(pieces: Pieces, series: Series, { t, rank }: PageStart): number {
  return placeFrom(pieces, series, t) + rank;
}
