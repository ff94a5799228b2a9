import type { BookRun } from './book-run.ts';

/** Levels of one side, best first, as alternating prices and sizes of the venue. */
export type LevelPairs = Float64Array;

/** Number of array elements per level in `LevelPairs`. */
export const PAIR = 2;

/** Whole book that is to be stored: the book after all earlier frames of its market. */
export interface PendingWhole {
  readonly beginMs: number;
  readonly bookMs: number;
  /** The venue's time of the last frame, epoch ms; null when it stated none. */
  readonly venueMs: number | null;
  readonly bids: LevelPairs;
  readonly asks: LevelPairs;
}

/** A whole book, and its position among the frames. */
export interface PlacedWhole {
  readonly market: number;
  /** Number of frames, of all markets, before the whole book. */
  readonly frame: number;
  readonly whole: PendingWhole;
}

/** Frames in columns, with prices and sizes of the venue. */
export interface FrameColumns {
  readonly times: Float64Array;
  /** Times of the frames at the venue, epoch ms; NaN where it stated none. */
  readonly venueTimes: Float64Array;
  /** Index of the first change of each frame, followed by the number of all changes. */
  readonly starts: Uint32Array;
  readonly sides: Uint8Array;
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
}

const FIRST_ROOM = 1_024;

/** Frames of all markets in the order of arrival, in columns that are reused. */
export class FrameLog {
  #frames = 0;
  #changes = 0;
  #markets = new Uint32Array(FIRST_ROOM);
  #times = new Float64Array(FIRST_ROOM);
  #venueTimes = new Float64Array(FIRST_ROOM);
  #starts = new Uint32Array(FIRST_ROOM + 1);
  #sides = new Uint8Array(FIRST_ROOM);
  #prices = new Float64Array(FIRST_ROOM);
  #sizes = new Float64Array(FIRST_ROOM);
  #wholes: PlacedWhole[] = [];

  /** Number of frames. */
  get length(): number {
    return this.#frames;
  }

  /** Number of changes. */
  get changes(): number {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#frames === 0 && this.#wholes.length === 0;
  }

  /** Time of the newest frame, epoch ms; -Infinity when there is none. */
  get newestMs(): number {
    return this.#frames === 0 ? Number.NEGATIVE_INFINITY : this.#times[this.#frames - 1]!;
  }

  /** Market of each frame; elements behind the last frame are undefined. */
  get markets(): Uint32Array {
    return this.#markets;
  }

  /** Whole books in the order of arrival. */
  get wholes(): readonly PlacedWhole[] {
    return this.#wholes;
  }

  /** Columns of this log: views, valid until it grows or is cleared. */
  get columns(): FrameColumns {
    return {
      times: this.#times,
      venueTimes: this.#venueTimes,
      starts: this.#starts,
      sides: this.#sides,
      prices: this.#prices,
      sizes: this.#sizes,
    };
  }

  /** Adds a change to the frame that the next call of `endFrame` completes. */
  addChange(side: number, price: number, size: number): void {
    const at = this.#changes;
    if (at === this.#sides.length) this.#reserveChanges(at + 1);
    this.#sides[at] = side;
    this.#prices[at] = price;
    this.#sizes[at] = size;
    this.#changes = at + 1;
  }

  /** Completes a frame of the changes since the last one. @param venueMs Time of the venue; NaN when it stated none. */
  endFrame(market: number, timeMs: number, venueMs: number): void {
    const at = this.#frames;
    if (at === this.#times.length) this.#reserveFrames(at + 1);
    this.#markets[at] = market;
    this.#times[at] = timeMs;
    this.#venueTimes[at] = venueMs;
    this.#frames = at + 1;
    this.#starts[at + 1] = this.#changes;
  }

  /** Removes the changes from an index on, which are in no frame yet. */
  dropChanges(start: number): void {
    this.#changes = start;
  }

  addWhole(market: number, whole: PendingWhole): void {
    this.#wholes.push({ market, frame: this.#frames, whole });
  }

  /** Adds the content of another log. @param toNumber Returns the number of a market in this log. */
  append(other: FrameLog, toNumber: (market: number) => number): void {
    const [frames, changes] = [this.#frames, this.#changes];
    this.#reserveFrames(frames + other.#frames);
    this.#reserveChanges(changes + other.#changes);
    for (let i = 0; i < other.#frames; i++) {
      this.#markets[frames + i] = toNumber(other.#markets[i]!);
      this.#starts[frames + i + 1] = changes + other.#starts[i + 1]!;
    }
    this.#times.set(other.#times.subarray(0, other.#frames), frames);
    this.#venueTimes.set(other.#venueTimes.subarray(0, other.#frames), frames);
    this.#sides.set(other.#sides.subarray(0, other.#changes), changes);
    this.#prices.set(other.#prices.subarray(0, other.#changes), changes);
    this.#sizes.set(other.#sizes.subarray(0, other.#changes), changes);
    for (const { market, frame, whole } of other.#wholes)
      this.#wholes.push({ market: toNumber(market), frame: frames + frame, whole });
    this.#frames = frames + other.#frames;
    this.#changes = changes + other.#changes;
  }

  /** Adds decoded runs. */
  appendRuns(runs: readonly BookRun[]): void {
    for (const run of runs) {
      const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
      if (run.whole !== null) {
        const { beginMs, bookMs, venueMs, bids, asks } = run.whole;
        const toPairs = ({ prices, sizes }: { prices: Float64Array; sizes: Float64Array }) =>
          Float64Array.from({ length: PAIR * prices.length }, (_, i) =>
            i % PAIR === 0 ? prices[i / PAIR]! / priceUnit : sizes[(i - 1) / PAIR]! / sizeUnit,
          );
        this.addWhole(run.market, { beginMs, bookMs, venueMs, bids: toPairs(bids), asks: toPairs(asks) });
      }
      for (let frame = 0, at = 0; frame < run.times.length; frame++) {
        for (const end = at + run.counts[frame]!; at < end; at++)
          this.addChange(run.sides[at]!, run.prices[at]! / priceUnit, run.sizes[at]! / sizeUnit);
        this.endFrame(run.market, run.times[frame]!, run.venueTimes?.[frame] ?? Number.NaN);
      }
    }
  }

  clear(): void {
    this.#frames = 0;
    this.#changes = 0;
    this.#wholes = [];
  }

  #reserveFrames(count: number): void {
    if (count <= this.#times.length) return;
    this.#markets = grow(this.#markets, count);
    this.#times = grow(this.#times, count);
    this.#venueTimes = grow(this.#venueTimes, count);
    this.#starts = grow(this.#starts, this.#times.length + 1);
  }

  #reserveChanges(count: number): void {
    if (count <= this.#sides.length) return;
    this.#sides = grow(this.#sides, count);
    this.#prices = grow(this.#prices, count);
    this.#sizes = grow(this.#sizes, count);
  }
}

/** Copies a column into a larger one. */
function grow<T extends Float64Array | Uint32Array | Uint8Array>(column: T, count: number): T {
  const larger = new (column.constructor as new (length: number) => T)(Math.max(count, 2 * column.length));
  larger.set(column);
  return larger;
}
