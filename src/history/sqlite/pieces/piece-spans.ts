import { LRUCache } from 'lru-cache';
import { PIECE_RECORDS } from '../coding/pack.ts';
import { PieceList, type SealedFacts, type Series } from '../series/series.ts';
import { NO_TAIL } from '../series/tail.ts';
import type { PieceRows } from './piece-rows.ts';

/** Records of a series whose index is worth not being read for a page. */
export const LONG_FROM = 16_384;

/** Pieces of a span; the whole list of a series is not much longer, or is kept for the next caller. */
const MAX_PIECES = 1_024;

/** Series whose latest span is kept: up to a thousand index entries each. */
const MAX_KEPT = 64;

export interface SpanQuery {
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of the newest records before `toMs` that are enough. */
  readonly records: number;
}

/** A long series without the pieces that a query has no use for. */
export interface PieceSpan {
  /** Series with those pieces alone. Positions in it count from its first record. */
  readonly series: Series;
  /** Whether the series has nothing before the span. */
  readonly isFirst: boolean;
}

interface KeptSpan {
  /** Series as it was when the span was read: any change of its pieces replaces it. */
  readonly source: SealedFacts;
  readonly sealed: SealedFacts;
  readonly pieces: PieceList;
  readonly isFirst: boolean;
  /** First time behind the span; Infinity at the end of the series. */
  readonly endMs: number;
}

/**
 * Spans of long series, found in the index without reading it as a whole: ten thousand rows take longer than
 * other work on the event loop should wait.
 */
export class PieceSpans {
  readonly #rows: PieceRows;
  readonly #kept = new LRUCache<Series, KeptSpan>({ max: MAX_KEPT });

  constructor(rows: PieceRows) {
    this.#rows = rows;
  }

  /**
   * The pieces of a series that reach from one time to another, or the newest of them that have enough records.
   *
   * @returns null where that would not help: the series is short, its list is in memory already, or much of it is asked
   * for; or when a row on the way is damaged: the whole list leaves that one out.
   */
  find(series: Series, query: SpanQuery): PieceSpan | null {
    const { sealed, pieces } = series;
    if (pieces !== null || sealed.records < LONG_FROM || query.toMs < sealed.firstMs) return null;
    if (wantsMuch(series, query)) return null;
    let kept = this.#kept.get(series);
    if (kept === undefined || kept.source !== sealed || !holds(kept, query)) {
      const found = this.#read(series, query);
      if (found === null) return null;
      kept = found;
      this.#kept.set(series, kept);
    }
    const tail = kept.endMs === Number.POSITIVE_INFINITY ? series.tail : NO_TAIL;
    return { series: { ...series, sealed: kept.sealed, pieces: kept.pieces, tail }, isFirst: kept.isFirst };
  }

  /** Drops cached state of a rolled back transaction. */
  forget(): void {
    this.#kept.clear();
  }

  #read(series: Series, { fromMs, toMs, records }: SpanQuery): KeptSpan | null {
    const { sealed } = series;
    const last = this.#rows.findLastBeginningBy(series, toMs);
    if (last === null) return null;
    const found = this.#rows.listUpTo(series, last, { fromMs, records, maxRows: MAX_PIECES });
    if (found === null) return null;
    const { entries, isFirst } = found;
    const next = last.toMs < sealed.lastMs ? this.#rows.findBehind(series, last) : null;
    // A damaged row behind the piece, or neighbours of one time: the whole list decides.
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

function holds({ pieces, sealed, isFirst, endMs }: KeptSpan, { fromMs, toMs, records }: SpanQuery): boolean {
  // Nothing is behind the end of the series, not even for a window without one.
  if (toMs >= endMs && endMs !== Number.POSITIVE_INFINITY) return false;
  if (isFirst || sealed.firstMs < fromMs) return true;
  const last = pieces.lastBeginningBy(toMs);
  return last > 0 && pieces.starts[last]! >= records;
}

/** By the share of its time: whether more pieces than a span has are needed, most likely. */
function wantsMuch({ sealed }: Series, { fromMs, toMs, records }: SpanQuery): boolean {
  const { firstMs, lastMs } = sealed;
  const spanned = Math.min(toMs, lastMs) - Math.max(fromMs, firstMs);
  const share = spanned / Math.max(1, lastMs - firstMs);
  const needed = Math.min(records, sealed.records * share);
  return needed > Math.min((MAX_PIECES * PIECE_RECORDS) / 2, sealed.records / 2);
}
