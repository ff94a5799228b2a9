import pLimit, { type LimitFunction } from 'p-limit';
import type { AssetRef, Book, VenueId } from '../../domain/index.ts';

export type ReadBook = (ref: AssetRef) => Promise<Book>;

export interface BookReaderLimits {
  /** Maximum number of books that one answer requests. Further requests are refused. */
  readonly maxBooks: number;
  /** Maximum number of books that are requested at the same time. */
  readonly parallel: number;
  /**
   * Maximum number of simultaneous requests to one venue, so that a book for another caller does not wait behind all of
   * these.
   */
  readonly parallelOfVenue: number;
  /** Time in ms, from the first request, after which the answer waits for no further book. */
  readonly deadlineMs: number;
}

const ANSWER_LIMITS: BookReaderLimits = { maxBooks: 80, parallel: 8, parallelOfVenue: 3, deadlineMs: 5_000 };

/**
 * Creates the reader for the books of one answer. Each asset is read once, a few at a time, and none after the
 * deadline. A request for a hundred opportunities therefore neither overloads a venue nor waits for a slow one.
 */
export function createBookReader(read: ReadBook, limits: BookReaderLimits = ANSWER_LIMITS): ReadBook {
  const books = new Map<string, Promise<Book>>();
  const limit = pLimit(limits.parallel);
  const ofVenue = new Map<VenueId, LimitFunction>();
  const limitOf = (venue: VenueId): LimitFunction => {
    const known = ofVenue.get(venue) ?? pLimit(limits.parallelOfVenue);
    ofVenue.set(venue, known);
    return known;
  };
  const deadline = AbortSignal.timeout(limits.deadlineMs);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener(
      'abort',
      () => reject(new Error(`reading the books took longer than ${limits.deadlineMs} ms`)),
      { once: true },
    );
  });
  // The rejection is handled here, because nothing may wait for this promise.
  late.catch(() => undefined);

  const readInTurn = (ref: AssetRef): Promise<Book> =>
    limitOf(ref.venue)(() =>
      limit(() => {
        deadline.throwIfAborted();
        return Promise.race([read(ref), late]);
      }),
    );

  return (ref) => {
    const known = books.get(ref.asset);
    if (known !== undefined) return known;
    if (books.size >= limits.maxBooks)
      return Promise.reject(new Error(`one answer reads at most ${limits.maxBooks} books`));
    const book = readInTurn(ref);
    books.set(ref.asset, book);
    return book;
  };
}
