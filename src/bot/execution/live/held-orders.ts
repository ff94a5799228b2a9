import { SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';

/** Number of consecutive answers without an order that the venue held before, after which the order counts as gone. */
const MISSES_ARE_FINAL = 12;
/**
 * Time over which these answers must be spread, since a caller may ask to cancel an order many times within a second.
 */
const MISSED_FOR_MS = 110 * SECOND_MS;
const MAX_MISSED = 10_000;

interface Misses {
  readonly count: number;
  readonly since: number;
}

/** Counts the answers that do not know an order which the venue held before. Such an order may still trade. */
export class HeldOrders {
  readonly #now: () => number;
  readonly #misses = createLastUsed<string, Misses>(MAX_MISSED);

  /** Starts without any order. @param now Monotonic ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that the venue knows the order with this id of ours. */
  noteKnown(id: string): void {
    this.#misses.delete(id);
  }

  /** Notes an answer that did not know an order. @returns Whether enough answers prove that the order is gone. */
  noteMissed(id: string): boolean {
    const { count, since } = this.#misses.get(id) ?? { count: 0, since: this.#now() };
    this.#misses.set(id, { count: count + 1, since });
    return count + 1 >= MISSES_ARE_FINAL && this.#now() - since >= MISSED_FOR_MS;
  }
}
