import {
  type AssetRef,
  type Book,
  MINUTE_MS,
  SECOND_MS,
  UpstreamError,
  type VenueId,
} from '../domain/index.ts';
import type { BookBatches, VenueAdapter } from '../venues/venue-adapter.ts';

const READ_TIMEOUT_MS = 10 * SECOND_MS;
/** Time for which books of a venue are read one by one after it has refused to answer for several. */
const ALONE_MS = 10 * MINUTE_MS;

interface WaitingRead {
  readonly ref: AssetRef;
  readonly resolve: (book: Book | PromiseLike<Book>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates the function that reads books of the recorded venues. Reads that are started in the same turn of the event loop
 * are one call, where the venue answers for several markets. It fails with an {@link UpstreamError}.
 *
 * @param now Monotonic clock in ms.
 */
export function createBookRead(
  adapters: ReadonlyMap<VenueId, VenueAdapter>,
  now: () => number = () => performance.now(),
): (ref: AssetRef) => Promise<Book> {
  const joined = new Map<VenueId, JoinedReads>();
  for (const [venue, adapter] of adapters) joined.set(venue, new JoinedReads(adapter, now));
  return async (ref) => {
    const reads = joined.get(ref.venue);
    if (reads === undefined) {
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    }
    return reads.read(ref);
  };
}

/** Reads of the books of one venue. */
class JoinedReads {
  readonly #adapter: VenueAdapter;
  readonly #now: () => number;
  #waiting: WaitingRead[] = [];
  #aloneUntil = Number.NEGATIVE_INFINITY;

  constructor(adapter: VenueAdapter, now: () => number) {
    this.#adapter = adapter;
    this.#now = now;
  }

  read(ref: AssetRef): Promise<Book> {
    const { bookBatches } = this.#adapter;
    if (bookBatches === undefined || this.#now() < this.#aloneUntil) return this.#readAlone(ref);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ref, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#readWaiting(bookBatches));
    });
  }

  #readAlone(ref: AssetRef): Promise<Book> {
    return this.#adapter.readBook(ref, AbortSignal.timeout(READ_TIMEOUT_MS));
  }

  #readWaiting(batches: BookBatches): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i += batches.max) {
      void this.#readTogether(batches, waiting.slice(i, i + batches.max));
    }
  }

  /** Reads several books. One that is missing from the answer is read alone, and fails or succeeds alone. */
  async #readTogether(batches: BookBatches, reads: readonly WaitingRead[]): Promise<void> {
    try {
      const books = reads.length === 1 ? NO_BOOKS : await this.#readBatch(batches, reads);
      for (const { ref, resolve } of reads) resolve(books.get(ref.asset) ?? this.#readAlone(ref));
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  async #readBatch(batches: BookBatches, reads: readonly WaitingRead[]): Promise<ReadonlyMap<string, Book>> {
    try {
      const refs = reads.map(({ ref }) => ref);
      return await batches.read(refs, AbortSignal.timeout(READ_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof UpstreamError) || !REFUSALS.has(error.failure)) throw error;
      this.#aloneUntil = this.#now() + ALONE_MS;
      return NO_BOOKS;
    }
  }
}

const NO_BOOKS: ReadonlyMap<string, Book> = new Map();
/** Failures that are of the call for several books, so that a book may be had alone. */
const REFUSALS: ReadonlySet<UpstreamError['failure']> = new Set([
  'blocked',
  'not_found',
  'refused',
  'malformed',
  'too_large',
]);
