/** In this order callers give way to each other when a budget runs short. */
export type Priority = 'poll' | 'book' | 'backfill';

/** The share of the budget that each priority may fill before it must wait. */
const SHARE: Readonly<Record<Priority, number>> = { poll: 1, book: 0.9, backfill: 0.6 };

export interface RateBudgetOptions {
  /** Weight allowed per window: half of what the venue publishes, or less. */
  readonly limit: number;
  readonly windowMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

interface Spending {
  readonly at: number;
  weight: number;
}

/**
 * Counts what was spent in a sliding window, so that the venue's limit is kept without asking it.
 * Lower priorities stop earlier and so leave room for the polls.
 */
export class RateBudget {
  readonly limit: number;
  readonly windowMs: number;
  readonly #now: () => number;
  #spendings: Spending[] = [];
  #spent = 0;
  #blockedUntil = 0;

  constructor(options: RateBudgetOptions) {
    this.limit = options.limit;
    this.windowMs = options.windowMs;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes the weight now and returns 0, or takes nothing and returns how long to wait in ms. */
  tryTake(weight: number, priority: Priority): number {
    const now = this.#now();
    this.#forget(now);
    if (now < this.#blockedUntil) return Math.ceil(this.#blockedUntil - now);

    const room = this.limit * SHARE[priority];
    // A call heavier than its whole share must still be possible in an empty window.
    if (this.#spent + weight <= room || this.#spent === 0) {
      this.#spendings.push({ at: now, weight });
      this.#spent += weight;
      return 0;
    }
    return Math.max(1, Math.ceil(this.#waitUntilFree(this.#spent + weight - room, now)));
  }

  /** Adds weight that only the answer tells, for example one per row. */
  addSpent(weight: number): void {
    this.#spendings.push({ at: this.#now(), weight });
    this.#spent += weight;
  }

  /** The venue said to wait (`Retry-After`, 429): nothing is taken until then. */
  block(durationMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + durationMs);
  }

  /** 0 to 1, also when an answer cost more than was left. */
  usedFrac(): number {
    this.#forget(this.#now());
    return Math.min(1, this.#spent / this.limit);
  }

  #forget(now: number): void {
    let expired = 0;
    for (const spending of this.#spendings) {
      if (spending.at > now - this.windowMs) break;
      this.#spent -= spending.weight;
      expired++;
    }
    if (expired > 0) this.#spendings = this.#spendings.slice(expired);
    if (this.#spendings.length === 0) this.#spent = 0;
  }

  #waitUntilFree(excess: number, now: number): number {
    let freed = 0;
    let lastAt = now;
    for (const { at, weight } of this.#spendings) {
      freed += weight;
      lastAt = at;
      if (freed >= excess) break;
    }
    // A call heavier than its share waits for an empty window, which the last spending leaves behind.
    return lastAt + this.windowMs - now;
  }
}
