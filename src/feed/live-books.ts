import {
  type AssetRef,
  type Book,
  type Clock,
  computeAge,
  SECOND_MS,
  UpstreamError,
} from '../domain/index.ts';
import { SharedReads } from '../scheduling/shared-reads.ts';

export interface LiveBooksOptions {
  /** Reads one book from its venue. @throws {UpstreamError} */
  readonly read: (ref: AssetRef) => Promise<Book>;
  readonly clock: Clock;
  /** Time for which one read of a book serves all requests. Default: {@link BOOK_FRESH_MS}. */
  readonly freshMs?: number;
}

/** Time for which one read of a book serves all requests. Answers may be cached for the same time. */
export const BOOK_FRESH_MS = 4 * SECOND_MS;
/** Largest age of a book for price streams, which refresh faster. */
const PULSE_FRESH_MS = SECOND_MS;
/** Largest age of a book that is returned while the venue cannot be read. */
const USABLE_MS = 120 * SECOND_MS;
const MAX_BOOKS = 2_000;

/** Live order books. One request to the venue serves all callers while the book is fresh. */
export class LiveBooks {
  readonly #options: LiveBooksOptions;
  readonly #books: SharedReads<Book>;

  constructor(options: LiveBooksOptions) {
    this.#options = options;
    this.#books = new SharedReads({
      max: MAX_BOOKS,
      freshMs: options.freshMs ?? BOOK_FRESH_MS,
      usableMs: USABLE_MS,
      mayStandInFor: mayPass,
      now: options.clock,
    });
  }

  /**
   * Reads a book in Yes terms, at most 4 s old. While the venue cannot be read, returns the last one of two minutes.
   * Its `receivedAt` states its age.
   *
   * @throws {UpstreamError} when the venue gives no book. An empty book is not an error.
   */
  book(ref: AssetRef): Promise<Book> {
    return this.#books.get(ref.asset, () => this.#options.read(ref));
  }

  /**
   * Reads a book that is at most a second old, or at most 4 s while the venue cannot be read.
   *
   * @throws {UpstreamError} when there is no such book.
   */
  async readFreshBook(ref: AssetRef): Promise<Book> {
    const book = await this.#books.get(ref.asset, () => this.#options.read(ref), PULSE_FRESH_MS);
    if (computeAge(this.#options.clock(), book.receivedAt) <= BOOK_FRESH_MS) return book;
    throw new UpstreamError(
      'budget_exhausted',
      `${ref.venue}: the request budget has no room for a book of ${ref.asset} now`,
    );
  }

  /** Returns the newest book that was read, whatever its age. Never sends a request to the venue. */
  newest(asset: string): Book | null {
    return this.#books.newest(asset);
  }
}

/** Whether a failure may be temporary. A missing book, a call that the venue rejects and our own errors are not. */
function mayPass(error: unknown): boolean {
  return error instanceof UpstreamError && error.failure !== 'not_found' && error.failure !== 'refused';
}
