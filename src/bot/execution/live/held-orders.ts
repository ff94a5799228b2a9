import { SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed } from '../../../scheduling/last-used.ts';

/** Number of answers in a row without an order that its venue held, after which the order is gone. */
const MISSES_ARE_FINAL = 12;
/** Time over which these answers must be spread: a caller may ask to cancel an order many times within a second. */
const MISSED_FOR_MS = 110 * SECOND_MS;
const MAX_MISSED = 10_000;

interface Misses {
  readonly count: number;
  readonly since: number;
}

/** Orders that their venue held and then did not know. They may still trade. */
export class HeldOrders {
  readonly #now: () => number;
  readonly #misses = createLastUsed<string, Misses>(MAX_MISSED);

  /** Starts without orders. @param now Monotonic ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that the venue knows an order by our id. */
  noteKnown(id: string): void {
    this.#misses.delete(id);
  }

  /** Notes an answer that did not know an order. @returns Whether the order is gone by this proof. */
  noteMissed(id: string): boolean {
    const { count, since } = this.#misses.get(id) ?? { count: 0, since: this.#now() };
    this.#misses.set(id, { count: count + 1, since });
    return count + 1 >= MISSES_ARE_FINAL && this.#now() - since >= MISSED_FOR_MS;
  }
}
