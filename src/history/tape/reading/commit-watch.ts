import { pause } from '../../../scheduling/pause.ts';
import type { TapeReader } from '../contract/tape-reader.ts';

export interface CommitWatchOptions {
  readonly reader: Pick<TapeReader, 'findNewestMs'>;
  /** Monotonic clock, ms. */
  readonly now: () => number;
  /** Longest wait for a commit, ms. Default 3 s. */
  readonly maxWaitMs?: number;
  /** Waits this many ms. */
  readonly sleep?: (ms: number) => Promise<void>;
}

/** Default of the longest wait for a commit; the writer commits every second. */
const MAX_WAIT_MS = 3_000;
/** Time between two reads of the newest commit, and for which a read is valid. */
const LOOK_MS = 100;

/** Follows the newest time up to which everything is on disk, for all callers that wait at once. */
export class CommitWatch {
  readonly #options: CommitWatchOptions;
  #newestMs: number | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<number | null> | null = null;

  constructor(options: CommitWatchOptions) {
    this.#options = options;
  }

  /**
   * Waits until everything up to a time is on disk, or the longest wait is over.
   *
   * @returns Newest time up to which everything is on disk, epoch ms; null without a file.
   */
  async waitFor(t: number): Promise<number | null> {
    const { now, maxWaitMs = MAX_WAIT_MS, sleep = pauseUnreferenced } = this.#options;
    const until = now() + maxWaitMs;
    for (;;) {
      const newestMs = await this.#findNewest();
      // Without a file, nothing is being recorded for which waiting would help.
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
