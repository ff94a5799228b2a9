import { type AssetRef, UpstreamError } from '../domain/index.ts';
import { withDeadline } from '../scheduling/deadline.ts';
import { SharedReads } from '../scheduling/shared-reads.ts';

export interface ThrottledReadsOptions<T> {
  /** Reads from the venue. @throws {UpstreamError} when the venue does not answer. */
  readonly read: (ref: AssetRef) => Promise<T>;
  /** Time in ms for which an answer, or its absence, keeps the asset from being read again. */
  readonly keptMs: number;
  /** Maximum time in ms for which a caller waits. */
  readonly maxWaitMs: number;
  /** Maximum number of concurrent reads, so that a batch of many assets does not use up the venue's rate limit. */
  readonly maxConcurrent: number;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

const MAX_ASSETS = 2_000;

/** Optional reads from venues: few at a time, each asset rarely, and without a long wait for any caller. */
export class ThrottledReads<T> {
  readonly #options: ThrottledReadsOptions<T>;
  /** Last answer for each asset; null: the venue did not answer. */
  readonly #answers: SharedReads<T | null>;
  #active = 0;

  constructor(options: ThrottledReadsOptions<T>) {
    this.#options = options;
    this.#answers = new SharedReads({ max: MAX_ASSETS, freshMs: options.keptMs, now: options.now });
  }

  /**
   * Reads from the venue or the cache. @returns null when the venue does not answer in time, or too many reads are in
   * progress.
   */
  async get(ref: AssetRef): Promise<T | null> {
    const answer = this.#answers.get(ref.asset, () => this.#read(ref)).catch(nullWhenBusy);
    return withDeadline(answer, this.#options.maxWaitMs, () => null);
  }

  async #read(ref: AssetRef): Promise<T | null> {
    const { read, maxConcurrent } = this.#options;
    // Thrown instead of returned: null would be cached, although the next caller may find a free slot.
    if (this.#active >= maxConcurrent) throw new TooManyReadsError();
    this.#active++;
    try {
      return await read(ref);
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    } finally {
      this.#active--;
    }
  }
}

class TooManyReadsError extends Error {}

function nullWhenBusy(error: unknown): null {
  if (error instanceof TooManyReadsError) return null;
  throw error;
}
