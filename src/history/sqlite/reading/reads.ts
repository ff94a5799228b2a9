import type { Observation } from '../../../domain/index.ts';
import { PIECE_RECORDS } from '../../coding/pack.ts';
import { readObservation } from '../../columns/columns.ts';
import { decodeRecordCursor, encodeRecordCursor } from '../../contract/cursor.ts';
import type { Columns, Page, ReadOptions } from '../../contract/history-store.ts';
import type { Pieces } from '../pieces/pieces.ts';
import type { SeriesState } from '../series/series.ts';
import { countRecords, findPositionAfter, findPositionFrom, getTime, readBetween } from './positions.ts';

/**
 * Reads a page of a window, from its end or a cursor back: both are converted to positions, and the records between
 * them are read.
 */
export function readPage(pieces: Pieces, series: SeriesState, options: ReadOptions): Page {
  return (
    readNewest(pieces, series, options) ??
    readSpan(pieces, series, options) ??
    readWindow(pieces, series, options)
  );
}

/** Reads the newest page of a long series from its last pieces; null when they are not enough. */
function readNewest(pieces: Pieces, series: SeriesState, options: ReadOptions): Page | null {
  const { fromMs, toMs, limit, cursor } = options;
  if (fromMs !== undefined || toMs !== undefined || cursor !== undefined) return null;
  const newest = pieces.findNewest(series, Math.max(0, limit - series.tail.length) + 1);
  if (newest === null) return null;
  const page = readWindow(pieces, newest, options);
  // The cursor counts the records of one time, some of which may be in an older piece.
  const isWhole = page.columns.length > 0 && page.columns.t[0]! > newest.sealed.firstMs;
  return isWhole ? page : null;
}

/** Reads a page of a window of a long series from the pieces of that window; null when they are not enough. */
function readSpan(pieces: Pieces, series: SeriesState, options: ReadOptions): Page | null {
  const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY, limit, cursor } = options;
  const start = cursor === undefined ? null : decodeRecordCursor(cursor);
  const until = Math.min(toMs, start?.t ?? Number.POSITIVE_INFINITY);
  if (fromMs === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY) return null;
  const found = pieces.spans.find(series, { fromMs, toMs: until, records: limit + 1 });
  if (found === null) return null;
  const { firstMs } = found.series.sealed;
  // The cursor counts the records of one time, some of which may be in an older piece.
  if (start !== null && !found.isFirst && firstMs >= start.t) return null;
  const page = readWindow(pieces, found.series, options);
  if (found.isFirst || firstMs < fromMs) return page;
  return page.truncated && page.columns.length > 0 && page.columns.t[0]! > firstMs ? page : null;
}

function readWindow(pieces: Pieces, series: SeriesState, options: ReadOptions): Page {
  const { fromMs, toMs, limit, cursor } = options;
  const low = fromMs === undefined ? 0 : findPositionFrom(pieces, series, fromMs);
  let high = toMs === undefined ? countRecords(series) : findPositionAfter(pieces, series, toMs);
  if (cursor !== undefined) {
    const start = decodeRecordCursor(cursor);
    high = Math.min(high, findPositionFrom(pieces, series, start.t) + start.rank);
  }
  const first = Math.max(low, high - limit);
  const columns = readBetween(pieces, series, { from: first, to: high });
  const truncated = first > low && high > first;
  return {
    columns,
    truncated,
    nextCursor: truncated ? buildCursorBefore(pieces, series, first, columns) : null,
  };
}

/** Finds the newest record, or the newest one at or before a time. */
export function findLastRecord(pieces: Pieces, series: SeriesState, atOrBefore?: number): Observation | null {
  if (atOrBefore !== undefined) {
    const query = { fromMs: Number.NEGATIVE_INFINITY, toMs: atOrBefore, records: 1 };
    const found = pieces.spans.find(series, query);
    const record = found === null ? null : findNewestRecord(pieces, found.series, atOrBefore);
    // If the newest piece is damaged, an older one may have the record.
    if (record !== null) return record;
  }
  return findNewestRecord(pieces, series, atOrBefore);
}

function findNewestRecord(pieces: Pieces, series: SeriesState, atOrBefore?: number): Observation | null {
  let end = atOrBefore === undefined ? countRecords(series) : findPositionAfter(pieces, series, atOrBefore);
  // The record is missing only if its piece is damaged: then the piece before it is read.
  for (let count = 1; end > 0; end -= count, count = PIECE_RECORDS) {
    const columns = readBetween(pieces, series, { from: Math.max(0, end - count), to: end });
    if (columns.length > 0) return readObservation(columns, columns.length - 1);
  }
  return null;
}

function buildCursorBefore(pieces: Pieces, series: SeriesState, position: number, page: Columns): string {
  const t = page.length > 0 ? page.t[0]! : getTime(pieces, series, position);
  return encodeRecordCursor({ t, rank: Math.max(0, position - findPositionFrom(pieces, series, t)) });
}
