import { pause } from '../../../scheduling/pause.ts';
import type { TapeReader } from '../contract/tape-reader.ts';

export interface CommitWatchOptions {
  readonly reader: Pick<TapeReader, 'findNewestMs'>;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Longest wait for a commit, ms. */
  readonly maxWaitMs?: number;
  /** Waits so many ms. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Longest wait for a commit. There is one each second. */
const MAX_WAIT_MS = 3_000;
/** Time between two looks at the newest commit, and for which one counts. */
const LOOK_MS = 100;

/** Follows the newest moment up to which everything is on the disk, for all who wait for one together. */
export class CommitWatch {
  readonly #options: CommitWatchOptions;
  #newestMs: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<number | null> | null = null;

  constructor(options: CommitWatchOptions) {
    this.#options = options;
  }

  /**
   * Waits until everything up to a moment is on the disk, or the longest wait is over.
   *
   * @returns Newest moment up to which everything is on the disk, epoch ms; null without a file.
   */
  async waitFor(t: number): Promise<number | null> {
    const { now, maxWaitMs = MAX_WAIT_MS, sleep = pauseUnreferenced } = this.#options;
    const until = now() + maxWaitMs;
    for (;;) {
      const newestMs = await this.#findNewest();
      // Without a file nothing is being recorded that could come.
      if (newestMs === null || newestMs >= t || now() >= until) return newestMs;
      await sleep(LOOK_MS);
    }
  }

  async #findNewest(): Promise<number | null> {
    const { reader, now } = this.#options;
    if (now() - this.#readAt < LOOK_MS) return this.#newestMs;
    this.#reading ??= reader.findNewestMs().finally(() => {
      this.#reading = null;
    });
    this.#newestMs = await this.#reading;
    this.#readAt = now();
    return this.#newestMs;
  }
}

function pauseUnreferenced(ms: number): Promise<void> {
  return pause(ms, { signal: undefined, ref: false });
}
