import type { BookLevels, BookRun, WholeBook } from '../coding/book-block.ts';
import { Scale, toUnits } from '../coding/units.ts';
import type { LevelPairs } from './live-book.ts';

/** Whole book that is to be stored: the book after every frame of its market before it. */
export interface PendingWhole {
  readonly beginMs: number;
  readonly bookMs: number;
  readonly venueMs: number | null;
  readonly bids: LevelPairs;
  readonly asks: LevelPairs;
}

/** Frames in columns, as a builder reads them. */
export interface FrameColumns {
  readonly times: Float64Array;
  /** NaN where the venue stated none. */
  readonly venueTimes: Float64Array;
  readonly sides: Uint8Array;
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
}

const PAIR = 2;

/** Frames and whole books of one market as runs. */
export class RunBuilder {
  readonly market: number;
  readonly #columns: FrameColumns;
  readonly #runs: BookRun[] = [];
  #whole: PendingWhole | null = null;
  /** Frames of the run that grows, and where the changes of each begin and end. */
  #frames: number[] = [];
  #starts: number[] = [];
  #ends: number[] = [];
  #prices = new Scale();
  #sizes = new Scale();

  /** @param market Number that the market has in its file. */
  constructor(market: number, columns: FrameColumns) {
    this.market = market;
    this.#columns = columns;
  }

  addWhole(whole: PendingWhole): void {
    this.#end();
    this.#whole = whole;
    for (const pairs of [whole.bids, whole.asks]) {
      for (let i = 0; i < pairs.length; i += PAIR) {
        this.#prices.add(pairs[i]!);
        this.#sizes.add(pairs[i + 1]!);
      }
    }
  }

  /** Adds a frame, whose changes lie from `start` to before `end`. */
  addFrame(frame: number, start: number, end: number): void {
    const { venueTimes } = this.#columns;
    const last = this.#frames.at(-1);
    if (last !== undefined && Number.isNaN(venueTimes[last]) !== Number.isNaN(venueTimes[frame])) this.#end();
    if (this.#add(frame, start, end)) return;
    this.#end();
    if (this.#add(frame, start, end)) return;
    // Changes that no units fit together are frames of their own, of one time.
    for (let i = start; i < end; i++) {
      if (this.#add(frame, i, i + 1)) continue;
      this.#end();
      this.#add(frame, i, i + 1);
    }
  }

  toRuns(): BookRun[] {
    this.#end();
    return this.#runs;
  }

  #add(frame: number, start: number, end: number): boolean {
    const { prices, sizes } = this.#columns;
    if (!this.#prices.addAll(prices, start, end) || !this.#sizes.addAll(sizes, start, end)) return false;
    this.#frames.push(frame);
    this.#starts.push(start);
    this.#ends.push(end);
    return true;
  }

  #end(): void {
    if (this.#whole === null && this.#frames.length === 0) return;
    this.#runs.push(this.#build());
    this.#whole = null;
    this.#frames = [];
    this.#starts = [];
    this.#ends = [];
    this.#prices = new Scale();
    this.#sizes = new Scale();
  }

  #build(): BookRun {
    const [whole, frames, starts, ends] = [this.#whole, this.#frames, this.#starts, this.#ends];
    const [priceDecimals, sizeDecimals] = [this.#prices.decimals, this.#sizes.decimals];
    const columns = this.#columns;
    let changes = 0;
    for (let i = 0; i < frames.length; i++) changes += ends[i]! - starts[i]!;
    const hasVenueTimes = frames[0] !== undefined && !Number.isNaN(columns.venueTimes[frames[0]]);
    const times = new Float64Array(frames.length);
    const venueTimes = hasVenueTimes ? new Float64Array(frames.length) : null;
    const counts = new Uint32Array(frames.length);
    const sides = new Uint8Array(changes);
    const prices = new Float64Array(changes);
    const sizes = new Float64Array(changes);
    let at = 0;
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i]!;
      times[i] = columns.times[frame]!;
      if (venueTimes !== null) venueTimes[i] = columns.venueTimes[frame]!;
      counts[i] = ends[i]! - starts[i]!;
      for (let change = starts[i]!; change < ends[i]!; change++, at++) {
        sides[at] = columns.sides[change]!;
        prices[at] = toUnits(columns.prices[change]!, priceDecimals);
        sizes[at] = toUnits(columns.sizes[change]!, sizeDecimals);
      }
    }
    const book = whole === null ? null : toWholeBook(whole, priceDecimals, sizeDecimals);
    return {
      market: this.market,
      priceDecimals,
      sizeDecimals,
      whole: book,
      times,
      venueTimes,
      counts,
      sides,
      prices,
      sizes,
    };
  }
}

function toWholeBook(whole: PendingWhole, priceDecimals: number, sizeDecimals: number): WholeBook {
  const toLevels = (pairs: LevelPairs): BookLevels => {
    const prices = new Float64Array(pairs.length / PAIR);
    const sizes = new Float64Array(pairs.length / PAIR);
    for (let i = 0; i < prices.length; i++) {
      prices[i] = toUnits(pairs[PAIR * i]!, priceDecimals);
      sizes[i] = toUnits(pairs[PAIR * i + 1]!, sizeDecimals);
    }
    return { prices, sizes };
  };
  const { beginMs, bookMs, venueMs, bids, asks } = whole;
  return { beginMs, bookMs, venueMs, bids: toLevels(bids), asks: toLevels(asks) };
}
