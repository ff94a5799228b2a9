import { DAY_MS } from '../../domain/index.ts';

const SECOND_MS = 1_000;
const SECONDS = DAY_MS / SECOND_MS;
/** Seconds that may still come. */
const OPEN_SECONDS = 5;
/** Room for seconds that lie ahead of our clock. */
const ROOM = SECONDS + 60;

/** Seconds of a span that have a value. */
export interface SecondCounts {
  readonly seconds: number;
  readonly missing: number;
  readonly longestHoleMs: number;
}

/** Which of the last 24 hours' seconds of a series have a value. */
export class SecondWindow {
  readonly #has = new Uint8Array(ROOM);
  #newest = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;

  /** @param t Moment of a value, epoch ms. */
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

  /** Whether the second of a moment has a value, as far as it is kept. */
  has(t: number): boolean {
    const second = Math.floor(t / SECOND_MS);
    return second <= this.#newest && second > this.#newest - ROOM && this.#has[second % ROOM] === 1;
  }

  /** A value of a second that is not kept here any more: those after it without one are missing. */
  addEarlier(t: number): void {
    this.#first = Math.min(this.#first, Math.floor(t / SECOND_MS));
  }

  /**
   * Seconds from the first value on, up to 5 s before a time.
   *
   * @param spanMs How far back, at most 24 hours.
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
