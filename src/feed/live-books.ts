import {
  type AssetRef,
  type Book,
  type Clock,
  computeAge,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import { SharedReads } from '../scheduling/shared-reads.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';

export interface LiveBooksOptions {
  /** Reads one book. @throws {UpstreamError} */
  readonly read: (ref: AssetRef) => Promise<Book>;
  readonly clock: Clock;
  /** Time for which one read of a book serves all requests. Default: {@link BOOK_FRESH_MS}. */
  readonly freshMs?: number;
}

/** Time for which one read of a book serves all requests: its answer may be cached for as long. */
export const BOOK_FRESH_MS = 4 * SECOND_MS;
/** Age below which a book is fresh for streams of prices, which refresh faster. */
const PULSE_FRESH_MS = SECOND_MS;
/** A book of the last two minutes, with its age, is better than a refusal. */
const USABLE_MS = 120 * SECOND_MS;
const MAX_BOOKS = 2_000;
const READ_TIMEOUT_MS = 10 * SECOND_MS;

/** Live order books: one upstream call serves everyone who asks while the book is fresh. */
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
   * The book in Yes terms, at most 4 s old; while the venue cannot be asked, the last one of two minutes. Its
   * `receivedAt` says how old it is.
   *
   * @throws {UpstreamError} when the venue gives none; an empty book is an answer, not an error.
   */
  book(ref: AssetRef): Promise<Book> {
    return this.#books.get(ref.asset, () => this.#options.read(ref));
  }

  /**
   * The book as it was within the last second, never an older one.
   *
   * @throws {UpstreamError} when the venue gives none just now.
   */
  async readFreshBook(ref: AssetRef): Promise<Book> {
    const book = await this.#books.get(ref.asset, () => this.#options.read(ref), PULSE_FRESH_MS);
    if (computeAge(this.#options.clock(), book.receivedAt) <= BOOK_FRESH_MS) return book;
    throw new UpstreamError(
      'budget_exhausted',
      `${ref.venue}: the request budget has no room for a book of ${ref.asset} now`,
    );
  }

  /** The newest book that was read, regardless of its age; never asks the venue. */
  newest(asset: string): Book | null {
    return this.#books.newest(asset);
  }
}

/** Reads books of the venues that this process records. */
export function createBookRead(adapters: ReadonlyMap<VenueId, VenueAdapter>): LiveBooksOptions['read'] {
  return async (ref) => {
    const adapter = adapters.get(ref.venue);
    if (adapter === undefined) {
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    }
    return adapter.readBook(ref, AbortSignal.timeout(READ_TIMEOUT_MS));
  };
}

/** Whether a failure can pass by itself. A missing book, a call that the venue rejects and our own errors cannot. */
function mayPass(error: unknown): boolean {
  return error instanceof UpstreamError && error.failure !== 'not_found' && error.failure !== 'refused';
}
