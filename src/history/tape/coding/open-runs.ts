import type { BookRun, WholeBook } from './book-block.ts';

/** A run holds at most so many changes behind its book. */
export const RUN_CHANGES = 4_096;

/**
 * Runs of the rows of a journal, joined as those of their slice: consecutive ones of a market are one, unless a whole
 * book comes between, units differ, or frames with and without the venue's time follow each other.
 */
export class OpenRuns {
  readonly #markets = new Map<number, GrowingRun[]>();

  /** Number of changes in the open runs. */
  changes = 0;

  /** Adds the runs of one row, which follow those of every row before. */
  add(runs: readonly BookRun[]): void {
    for (const run of runs) {
      const grown = this.#markets.get(run.market);
      this.changes += run.prices.length;
      if (grown === undefined) this.#markets.set(run.market, [new GrowingRun(run)]);
      else if (!grown.at(-1)!.join(run)) grown.push(new GrowingRun(run));
    }
  }

  /** Runs by market, those of one market by time. Their columns are shared with what grows. */
  toRuns(): BookRun[] {
    return [...this.#markets].sort(([a], [b]) => a - b).flatMap(([, runs]) => runs.map((run) => run.toRun()));
  }
}

const FIRST_ROOM = 8;

class GrowingRun {
  readonly #market: number;
  readonly #priceDecimals: number;
  readonly #sizeDecimals: number;
  readonly #whole: WholeBook | null;
  #frames = 0;
  #changes = 0;
  #hasVenueTimes: boolean;
  #times: Float64Array;
  #venueTimes: Float64Array;
  #counts: Uint32Array;
  #sides: Uint8Array;
  #prices: Float64Array;
  #sizes: Float64Array;

  constructor(run: BookRun) {
    this.#market = run.market;
    this.#priceDecimals = run.priceDecimals;
    this.#sizeDecimals = run.sizeDecimals;
    this.#whole = run.whole;
    this.#hasVenueTimes = run.venueTimes !== null;
    const [frames, changes] = [
      Math.max(FIRST_ROOM, run.times.length),
      Math.max(FIRST_ROOM, run.prices.length),
    ];
    this.#times = new Float64Array(frames);
    this.#venueTimes = new Float64Array(run.venueTimes === null ? 0 : frames);
    this.#counts = new Uint32Array(frames);
    this.#sides = new Uint8Array(changes);
    this.#prices = new Float64Array(changes);
    this.#sizes = new Float64Array(changes);
    this.#append(run);
  }

  /** Joins a run to this one. @returns Whether it became its end. */
  join(run: BookRun): boolean {
    const hasVenueTimes = run.venueTimes !== null;
    if (this.#frames === 0 && run.times.length > 0) this.#hasVenueTimes = hasVenueTimes;
    const isJoinable =
      run.whole === null &&
      run.priceDecimals === this.#priceDecimals &&
      run.sizeDecimals === this.#sizeDecimals &&
      hasVenueTimes === this.#hasVenueTimes &&
      this.#changes + run.prices.length <= RUN_CHANGES;
    if (isJoinable) this.#append(run);
    return isJoinable;
  }

  toRun(): BookRun {
    const [frames, changes] = [this.#frames, this.#changes];
    return {
      market: this.#market,
      priceDecimals: this.#priceDecimals,
      sizeDecimals: this.#sizeDecimals,
      whole: this.#whole,
      times: this.#times.subarray(0, frames),
      venueTimes: this.#hasVenueTimes ? this.#venueTimes.subarray(0, frames) : null,
      counts: this.#counts.subarray(0, frames),
      sides: this.#sides.subarray(0, changes),
      prices: this.#prices.subarray(0, changes),
      sizes: this.#sizes.subarray(0, changes),
    };
  }

  #append(run: BookRun): void {
    const [frames, changes] = [this.#frames, this.#changes];
    this.#frames += run.times.length;
    this.#changes += run.prices.length;
    this.#times = grow(this.#times, this.#frames);
    this.#counts = grow(this.#counts, this.#frames);
    this.#sides = grow(this.#sides, this.#changes);
    this.#prices = grow(this.#prices, this.#changes);
    this.#sizes = grow(this.#sizes, this.#changes);
    this.#times.set(run.times, frames);
    this.#counts.set(run.counts, frames);
    this.#sides.set(run.sides, changes);
    this.#prices.set(run.prices, changes);
    this.#sizes.set(run.sizes, changes);
    if (run.venueTimes === null) return;
    this.#venueTimes = grow(this.#venueTimes, this.#frames);
    this.#venueTimes.set(run.venueTimes, frames);
  }
}

/** Copies a column into one with room for more entries. */
function grow<T extends Float64Array | Uint32Array | Uint8Array>(column: T, length: number): T {
  if (length <= column.length) return column;
  const larger = new (column.constructor as new (length: number) => T)(Math.max(length, 2 * column.length));
  larger.set(column);
  return larger;
}
