import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gap } from '../domain/index.ts';
import { BoundedMap } from '../scheduling/bounded-map.ts';

/**
 * Maximum number of waiting gaps, which is more than the number of markets of any venue. Beyond it the oldest are
 * dropped.
 */
const MAX_WAITING = 50_000;

/**
 * Gaps on their way to the store. A gap that cannot be written waits here for the next attempt, because the recorder
 * counts it as written and does not repeat it.
 */
export class GapOutbox {
  readonly #put: (gap: Gap) => Promise<void>;
  /** Newest state of each gap, by its key in the store. */
  readonly #waiting = new BoundedMap<string, Gap>(MAX_WAITING);

  constructor(put: (gap: Gap) => Promise<void>) {
    this.#put = put;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(gaps: Iterable<Gap>): void {
    for (const gap of gaps) this.#waiting.set(`${gap.storeKey ?? ''} ${gap.fromMs}`, gap);
  }

  /**
   * Writes waiting gaps. Each gap is a commit, between which other work may run.
   *
   * @throws The error of the store. Unwritten gaps remain here.
   */
  async flush(): Promise<void> {
    for (const [key, gap] of this.#waiting) {
      await this.#put(gap);
      // The gap may have changed while its earlier state was being written.
      if (this.#waiting.get(key) === gap) this.#waiting.delete(key);
      await nextTurn();
    }
  }
}
