import type { BookLevels, BookRun, WholeBook } from './book-block.ts';
import { MAX_UNITS } from './units.ts';

/** A run holds at most so many changes behind its book. */
export const RUN_CHANGES = 4_096;

/**
 * Runs of the rows of a journal, joined as those of their slice: consecutive ones of a market are one, unless a whole
 * book comes between, no unit fits both, or frames with and without the venue's time follow each other.
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

  /** Lists the runs by market, then by time. The runs share their columns with this collection, which goes on growing. */
  toRuns(): BookRun[] {
    return [...this.#markets].sort(([a], [b]) => a - b).flatMap(([, runs]) => runs.map((run) => run.toRun()));
  }
}

const FIRST_ROOM = 8;

class GrowingRun {
  readonly #market: number;
  #priceDecimals: number;
  #sizeDecimals: number;
  #largestPrice = 0;
  #largestSize = 0;
  #whole: WholeBook | null;
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
    for (const levels of [run.whole?.bids, run.whole?.asks]) {
      if (levels === undefined) continue;
      this.#largestPrice = findLargest(levels.prices, this.#largestPrice);
      this.#largestSize = findLargest(levels.sizes, this.#largestSize);
    }
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
    const isFirst = this.#frames === 0 && run.times.length > 0;
    const isJoinable =
      run.whole === null &&
      (isFirst || hasVenueTimes === this.#hasVenueTimes) &&
      this.#changes + run.prices.length <= RUN_CHANGES &&
      this.#rescale(run);
    if (!isJoinable) return false;
    if (isFirst) this.#hasVenueTimes = hasVenueTimes;
    this.#append(run);
    return true;
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

  /** Takes the finer units of both. @returns False, and nothing is changed, where a value does not fit them. */
  #rescale(run: BookRun): boolean {
    const priceDecimals = Math.max(this.#priceDecimals, run.priceDecimals);
    const sizeDecimals = Math.max(this.#sizeDecimals, run.sizeDecimals);
    const [priceFactor, sizeFactor] = [
      10 ** (priceDecimals - this.#priceDecimals),
      10 ** (sizeDecimals - this.#sizeDecimals),
    ];
    const largestPrice = findLargest(run.prices, 0) * 10 ** (priceDecimals - run.priceDecimals);
    const largestSize = findLargest(run.sizes, 0) * 10 ** (sizeDecimals - run.sizeDecimals);
    const all = [this.#largestPrice * priceFactor, this.#largestSize * sizeFactor, largestPrice, largestSize];
    if (all.some((value) => value >= MAX_UNITS)) return false;
    if (priceFactor > 1) scale(this.#prices, priceFactor);
    if (sizeFactor > 1) scale(this.#sizes, sizeFactor);
    if (this.#whole !== null && (priceFactor > 1 || sizeFactor > 1))
      this.#whole = {
        ...this.#whole,
        bids: scaleLevels(this.#whole.bids, priceFactor, sizeFactor),
        asks: scaleLevels(this.#whole.asks, priceFactor, sizeFactor),
      };
    this.#largestPrice = this.#largestPrice * priceFactor;
    this.#largestSize = this.#largestSize * sizeFactor;
    [this.#priceDecimals, this.#sizeDecimals] = [priceDecimals, sizeDecimals];
    return true;
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
    const priceFactor = 10 ** (this.#priceDecimals - run.priceDecimals);
    const sizeFactor = 10 ** (this.#sizeDecimals - run.sizeDecimals);
    if (priceFactor > 1) scale(this.#prices.subarray(changes, this.#changes), priceFactor);
    if (sizeFactor > 1) scale(this.#sizes.subarray(changes, this.#changes), sizeFactor);
    this.#largestPrice = Math.max(this.#largestPrice, findLargest(run.prices, 0) * priceFactor);
    this.#largestSize = Math.max(this.#largestSize, findLargest(run.sizes, 0) * sizeFactor);
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

function findLargest(values: Float64Array, atLeast: number): number {
  let largest = atLeast;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest;
}

function scale(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = values[i]! * factor;
}

function scaleLevels({ prices, sizes }: BookLevels, priceFactor: number, sizeFactor: number): BookLevels {
  return {
    prices: prices.map((price) => price * priceFactor),
    sizes: sizes.map((size) => size * sizeFactor),
  };
}
