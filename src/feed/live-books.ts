import { LRUCache } from 'lru-cache';
import { type AssetRef, type Book, type Clock, UpstreamError, type VenueId } from '../domain/index.ts';
import type { VenueAdapter } from '../venues/venue-adapter.ts';

export interface LiveBooksOptions {
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** How long one reading serves all readers. */
  readonly freshMs?: number;
}

const DEFAULT_FRESH_MS = 1_000;
const MAX_BOOKS = 5_000;

/** Live order books: one upstream call serves everyone who asks within a second. */
export class LiveBooks {
  readonly #options: LiveBooksOptions;
  readonly #books = new LRUCache<string, Book>({ max: MAX_BOOKS });
  readonly #reading = new Map<string, Promise<Book>>();

  constructor(options: LiveBooksOptions) {
    this.#options = options;
  }

  /**
   * The book in Yes terms, at most a second old.
   *
   * @throws {UpstreamError} when the venue gives none; an empty book is an answer, not an error.
   */
  async book(ref: AssetRef): Promise<Book> {
    const known = this.newest(ref.asset);
    const freshMs = this.#options.freshMs ?? DEFAULT_FRESH_MS;
    if (known !== null && this.#options.clock() - known.receivedAt < freshMs) return known;

    const shared = this.#reading.get(ref.asset);
    if (shared !== undefined) return shared;
    const reading = this.#read(ref).finally(() => this.#reading.delete(ref.asset));
    this.#reading.set(ref.asset, reading);
    return reading;
  }

  /** The newest book that was read, whatever its age; never asks the venue. */
  newest(asset: string): Book | null {
    return this.#books.get(asset) ?? null;
  }

  async #read(ref: AssetRef): Promise<Book> {
    const adapter = this.#options.adapters.get(ref.venue);
    if (adapter === undefined) {
      throw new UpstreamError('refused', `${ref.venue} is not recorded by this process`);
    }
    const book = await adapter.book(ref, AbortSignal.timeout(10_000));
    this.#books.set(ref.asset, book);
    return book;
  }
}
