import type { MarketKey } from '../../../../history/contract/series.ts';
import type {
  BookSteps,
  TapePosition,
  TapeReader,
  TapeWindow,
} from '../../../../history/tape/contract/tape-reader.ts';
import { encodeTapeCursor } from '../../../parameters/tape-window.ts';
import { formatJsonItems, type PreparedBody, prepareList } from '../../prepared-body.ts';
import { type ShownBook, showView } from './book-at.ts';
import { showCoverage } from './shown-coverage.ts';

/** Maximum number of levels on a page, over all of its books. One book has thousands at most. */
const MAX_PAGE_LEVELS = 200_000;
/** Approximate bytes of a book without its levels, and of a level, in JSON. */
const BOOK_BYTES = 160;
const LEVEL_BYTES = 32;

/** A page of books at the steps of a window, and the members that the response starts with. */
export interface BookHistoryInput {
  readonly key: MarketKey;
  readonly window: TapeWindow;
  /** Step after which the page begins; null: the beginning of the window. */
  readonly after: TapePosition | null;
  readonly everyMs: number;
  /** Maximum number of levels per side. */
  readonly levels: number;
  readonly limit: number;
  /** Name of the setting that excludes the asset from recording; null: none. */
  readonly exclusion: string | null;
  readonly head: object;
}

type Step = { readonly t: number } & ShownBook;

/** Prepares the book at each step of a window, oldest first. */
export async function prepareBookHistory(tape: TapeReader, input: BookHistoryInput): Promise<PreparedBody> {
  const { key, window, after, everyMs, levels, exclusion, head } = input;
  const steps: BookSteps = { fromMs: after?.t ?? window.fromMs, toMs: window.toMs, everyMs };
  const { books, shownLevels, nextMs } = await readSteps(tape, input, steps);
  const coverage = await tape.readBookCoverage(key, window);
  const nextCursor = nextMs === null ? null : encodeTapeCursor('tape-book', window, { t: nextMs, rank: 0 });
  const bytes = books.length * BOOK_BYTES + shownLevels * LEVEL_BYTES;
  return prepareList({
    head: { ...head, ...window, everyMs, levels, count: books.length },
    name: 'books',
    length: books.length,
    items: (from, to) => formatJsonItems(books.slice(from, to)),
    itemBytes: Math.ceil(bytes / Math.max(1, books.length)),
    tail: {
      truncated: nextCursor !== null,
      nextCursor,
      coverage: showCoverage(coverage, exclusion),
      whyNull: {},
    },
    heldBytes: bytes,
    data: [Buffer.from(JSON.stringify(books))],
  });
}

async function readSteps(tape: TapeReader, { key, levels, limit }: BookHistoryInput, steps: BookSteps) {
  const books: Step[] = [];
  let shownLevels = 0;
  let nextMs: number | null = null;
  await tape.visitBooks(key, steps, (view) => {
    if (books.length >= limit || shownLevels >= MAX_PAGE_LEVELS) {
      nextMs = view.t;
      return false;
    }
    const { t } = view;
    const book = showView(view, t, levels);
    shownLevels += book.bids.length + book.asks.length;
    books.push({ t, ...book });
    return true;
  });
  return { books, shownLevels, nextMs };
}
