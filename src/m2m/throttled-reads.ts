import { type AssetRef, UpstreamError } from '../domain/index.ts';
import { withDeadline } from '../scheduling/deadline.ts';
import { SharedReads } from '../scheduling/shared-reads.ts';

export interface ThrottledReadsOptions<T> {
  /** Asks the venue. @throws {UpstreamError} when it gave nothing. */
  readonly read: (ref: AssetRef) => Promise<T>;
  /** How long an answer, or the lack of one, keeps the asset from being read again. */
  readonly keptMs: number;
  /** Longest wait of a caller. */
  readonly maxWaitMs: number;
  /** Reads in flight at once: a batch of many assets must not use up the venue's budget. */
  readonly maxConcurrent: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

const MAX_ASSETS = 2_000;

/** Reads of a venue that a bundle can do without: few at once, each asset rarely, and no caller waits for long. */
export class ThrottledReads<T> {
  readonly #options: ThrottledReadsOptions<T>;
  /** Last answer for each asset; null: the venue gave nothing. */
  readonly #answers: SharedReads<T | null>;
  #active = 0;

  constructor(options: ThrottledReadsOptions<T>) {
    this.#options = options;
    this.#answers = new SharedReads({ max: MAX_ASSETS, freshMs: options.keptMs, now: options.now });
  }

  /** @returns null when the venue gave none, not in time, or too many reads are in flight. */
  async get(ref: AssetRef): Promise<T | null> {
    const answer = this.#answers.get(ref.asset, () => this.#read(ref)).catch(nullWhenBusy);
    return withDeadline(answer, this.#options.maxWaitMs, () => null);
  }

  async #read(ref: AssetRef): Promise<T | null> {
    const { read, maxConcurrent } = this.#options;
    // Thrown, not null: null would be cached, and the next caller may find a free slot.
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
