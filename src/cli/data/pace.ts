import { MINUTE_MS, SECOND_MS } from '../../domain/index.ts';

/** Number of finished assets from which the pace of a queue is meaningful. */
const MIN_DONE = 3;

/** Estimates the remaining time of parallel queues, each at its own pace. */
export class Pace {
  readonly #queues = new Map<string, { readonly total: number; done: number }>();
  readonly #now: () => number;
  readonly #startedAt: number;

  /**
   * Starts the clock of all queues.
   *
   * @param now Monotonic clock, in ms.
   */
  constructor(totals: ReadonlyMap<string, number>, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    for (const [queue, total] of totals) this.#queues.set(queue, { total, done: 0 });
  }

  advance(queue: string): void {
    const entry = this.#queues.get(queue);
    if (entry !== undefined) entry.done++;
  }

  /** Estimates the ms until the slowest queue is empty; null while the pace of an unfinished queue is unknown. */
  leftMs(): number | null {
    const elapsed = this.#now() - this.#startedAt;
    let longest = 0;
    for (const { total, done } of this.#queues.values()) {
      if (done >= total) continue;
      if (done < MIN_DONE) return null;
      longest = Math.max(longest, ((total - done) * elapsed) / done);
    }
    return longest;
  }

  /** Describes the remaining time for readers: `about 12 min left`. */
  describe(): string {
    const leftMs = this.leftMs();
    if (leftMs === null) return 'time left not known yet';
    if (leftMs < MINUTE_MS) return `about ${Math.ceil(leftMs / SECOND_MS)} s left`;
    return `about ${Math.ceil(leftMs / MINUTE_MS)} min left`;
  }
}
