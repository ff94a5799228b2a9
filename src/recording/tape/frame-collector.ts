import { BOOK_BREAKS, type BookBreak, type BookEvent, type PriceLevel } from '../../domain/index.ts';
import {
  ALL_LEVELS,
  BREAK,
  CHANGE,
  type TapeFrames,
  WHOLE,
} from '../../history/tape/contract/tape-frames.ts';

const FIRST_FRAMES = 1_024;
const FIRST_CHANGES = 4_096;
const BID = 0;
const ASK = 1;

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Collects book events in growing columns, without an object per event. */
export class FrameCollector {
  #markets = new Uint32Array(FIRST_FRAMES);
  #kinds = new Uint8Array(FIRST_FRAMES);
  #times = new Float64Array(FIRST_FRAMES);
  #venueTimes = new Float64Array(FIRST_FRAMES);
  #details = new Int32Array(FIRST_FRAMES);
  #counts = new Uint32Array(FIRST_FRAMES);
  #sides = new Uint8Array(FIRST_CHANGES);
  #prices = new Float64Array(FIRST_CHANGES);
  #sizes = new Float64Array(FIRST_CHANGES);
  #frames = 0;
  #changes = 0;

  /** Number of levels and changes added since the last `take`. */
  get changes(): number {
    return this.#changes;
  }

  addWhole(market: number, event: Extract<BookEvent, { kind: 'whole' }>): void {
    const { bids, asks, depth } = event;
    this.#addFrame(market, WHOLE, event, depth ?? ALL_LEVELS, bids.length + asks.length);
    for (const level of bids) this.#addLevel(BID, level);
    for (const level of asks) this.#addLevel(ASK, level);
  }

  addChanges(market: number, event: Extract<BookEvent, { kind: 'change' }>): void {
    this.#addFrame(market, CHANGE, event, 0, event.changes.length);
    for (const change of event.changes) this.#addLevel(change.side === 'bid' ? BID : ASK, change);
  }

  addBreak(market: number, reason: BookBreak, toMs: number): void {
    this.#addFrame(market, BREAK, { receivedAt: toMs, venueTime: null }, BOOK_BREAKS.indexOf(reason), 0);
  }

  /** Takes the added events in arrays of their own, and starts again; null without any. */
  take(): TapeFrames | null {
    if (this.#frames === 0) return null;
    const [frames, changes] = [this.#frames, this.#changes];
    this.#frames = 0;
    this.#changes = 0;
    return {
      markets: this.#markets.slice(0, frames),
      kinds: this.#kinds.slice(0, frames),
      times: this.#times.slice(0, frames),
      venueTimes: this.#venueTimes.slice(0, frames),
      details: this.#details.slice(0, frames),
      counts: this.#counts.slice(0, frames),
      sides: this.#sides.slice(0, changes),
      prices: this.#prices.slice(0, changes),
      sizes: this.#sizes.slice(0, changes),
    };
  }

  #addFrame(
    market: number,
    kind: number,
    { receivedAt, venueTime }: { readonly receivedAt: number; readonly venueTime: number | null },
    detail: number,
    count: number,
  ): void {
    const at = this.#frames++;
    if (at >= this.#markets.length) this.#growFrames();
    this.#markets[at] = market;
    this.#kinds[at] = kind;
    this.#times[at] = receivedAt;
    this.#venueTimes[at] = venueTime ?? Number.NaN;
    this.#details[at] = detail;
    this.#counts[at] = count;
  }

  #addLevel(side: number, { price, size }: PriceLevel): void {
    const at = this.#changes++;
    if (at >= this.#sides.length) this.#growChanges();
    this.#sides[at] = side;
    this.#prices[at] = price;
    this.#sizes[at] = size;
  }

  #growFrames(): void {
    this.#markets = grow(this.#markets, new Uint32Array(this.#markets.length * 2));
    this.#kinds = grow(this.#kinds, new Uint8Array(this.#kinds.length * 2));
    this.#times = grow(this.#times, new Float64Array(this.#times.length * 2));
    this.#venueTimes = grow(this.#venueTimes, new Float64Array(this.#venueTimes.length * 2));
    this.#details = grow(this.#details, new Int32Array(this.#details.length * 2));
    this.#counts = grow(this.#counts, new Uint32Array(this.#counts.length * 2));
  }

  #growChanges(): void {
    this.#sides = grow(this.#sides, new Uint8Array(this.#sides.length * 2));
    this.#prices = grow(this.#prices, new Float64Array(this.#prices.length * 2));
    this.#sizes = grow(this.#sizes, new Float64Array(this.#sizes.length * 2));
  }
}

function grow<Array extends Column>(from: Array, to: Array): Array {
  to.set(from);
  return to;
}

/** Lists the buffers of frames, which are transferred to another thread. */
export function listBuffers(frames: TapeFrames): ArrayBufferLike[] {
  return Object.values(frames).map(({ buffer }: Column) => buffer);
}

/** Counts the levels that differ between two states of a side. Levels are sorted, best first. */
export function countDifferences(
  before: readonly PriceLevel[],
  after: readonly PriceLevel[],
  side: 'bid' | 'ask',
): number {
  let [i, j, differences] = [0, 0, 0];
  while (i < before.length && j < after.length) {
    const [old, now] = [before[i]!, after[j]!];
    if (old.price === now.price) {
      if (old.size !== now.size) differences++;
      i++;
      j++;
    } else {
      differences++;
      if (side === 'bid' ? old.price > now.price : old.price < now.price) i++;
      else j++;
    }
  }
  return differences + before.length - i + after.length - j;
}
