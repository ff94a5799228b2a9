import { ASK, BID } from './book-run.ts';
import { VarintWriter } from './bytes.ts';
import { type LevelPairs, PAIR } from './frame-log.ts';
import { greatestDivisor } from './greatest-divisor.ts';
import { LastTotals } from './last-totals.ts';
import type { PlannedRun } from './planned-runs.ts';

/** Initial memory of a column, bytes per change, so that most do not have to grow. */
const BYTES_A_CHANGE = 3;

/** The columns of a block behind its head, to which runs are appended. */
export class RunWriter {
  readonly #time: VarintWriter;
  readonly #count: VarintWriter;
  readonly #lag: VarintWriter;
  readonly #place: VarintWriter;
  readonly #total: VarintWriter;
  readonly #level = new VarintWriter();
  readonly #levelSize = new VarintWriter();

  /**
   * Reserves memory for all columns at once.
   *
   * @param changes Number of changes that will be written.
   */
  constructor(changes: number) {
    const room = 64 + BYTES_A_CHANGE * changes;
    this.#time = new VarintWriter(room);
    this.#count = new VarintWriter(room);
    this.#lag = new VarintWriter(room);
    this.#place = new VarintWriter(room);
    this.#total = new VarintWriter(room);
  }

  /** The seven columns in order. */
  get columns(): readonly VarintWriter[] {
    return [this.#time, this.#count, this.#lag, this.#place, this.#total, this.#level, this.#levelSize];
  }

  /** Writes a run. @returns Price step of the run, in units. */
  write(run: PlannedRun, baseMs: number): number {
    const step = findStep(run);
    this.#writeFrames(run, baseMs);
    totals.clear();
    let [bid, ask] = [0, 0];
    if (run.whole !== null) {
      bid = this.#writeLevels(run, run.whole.bids, step, BID);
      ask = this.#writeLevels(run, run.whole.asks, step, ASK);
    }
    this.#writeChanges(run, step, bid, ask);
    return step;
  }

  #writeFrames({ columns, order, from, to, hasVenueTimes }: PlannedRun, baseMs: number): void {
    const { times, venueTimes, starts } = columns;
    let time = baseMs;
    let lag = 0;
    for (let i = from; i < to; i++) {
      const frame = order[i]!;
      const t = times[frame]!;
      this.#time.zigzag(t - time);
      this.#count.varint(starts[frame + 1]! - starts[frame]!);
      time = t;
      if (!hasVenueTimes) continue;
      const next = t - venueTimes[frame]!;
      this.#lag.zigzag(next - lag);
      lag = next;
    }
  }

  /** Writes the changes of a run. @param bid Place from which the next bid is counted; `ask` likewise. */
  #writeChanges(run: PlannedRun, step: number, bid: number, ask: number): void {
    const { columns, order, from, to, priceUnits, sizeUnits } = run;
    const { starts, sides, prices, sizes } = columns;
    let [lastBid, lastAsk] = [bid, ask];
    for (let i = from; i < to; i++) {
      const frame = order[i]!;
      const end = starts[frame + 1]!;
      for (let change = starts[frame]!; change < end; change++) {
        const side = sides[change]!;
        const place = Math.round(prices[change]! * priceUnits) / step;
        const moved = place - (side === BID ? lastBid : lastAsk);
        if (side === BID) lastBid = place;
        else lastAsk = place;
        this.#place.varint((moved >= 0 ? 4 * moved : -4 * moved - 2) + side);
        const size = Math.round(sizes[change]! * sizeUnits);
        const slot = totals.find(side, place);
        this.#total.varint(toTotalCode(size, totals.get(slot)));
        totals.set(slot, size);
      }
    }
  }

  /** Writes the levels of one side. @returns Place of the best level (price in units / step); 0 when there is none. */
  #writeLevels({ priceUnits, sizeUnits }: PlannedRun, pairs: LevelPairs, step: number, side: number): number {
    let best = 0;
    let last = 0;
    for (let i = 0; i < pairs.length; i += PAIR) {
      const place = Math.round(pairs[i]! * priceUnits) / step;
      const size = Math.round(pairs[i + 1]! * sizeUnits);
      if (i === 0) best = place;
      this.#level.varint(i === 0 ? place : Math.abs(place - last) - 1);
      this.#levelSize.varint(size);
      totals.set(totals.find(side, place), size);
      last = place;
    }
    return best;
  }
}

/** Table that one run after the other reuses. */
const totals = new LastTotals();

/** Finds the largest step of which every price of a run is a multiple. */
function findStep({ columns, order, from, to, whole, priceUnits }: PlannedRun): number {
  const { starts, prices } = columns;
  let step = 0;
  for (let i = from; i < to && step !== 1; i++) {
    const frame = order[i]!;
    for (let change = starts[frame]!; change < starts[frame + 1]!; change++)
      step = greatestDivisor(Math.round(prices[change]! * priceUnits), step);
  }
  for (const pairs of [whole?.bids, whole?.asks]) {
    for (let i = 0; pairs !== undefined && i < pairs.length && step !== 1; i += PAIR)
      step = greatestDivisor(Math.round(pairs[i]! * priceUnits), step);
  }
  return step === 0 ? 1 : step;
}

function toTotalCode(size: number, last: number): number {
  if (size === 0) return 0;
  if (size === last) return 1;
  return size > last ? 2 * (size - last) : 2 * (last - size) + 1;
}
