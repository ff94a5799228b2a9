import pLimit, { type LimitFunction } from 'p-limit';
import type { AssetRef, Book, VenueId } from '../../domain/index.ts';

export type ReadBook = (ref: AssetRef) => Promise<Book>;

export interface BookReaderLimits {
  /** Limit of books requested for one answer; the rest is refused. */
  readonly maxBooks: number;
  /** Number of books that are asked for at the same time. */
  readonly parallel: number;
  /** Most parallel books of one venue, so that another caller's book does not wait behind all of these. */
  readonly parallelOfVenue: number;
  /** Time from the first book on for which an answer waits for all of them. */
  readonly deadlineMs: number;
}

const ANSWER_LIMITS: BookReaderLimits = { maxBooks: 80, parallel: 8, parallelOfVenue: 3, deadlineMs: 5_000 };

/**
 * Reads the books of one answer: each asset once, a few at a time, and none after the deadline, so that a
 * request for a hundred opportunities neither floods a venue nor waits for a slow one.
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
  // Nothing may wait for it when it rejects.
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
