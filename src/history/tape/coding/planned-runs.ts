import { type FrameColumns, type FrameLog, PAIR, type PendingWhole, type PlacedWhole } from './frame-log.ts';
import { Scale } from './units.ts';

/** Maximum number of changes of a run; a single frame may have more. */
export const RUN_CHANGES = 4_096;

/** A run that is to be written: its frames, where they are, and its units. */
export interface PlannedRun {
  readonly market: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** Number of units per 1 of a price, and `sizeUnits` of a size; 1 when the columns contain units already. */
  readonly priceUnits: number;
  readonly sizeUnits: number;
  readonly whole: PendingWhole | null;
  readonly columns: FrameColumns;
  /** Indexes of frames in the columns; the run has those from `from` to before `to`. */
  readonly order: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly changes: number;
  readonly hasVenueTimes: boolean;
}

/**
 * Divides a log into runs, ordered by market, then by time. A run ends before a whole book, before a frame that shares
 * no units with it, between frames with and without a venue time, and when it is long enough.
 *
 * @param toNumber Returns the number of a market in the file.
 */
export function planRuns(log: FrameLog, toNumber: (market: number) => number): PlannedRun[] {
  const { length, columns } = log;
  // Whole books come first, since a new market gets its file number with its whole book, before its frames.
  const wholes = Map.groupBy(log.wholes, ({ market }) => toNumber(market));
  const numbers = new Uint32Array(length);
  let most = 0;
  for (let i = 0; i < length; i++) {
    const number = toNumber(log.markets[i]!);
    numbers[i] = number;
    if (number > most) most = number;
  }
  for (const number of wholes.keys()) if (number > most) most = number;
  const { order, ends } = sortByNumber(numbers, most);
  const plan = new RunPlan(columns, order);
  for (let number = 0, from = 0; number <= most; number++) {
    const to = ends[number]!;
    const own = wholes.get(number);
    if (to > from || own !== undefined) plan.addMarket(number, { from, to, wholes: own ?? [] });
    from = to;
  }
  return plan.runs;
}

/** Sorts indexes by number with a counting sort, which keeps the order within a number. */
function sortByNumber(numbers: Uint32Array, most: number): { order: Uint32Array; ends: Uint32Array } {
  const ends = new Uint32Array(most + 1);
  for (let i = 0; i < numbers.length; i++) ends[numbers[i]!]!++;
  for (let number = 1; number <= most; number++) ends[number]! += ends[number - 1]!;
  const order = new Uint32Array(numbers.length);
  for (let i = numbers.length - 1; i >= 0; i--) order[--ends[numbers[i]!]!] = i;
  // `ends` now has the start of each number, which is the end of the number before.
  ends.copyWithin(0, 1);
  ends[most] = numbers.length;
  return { order, ends };
}

class RunPlan {
  readonly runs: PlannedRun[] = [];
  readonly #columns: FrameColumns;
  readonly #order: Uint32Array;
  #market = 0;
  #whole: PendingWhole | null = null;
  #from = 0;
  #changes = 0;
  #hasVenueTimes = false;
  readonly #prices = new Scale();
  readonly #sizes = new Scale();

  constructor(columns: FrameColumns, order: Uint32Array) {
    this.#columns = columns;
    this.#order = order;
  }

  addMarket(
    market: number,
    { from, to, wholes }: { from: number; to: number; wholes: readonly PlacedWhole[] },
  ): void {
    const { venueTimes, starts } = this.#columns;
    this.#market = market;
    this.#from = from;
    let next = 0;
    for (let i = from; i < to; i++) {
      const frame = this.#order[i]!;
      for (; next < wholes.length && wholes[next]!.frame <= frame; next++)
        this.#begin(i, wholes[next]!.whole);
      const hasVenueTime = !Number.isNaN(venueTimes[frame]!);
      const [start, end] = [starts[frame]!, starts[frame + 1]!];
      const isFirst = i === this.#from;
      const isLong = !isFirst && this.#changes + end - start > RUN_CHANGES;
      if (isLong || (!isFirst && hasVenueTime !== this.#hasVenueTimes)) this.#end(i);
      if (!this.#add(start, end)) {
        this.#end(i);
        if (!this.#add(start, end)) throw new RangeError('no units fit the changes of one frame');
      }
      this.#hasVenueTimes = hasVenueTime;
    }
    for (; next < wholes.length; next++) this.#begin(to, wholes[next]!.whole);
    this.#end(to);
  }

  #begin(at: number, whole: PendingWhole): void {
    this.#end(at);
    this.#whole = whole;
    for (const pairs of [whole.bids, whole.asks]) {
      for (let i = 0; i < pairs.length; i += PAIR) {
        this.#prices.add(pairs[i]!);
        this.#sizes.add(pairs[i + 1]!);
      }
    }
  }

  #add(start: number, end: number): boolean {
    const { prices, sizes } = this.#columns;
    if (!this.#prices.addAll(prices, start, end)) return false;
    if (!this.#sizes.addAll(sizes, start, end)) {
      this.#prices.revert();
      return false;
    }
    this.#changes += end - start;
    return true;
  }

  #end(to: number): void {
    if (this.#whole !== null || to > this.#from)
      this.runs.push({
        market: this.#market,
        priceDecimals: this.#prices.decimals,
        sizeDecimals: this.#sizes.decimals,
        priceUnits: 10 ** this.#prices.decimals,
        sizeUnits: 10 ** this.#sizes.decimals,
        whole: this.#whole,
        columns: this.#columns,
        order: this.#order,
        from: this.#from,
        to,
        changes: this.#changes,
        hasVenueTimes: to > this.#from && this.#hasVenueTimes,
      });
    this.#whole = null;
    this.#from = to;
    this.#changes = 0;
    this.#prices.clear();
    this.#sizes.clear();
  }
}
