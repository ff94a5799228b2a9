import { LRUCache } from 'lru-cache';
import { type AssetRef, UpstreamError } from '../domain/index.ts';
import { withDeadline } from '../scheduling/deadline.ts';

export interface ThrottledReadsOptions<T> {
  /** Asks the venue. @throws {UpstreamError} when it gave nothing. */
  readonly read: (ref: AssetRef) => Promise<T>;
  /** How long an answer, or the lack of one, keeps the asset from being asked for again. */
  readonly keptMs: number;
  /** No caller waits longer. */
  readonly maxWaitMs: number;
  /** Reads in flight at once: a batch of many assets must not use up the venue's budget. */
  readonly maxConcurrent: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

const MAX_ASSETS = 2_000;

/** Reads of a venue that a bundle can do without: few at once, each asset rarely, nobody waits for long. */
export class ThrottledReads<T> {
  readonly #options: ThrottledReadsOptions<T>;
  readonly #known = new LRUCache<string, { readonly at: number; readonly answer: Promise<T | null> }>({
    max: MAX_ASSETS,
  });
  #active = 0;

  constructor(options: ThrottledReadsOptions<T>) {
    this.#options = options;
  }

  /** @returns null when the venue gave none, not in time, or too many reads are in flight. */
  async get(ref: AssetRef): Promise<T | null> {
    const { now, keptMs, maxConcurrent } = this.#options;
    const known = this.#known.get(ref.asset);
    if (known !== undefined && now() - known.at < keptMs) return this.#inTime(known.answer);
    if (this.#active >= maxConcurrent) return null;

    const answer = this.#read(ref);
    this.#known.set(ref.asset, { at: now(), answer });
    return this.#inTime(answer);
  }

  async #read(ref: AssetRef): Promise<T | null> {
    this.#active++;
    try {
      return await this.#options.read(ref);
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    } finally {
      this.#active--;
    }
  }

  #inTime(answer: Promise<T | null>): Promise<T | null> {
    return withDeadline(answer, this.#options.maxWaitMs, () => null);
  }
}
