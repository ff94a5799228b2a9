import { type AssetRef, type Book, MINUTE_MS, UpstreamError, type VenueId } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import type { BookBatches, VenueAdapter } from '../../venues/venue-adapter.ts';

export interface BookRefresherOptions {
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  /** Reads one live book, shared by all concurrent callers. @throws {UpstreamError} */
  readonly book: (ref: AssetRef) => Promise<Book>;
  /** Receives each book that was read while the asset was wanted. */
  readonly onBook: (ref: AssetRef, book: Book) => void;
  /** Receives errors that are not failures of the venue. */
  readonly onFault: (error: unknown) => void;
  /** Refresh interval of an asset that no stream carries. Default: that of its venue's profile. */
  readonly refreshMs?: ((venue: VenueId) => number) | undefined;
}

/** A time at which all wanted books of a venue are read. */
interface Turn {
  readonly timer: NodeJS.Timeout;
  /** Time since the turn before, ms. */
  readonly everyMs: number;
}

interface WantedBook {
  readonly ref: AssetRef;
  /** Timer of the asset's own; null: it is refreshed in the turns of its venue. */
  readonly timer: NodeJS.Timeout | null;
  isRefreshing: boolean;
}

/**
 * Keeps the prices of assets with subscribers fresh: tells the streams which assets these are, and reads the books of
 * those without a stream at an interval. Where a venue answers for several markets in one call, all of its books are read
 * in the same turn.
 */
export class BookRefresher {
  readonly #options: BookRefresherOptions;
  readonly #wanted = new Map<string, WantedBook>();
  /** Next turns of venues whose books are read together. */
  readonly #turns = new Map<VenueId, Turn>();
  /** Number of books read since the start, by asset. */
  readonly #calls = new Map<string, number>();

  constructor(options: BookRefresherOptions) {
    this.#options = options;
  }

  /** Refreshes the asset at once and then at its interval, until it is released. */
  want(ref: AssetRef): void {
    if (this.#wanted.has(ref.asset)) return;
    const batches = this.#options.adapters.get(ref.venue)?.bookBatches;
    const wanted: WantedBook = {
      ref,
      timer:
        batches !== undefined
          ? null
          : setInterval(() => this.#refresh(wanted), this.#getRefreshMs(ref.venue)).unref(),
      isRefreshing: false,
    };
    this.#wanted.set(ref.asset, wanted);
    if (batches !== undefined && !this.#turns.has(ref.venue)) this.#waitForTurn(ref.venue, batches);
    this.#sayWhoListens(ref.venue);
    this.#refresh(wanted);
  }

  /** Returns the interval between two reads of a book, ms. */
  everyMs(venue: VenueId): number {
    return this.#turns.get(venue)?.everyMs ?? this.#getRefreshMs(venue);
  }

  release(asset: string): void {
    const wanted = this.#wanted.get(asset);
    if (wanted === undefined) return;
    if (wanted.timer !== null) clearInterval(wanted.timer);
    this.#wanted.delete(asset);
    this.#sayWhoListens(wanted.ref.venue);
  }

  isWanted(asset: string): boolean {
    return this.#wanted.has(asset);
  }

  /** Whether updates of this asset come from a stream. */
  isStreamed({ venue, asset }: AssetRef): boolean {
    return this.#options.adapters.get(venue)?.stream?.carries(asset) === true;
  }

  /** Returns the number of books that were read for the subscribers of an asset. */
  countCalls(asset: string): number {
    return this.#calls.get(asset) ?? 0;
  }

  /** Forgets the count of an asset. */
  forget(asset: string): void {
    this.#calls.delete(asset);
  }

  close(): void {
    for (const { timer } of this.#wanted.values()) if (timer !== null) clearInterval(timer);
    for (const { timer } of this.#turns.values()) clearTimeout(timer);
    this.#turns.clear();
    this.#wanted.clear();
    this.#calls.clear();
  }

  #getRefreshMs(venue: VenueId): number {
    return this.#options.refreshMs?.(venue) ?? getProfile(venue).pulseRefreshMs;
  }

  #listWanted(venue: VenueId): WantedBook[] {
    return [...this.#wanted.values()].filter(({ ref }) => ref.venue === venue);
  }

  #waitForTurn(venue: VenueId, batches: BookBatches): void {
    const read = this.#listWanted(venue).filter(({ ref }) => !this.isStreamed(ref));
    // Longer when the calls would take too much of the budget.
    const leastMs = (Math.ceil(read.length / batches.max) / batches.callsPerMinute) * MINUTE_MS;
    const everyMs = Math.max(this.#getRefreshMs(venue), Math.ceil(leastMs));
    const timer = setTimeout(() => {
      this.#turns.delete(venue);
      const wanted = this.#listWanted(venue);
      if (wanted.length === 0) return;
      this.#waitForTurn(venue, batches);
      for (const each of wanted) void this.#refresh(each);
    }, everyMs);
    this.#turns.set(venue, { timer: timer.unref(), everyMs });
  }

  #sayWhoListens(venue: VenueId): void {
    const stream = this.#options.adapters.get(venue)?.stream;
    if (stream?.listen === undefined) return;
    stream.listen(this.#listWanted(venue).map(({ ref }) => ref.asset));
  }

  /**
   * Reads a book unless a stream carries the asset. A failure of the venue is not reported, because readers see the age
   * of the price.
   */
  async #refresh(wanted: WantedBook): Promise<void> {
    const { ref } = wanted;
    if (wanted.isRefreshing || this.isStreamed(ref)) return;
    wanted.isRefreshing = true;
    this.#calls.set(ref.asset, this.countCalls(ref.asset) + 1);
    try {
      const book = await this.#options.book(ref);
      if (this.isWanted(ref.asset)) this.#options.onBook(ref, book);
    } catch (error) {
      // Readers still get the polled price, and `receivedAt` states its age.
      if (!(error instanceof UpstreamError)) this.#options.onFault(error);
    } finally {
      wanted.isRefreshing = false;
    }
  }
}
