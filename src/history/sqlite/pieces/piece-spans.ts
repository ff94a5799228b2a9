import { LRUCache } from 'lru-cache';
import { PIECE_RECORDS } from '../../coding/pack.ts';
import { PieceList, type SealedFacts, type SeriesState } from '../series/series.ts';
import { NO_TAIL } from '../series/tail.ts';
import type { PieceRows } from './piece-rows.ts';

/** Minimum number of records of a series whose index is read in part only. */
export const LONG_FROM = 16_384;

/**
 * Maximum number of pieces of a span. A query that needs more reads the whole list, which then is not much longer, or
 * is cached for the next caller.
 */
const MAX_PIECES = 1_024;

/** Maximum number of series whose last span is cached, up to a thousand index entries each. */
const MAX_CACHED = 64;

export interface SpanQuery {
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of records before `toMs` that suffice. */
  readonly records: number;
}

/** Part of a long series with only the pieces that a query needs. */
export interface PieceSpan {
  /** The series with these pieces; positions count from the first record of the first piece. */
  readonly series: SeriesState;
  /** Whether the span begins with the first piece of the series. */
  readonly isFirst: boolean;
}

interface CachedSpan {
  /** Facts of the series when the span was read, to compare: any change of its pieces replaces them. */
  readonly source: SealedFacts;
  readonly sealed: SealedFacts;
  readonly pieces: PieceList;
  readonly isFirst: boolean;
  /** Start of the piece behind the span; Infinity at the end of the series. */
  readonly endMs: number;
}

/** Finds spans of long series without reading their whole index: ten thousand rows would block the event loop. */
export class PieceSpans {
  readonly #rows: PieceRows;
  readonly #cached = new LRUCache<SeriesState, CachedSpan>({ max: MAX_CACHED });

  constructor(rows: PieceRows) {
    this.#rows = rows;
  }

  /**
   * Finds the pieces of a series from one time to another, or the newest of them that have enough records.
   *
   * @returns Null when the whole list is better: the series is short, its list is in memory, much of it is requested,
   * or a damaged row was met, which only the whole list leaves out.
   */
  find(series: SeriesState, query: SpanQuery): PieceSpan | null {
    const { sealed, pieces } = series;
    if (pieces !== null || sealed.records < LONG_FROM || query.toMs < sealed.firstMs) return null;
    if (wantsMuch(series, query)) return null;
    let cached = this.#cached.get(series);
    if (cached === undefined || cached.source !== sealed || !holds(cached, query)) {
      const found = this.#read(series, query);
      if (found === null) return null;
      cached = found;
      this.#cached.set(series, cached);
    }
    const tail = cached.endMs === Number.POSITIVE_INFINITY ? series.tail : NO_TAIL;
    return {
      series: { ...series, sealed: cached.sealed, pieces: cached.pieces, tail },
      isFirst: cached.isFirst,
    };
  }

  /** Drops cached spans after a transaction was rolled back. */
  forget(): void {
    this.#cached.clear();
  }

  #read(series: SeriesState, { fromMs, toMs, records }: SpanQuery): CachedSpan | null {
    const { sealed } = series;
    const last = this.#rows.findLastBeginningBy(series, toMs);
    if (last === null) return null;
    const found = this.#rows.listUpTo(series, last, { fromMs, records, maxRows: MAX_PIECES });
    if (found === null) return null;
    const { entries, isFirst } = found;
    const next = last.toMs < sealed.lastMs ? this.#rows.findBehind(series, last) : null;
    // The next row is damaged, or adjacent pieces share a time: the whole list is needed.
    if (next === null && last.toMs < sealed.lastMs) return null;
    const pieces = new PieceList(entries);
    return {
      source: sealed,
      sealed: {
        records: pieces.records,
        bytes: pieces.bytes,
        firstMs: entries[0]!.fromMs,
        lastMs: last.toMs,
        row: sealed.row,
        pack: 0,
      },
      pieces,
      isFirst,
      endMs: next?.fromMs ?? Number.POSITIVE_INFINITY,
    };
  }
}

function holds(
  { pieces, sealed, isFirst, endMs }: CachedSpan,
  { fromMs, toMs, records }: SpanQuery,
): boolean {
  // A span that reaches the end of the series covers every later time.
  if (toMs >= endMs && endMs !== Number.POSITIVE_INFINITY) return false;
  if (isFirst || sealed.firstMs < fromMs) return true;
  const last = pieces.lastBeginningBy(toMs);
  return last > 0 && pieces.starts[last]! >= records;
}

/** Estimates, from the share of time, whether a query needs more pieces than a span may have. */
function wantsMuch({ sealed }: SeriesState, { fromMs, toMs, records }: SpanQuery): boolean {
  const { firstMs, lastMs } = sealed;
  const spanned = Math.min(toMs, lastMs) - Math.max(fromMs, firstMs);
  const share = spanned / Math.max(1, lastMs - firstMs);
  const needed = Math.min(records, sealed.records * share);
  return needed > Math.min((MAX_PIECES * PIECE_RECORDS) / 2, sealed.records / 2);
}
