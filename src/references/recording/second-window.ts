import { DAY_MS } from '../../domain/index.ts';

const SECOND_MS = 1_000;
const SECONDS = DAY_MS / SECOND_MS;
/** Number of newest seconds whose values may still arrive. */
const OPEN_SECONDS = 5;
/** Capacity in seconds, with room for seconds that are ahead of our clock. */
const ROOM = SECONDS + 60;

/** Number of seconds with and without a value in a time span. */
export interface SecondCounts {
  readonly seconds: number;
  readonly missing: number;
  readonly longestHoleMs: number;
}

/** Records which seconds of the last 24 hours of a series have a value. */
export class SecondWindow {
  readonly #has = new Uint8Array(ROOM);
  #newest = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;

  /** Adds a value. @param t Time of the value, in epoch ms. */
  add(t: number): void {
    const second = Math.floor(t / SECOND_MS);
    if (second <= this.#newest - ROOM) return;
    if (second > this.#newest) {
      const from = Math.max(this.#newest + 1, second - ROOM + 1);
      for (let i = from; i <= second; i++) this.#has[i % ROOM] = 0;
      this.#newest = second;
    }
    this.#first = Math.min(this.#first, second);
    this.#has[second % ROOM] = 1;
  }

  /** Whether the second of a time has a value, as far as seconds are kept. */
  has(t: number): boolean {
    const second = Math.floor(t / SECOND_MS);
    return second <= this.#newest && second > this.#newest - ROOM && this.#has[second % ROOM] === 1;
  }

  /** Adds a value whose second is no longer kept, so that later seconds without a value count as missing. */
  addEarlier(t: number): void {
    this.#first = Math.min(this.#first, Math.floor(t / SECOND_MS));
  }

  /**
   * Counts the seconds since the first value, up to 5 s before a time.
   *
   * @param spanMs Length of the span in ms, at most 24 hours.
   */
  count(now: number, spanMs: number = DAY_MS): SecondCounts {
    const to = Math.floor(now / SECOND_MS) - OPEN_SECONDS;
    const from = Math.max(this.#first, to - Math.round(spanMs / SECOND_MS) + 1, this.#newest - ROOM + 1);
    let seconds = 0;
    let hole = 0;
    let longest = 0;
    for (let i = from; i <= to; i++) {
      if (i <= this.#newest && this.#has[i % ROOM] === 1) {
        seconds++;
        hole = 0;
      } else longest = Math.max(longest, ++hole);
    }
    return {
      seconds,
      missing: Math.max(0, to - from + 1) - seconds,
      longestHoleMs: longest * SECOND_MS,
    };
  }
}
