import { LRUCache } from 'lru-cache';
import { type AssetRef, UpstreamError } from '../domain/index.ts';

export interface SparingReadsOptions<T> {
  /** Asks the venue. @throws {UpstreamError} when it gave nothing. */
  readonly read: (ref: AssetRef) => Promise<T>;
  /** How long an answer, or the lack of one, keeps the asset from being asked for again. */
  readonly keptMs: number;
  /** No caller waits longer. */
  readonly longestWaitMs: number;
  /** Readings under way at once: a batch of many assets must not use up the venue's budget. */
  readonly mostAtOnce: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

const MAX_ASSETS = 2_000;

/** Readings of a venue that a bundle can do without: few at once, each asset rarely, nobody waits for long. */
export class SparingReads<T> {
  readonly #options: SparingReadsOptions<T>;
  readonly #known = new LRUCache<string, { readonly at: number; readonly answer: Promise<T | null> }>({
    max: MAX_ASSETS,
  });
  #underWay = 0;

  constructor(options: SparingReadsOptions<T>) {
    this.#options = options;
  }

  /** @returns null when the venue gave none, not in time, or too many are asked for already. */
  async of(ref: AssetRef): Promise<T | null> {
    const { now, keptMs, mostAtOnce } = this.#options;
    const known = this.#known.get(ref.asset);
    if (known !== undefined && now() - known.at < keptMs) return this.#inTime(known.answer);
    if (this.#underWay >= mostAtOnce) return null;

    const answer = this.#read(ref);
    this.#known.set(ref.asset, { at: now(), answer });
    return this.#inTime(answer);
  }

  async #read(ref: AssetRef): Promise<T | null> {
    this.#underWay++;
    try {
      return await this.#options.read(ref);
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    } finally {
      this.#underWay--;
    }
  }

  async #inTime(answer: Promise<T | null>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.#options.longestWaitMs);
    });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}
