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

/** Changes of one message, in columns. */
interface Frame {
  readonly timeMs: number;
  /** NaN where the venue stated none. */
  readonly venueMs: number;
  readonly sides: Uint8Array;
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
}

const PAIR = 2;

/** Frames and whole books of one market as runs. */
export class RunBuilder {
  readonly market: number;
  readonly #runs: BookRun[] = [];
  #whole: PendingWhole | null = null;
  #frames: Frame[] = [];
  #prices = new Scale();
  #sizes = new Scale();

  /** @param market Number that the market has in its file. */
  constructor(market: number) {
    this.market = market;
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

  addFrame(frame: Frame): void {
    const hasVenueTime = !Number.isNaN(frame.venueMs);
    const last = this.#frames.at(-1);
    if (last !== undefined && Number.isNaN(last.venueMs) === hasVenueTime) this.#end();
    if (!this.#add(frame)) {
      this.#end();
      if (!this.#add(frame)) this.#addChanges(frame);
    }
  }

  toRuns(): BookRun[] {
    this.#end();
    return this.#runs;
  }

  #add(frame: Frame): boolean {
    const areFitting = this.#prices.addAll(frame.prices) && this.#sizes.addAll(frame.sizes);
    if (areFitting) this.#frames.push(frame);
    return areFitting;
  }

  /** Changes that no units fit together are frames of their own, of one time. */
  #addChanges(frame: Frame): void {
    for (let i = 0; i < frame.sides.length; i++) {
      const change = {
        ...frame,
        sides: frame.sides.subarray(i, i + 1),
        prices: frame.prices.subarray(i, i + 1),
        sizes: frame.sizes.subarray(i, i + 1),
      };
      if (this.#add(change)) continue;
      this.#end();
      this.#add(change);
    }
  }

  #end(): void {
    const [whole, frames] = [this.#whole, this.#frames];
    if (whole !== null || frames.length > 0) this.#runs.push(this.#build(whole, frames));
    this.#whole = null;
    this.#frames = [];
    this.#prices = new Scale();
    this.#sizes = new Scale();
  }

  #build(whole: PendingWhole | null, frames: readonly Frame[]): BookRun {
    const [priceDecimals, sizeDecimals] = [this.#prices.decimals, this.#sizes.decimals];
    const changes = frames.reduce((sum, { sides }) => sum + sides.length, 0);
    const sides = new Uint8Array(changes);
    const prices = new Float64Array(changes);
    const sizes = new Float64Array(changes);
    let at = 0;
    for (const frame of frames) {
      for (let i = 0; i < frame.sides.length; i++, at++) {
        sides[at] = frame.sides[i]!;
        prices[at] = toUnits(frame.prices[i]!, priceDecimals);
        sizes[at] = toUnits(frame.sizes[i]!, sizeDecimals);
      }
    }
    const hasVenueTimes = frames[0] !== undefined && !Number.isNaN(frames[0].venueMs);
    return {
      market: this.market,
      priceDecimals,
      sizeDecimals,
      whole: whole === null ? null : toWholeBook(whole, priceDecimals, sizeDecimals),
      times: Float64Array.from(frames, ({ timeMs }) => timeMs),
      venueTimes: hasVenueTimes ? Float64Array.from(frames, ({ venueMs }) => venueMs) : null,
      counts: Uint32Array.from(frames, (frame) => frame.sides.length),
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
