import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gap } from '../domain/index.ts';
import { BoundedMap } from '../scheduling/bounded-map.ts';

/** Gaps that a store refused for this long are more than one venue's markets: the oldest are given up. */
const MAX_WAITING = 50_000;

/**
 * Gaps on their way to the store. One that cannot be written waits here for the next time: the recorder, which believes
 * that it has opened or ended it, never says so again.
 */
export class GapOutbox {
  readonly #put: (gap: Gap) => Promise<void>;
  /** The newest state of each, by what the store knows it under. */
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
   * Writes waiting gaps. Each gap is a commit: between them the rest of the process gets its turn.
   *
   * @throws The store's error; unwritten gaps keep waiting.
   */
  async flush(): Promise<void> {
    for (const [key, gap] of this.#waiting) {
      await this.#put(gap);
      // The gap may have been ended while it was being written open.
      if (this.#waiting.get(key) === gap) this.#waiting.delete(key);
      await nextTurn();
    }
  }
}
