import type { BookRun } from '../coding/book-block.ts';
import { type FrameColumns, type PendingWhole, RunBuilder } from './run-builder.ts';

interface PlacedWhole extends PendingWhole {
  readonly market: number;
  /** Number of frames, of all markets, that came before it. */
  readonly frame: number;
}

const FIRST_ROOM = 1_024;

/** Frames that wait for a commit, of all markets in the order of arrival: columns that are filled again and again. */
export class PendingFrames {
  #frames = 0;
  #changes = 0;
  #markets = new Uint32Array(FIRST_ROOM);
  #times = new Float64Array(FIRST_ROOM);
  #venueTimes = new Float64Array(FIRST_ROOM);
  /** First change of each frame. */
  #starts = new Uint32Array(FIRST_ROOM);
  #sides = new Uint8Array(FIRST_ROOM);
  #prices = new Float64Array(FIRST_ROOM);
  #sizes = new Float64Array(FIRST_ROOM);
  #wholes: PlacedWhole[] = [];

  /** Number of changes. */
  get changes(): number {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#frames === 0 && this.#wholes.length === 0;
  }

  /** Time of the newest frame, epoch ms; -Infinity without one. */
  get newestMs(): number {
    return this.#frames === 0 ? Number.NEGATIVE_INFINITY : this.#times[this.#frames - 1]!;
  }

  /** Adds a change, which belongs to the frame that `endFrame` makes. */
  addChange(side: number, price: number, size: number): void {
    const at = this.#changes;
    if (at === this.#sides.length) this.#growChanges();
    this.#sides[at] = side;
    this.#prices[at] = price;
    this.#sizes[at] = size;
    this.#changes = at + 1;
  }

  /** Makes a frame of the changes from `start` on. @param venueMs NaN where the venue stated none. */
  endFrame(market: number, start: number, timeMs: number, venueMs: number): void {
    const at = this.#frames;
    if (at === this.#times.length) this.#growFrames();
    this.#markets[at] = market;
    this.#times[at] = timeMs;
    this.#venueTimes[at] = venueMs;
    this.#starts[at] = start;
    this.#frames = at + 1;
  }

  /** Takes the changes from `start` on back. */
  dropChanges(start: number): void {
    this.#changes = start;
  }

  addWhole(market: number, whole: PendingWhole): void {
    this.#wholes.push({ ...whole, market, frame: this.#frames });
  }

  clear(): void {
    this.#frames = 0;
    this.#changes = 0;
    this.#wholes = [];
  }

  /** Runs by the number that a market has in its file, those of one market in the order of time. */
  toRuns(toFileNumber: (market: number) => number): BookRun[] {
    const columns: FrameColumns = {
      times: this.#times,
      venueTimes: this.#venueTimes,
      sides: this.#sides,
      prices: this.#prices,
      sizes: this.#sizes,
    };
    const builders = new Map<number, RunBuilder>();
    const find = (market: number) => {
      let builder = builders.get(market);
      if (builder === undefined) {
        builder = new RunBuilder(toFileNumber(market), columns);
        builders.set(market, builder);
      }
      return builder;
    };
    let whole = 0;
    for (let frame = 0; frame <= this.#frames; frame++) {
      for (; this.#wholes[whole]?.frame === frame; whole++) {
        const placed = this.#wholes[whole]!;
        find(placed.market).addWhole(placed);
      }
      if (frame === this.#frames) break;
      const start = this.#starts[frame]!;
      const end = frame + 1 < this.#frames ? this.#starts[frame + 1]! : this.#changes;
      find(this.#markets[frame]!).addFrame(frame, start, end);
    }
    return [...builders.values()].sort((a, b) => a.market - b.market).flatMap((builder) => builder.toRuns());
  }

  #growFrames(): void {
    this.#markets = grow(this.#markets);
    this.#times = grow(this.#times);
    this.#venueTimes = grow(this.#venueTimes);
    this.#starts = grow(this.#starts);
  }

  #growChanges(): void {
    this.#sides = grow(this.#sides);
    this.#prices = grow(this.#prices);
    this.#sizes = grow(this.#sizes);
  }
}

/** Copies a column into one of twice its length. */
function grow<T extends Float64Array | Uint32Array | Uint8Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(2 * column.length);
  larger.set(column);
  return larger;
}
