import { explainNullPaths, type PriceLevel } from '../../../../domain/index.ts';
import type { MarketKey } from '../../../../history/contract/series.ts';
import {
  type BookView,
  type FoundBook,
  type TapeReader,
  toLevels,
} from '../../../../history/tape/contract/tape-reader.ts';
import { type PreparedBody, prepareObject } from '../../prepared-body.ts';
import { explainUnknown, type ShownCoverage, showCoverage } from './shown-coverage.ts';

/** Moment of a requested book, and the members that the response starts with. */
export interface BookAtInput {
  readonly key: MarketKey;
  readonly t: number;
  /** Maximum number of levels per side; null: all. */
  readonly levels: number | null;
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  readonly head: object;
}

/** Prepares the book at a moment. */
export async function prepareBookAt(tape: TapeReader, input: BookAtInput): Promise<PreparedBody> {
  const { key, t, levels, exclusion, head } = input;
  const { found, coverage } = await readBookAt(tape, key, t, exclusion);
  const state = { ...showBook(found, t, levels), ...showSpan(found) };
  const whyNull = explainNullPaths(state, (path) => {
    if (found.book === null) return explainUnknown(coverage, t, found.why);
    return path === 'venueTime' ? 'not_published' : null;
  });
  return prepareObject({ ...head, t, ...state, coverage, whyNull });
}

/** Reads the book at a moment, and the coverage of that moment. */
export async function readBookAt(
  tape: TapeReader,
  key: MarketKey,
  t: number,
  exclusion: string | null,
): Promise<{ readonly found: FoundBook; readonly coverage: ShownCoverage }> {
  const found = await tape.findBook(key, t);
  const coverage = await tape.readBookCoverage(key, { fromMs: t, toMs: t });
  return { found, coverage: showCoverage(coverage, exclusion) };
}

/** A known book as responses of the tape show it. */
export interface ShownBook {
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
  readonly bookTime: number;
  readonly venueTime: number | null;
  readonly ageMs: number;
  readonly everyMs: number;
  readonly crossed: boolean;
}

/** Converts a book at a moment to its shown form, with at most `levels` levels per side. */
export function showView(book: BookView, t: number, levels: number | null): ShownBook {
  const { bids, asks, bookTime, venueTime, everyMs, crossed } = book;
  return {
    bids: toLevels(bids, levels ?? bids.length),
    asks: toLevels(asks, levels ?? asks.length),
    bookTime,
    venueTime,
    ageMs: t - bookTime,
    everyMs,
    crossed,
  };
}

const NO_BOOK = {
  bids: null,
  asks: null,
  bookTime: null,
  venueTime: null,
  ageMs: null,
  everyMs: null,
  crossed: null,
};

function showBook(found: FoundBook, t: number, levels: number | null) {
  return found.book === null ? NO_BOOK : showView(found.book, t, levels);
}

function showSpan(found: FoundBook) {
  return found.book === null
    ? { spanFromMs: null, depth: null }
    : { spanFromMs: found.spanFromMs, depth: found.book.depth };
}
