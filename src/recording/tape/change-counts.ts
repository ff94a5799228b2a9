import { MINUTE_MS } from '../../domain/index.ts';
import { COUNTED_MINUTES } from './book-budget.ts';

const FIRST_CAPACITY = 1_024;

/** Number of minutes that are kept: the current one and the ten complete ones before it. */
const COLUMNS = COUNTED_MINUTES + 1;

/**
 * Counts the changes of each market's book within the last ten minutes, by the number of the market. Decisions are made
 * at the start of a minute.
 */
export class ChangeCounts {
  /** Counts by minute and market number. */
  #minutes: Uint32Array[] = Array.from({ length: COLUMNS }, () => new Uint32Array(FIRST_CAPACITY));
  #minute: number;

  constructor(nowMs: number) {
    this.#minute = Math.floor(nowMs / MINUTE_MS);
  }

  add(market: number, changes: number): void {
    if (market >= this.#minutes[0]!.length) this.#grow(market);
    const counts = this.#minutes[this.#minute % COLUMNS]!;
    counts[market]! += changes;
  }

  /**
   * Moves to the minute of the given time, and forgets minutes more than ten before it. When the clock was set back,
   * the minute does not change.
   */
  advance(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const passed = Math.min(Math.max(0, minute - this.#minute), COLUMNS);
    for (let i = 1; i <= passed; i++) this.#minutes[(minute - passed + i) % COLUMNS]!.fill(0);
    this.#minute = minute;
  }

  /** Returns the number of changes of the market within the current minute and the ten before it. */
  get(market: number): number {
    let sum = 0;
    for (const counts of this.#minutes) sum += counts[market] ?? 0;
    return sum;
  }

  #grow(market: number): void {
    const capacity = Math.max(this.#minutes[0]!.length * 2, market + 1);
    this.#minutes = this.#minutes.map((counts) => {
      const grown = new Uint32Array(capacity);
      grown.set(counts);
      return grown;
    });
  }
}
