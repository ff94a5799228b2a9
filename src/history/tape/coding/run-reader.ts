import type { BookLevels, BookRun, WholeBook } from './book-run.ts';
import { BID } from './book-run.ts';
import { DamagedBlockError, fromZigzag, type VarintReader } from './bytes.ts';
import { LastTotals } from './last-totals.ts';

/**
 * Whole book in a head. Times are relative: its start to the base, its last change to its start, and the venue's time
 * to its last change.
 * `bids` and `asks` are numbers of levels.
 */
export interface WholeHead {
  readonly begin: number;
  readonly since: number;
  readonly venue: number | null;
  readonly bids: number;
  readonly asks: number;
}

/** Facts about a run from the head of its block. */
export interface RunFacts {
  readonly market: number;
  readonly hasVenueTime: boolean;
  readonly changes: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly step: number;
  /** Whole book with which the run begins; null when it has none. */
  readonly whole: WholeHead | null;
}

/** Reads a run from the seven columns behind the head. @throws {DamagedBlockError} when the bytes are damaged. */
export function readRun(readers: readonly VarintReader[], head: RunFacts, baseMs: number): BookRun {
  const [time, count, lag, place, total, level, levelSize] = readers as [
    ...[VarintReader, VarintReader, VarintReader, VarintReader],
    ...[VarintReader, VarintReader, VarintReader],
  ];
  const { step } = head;
  const frames = count.countVarints();
  const times = new Float64Array(frames);
  const counts = new Uint32Array(frames);
  const venueTimes = head.hasVenueTime ? new Float64Array(frames) : null;
  let [at, late, changes] = [baseMs, 0, 0];
  for (let i = 0; i < frames; i++) {
    at += time.zigzag();
    const ofFrame = count.varint();
    changes += ofFrame;
    if (ofFrame < 1 || changes > head.changes)
      throw new DamagedBlockError('frames do not add up to the changes of the run');
    times[i] = at;
    counts[i] = ofFrame;
    if (venueTimes === null) continue;
    late += lag.zigzag();
    venueTimes[i] = at - late;
  }
  if (changes !== head.changes) throw new DamagedBlockError('frames do not add up to the changes of the run');
  const whole = head.whole === null ? null : readWhole(head.whole, step, { level, levelSize, baseMs });
  let [bid, ask] = [firstPlace(whole?.bids, step), firstPlace(whole?.asks, step)];
  totals.clear();
  for (const [side, levels] of [whole?.bids, whole?.asks].entries()) {
    for (let i = 0; levels !== undefined && i < levels.prices.length; i++)
      totals.set(totals.find(side, levels.prices[i]! / step), levels.sizes[i]!);
  }
  const sides = new Uint8Array(head.changes);
  const prices = new Float64Array(head.changes);
  const sizes = new Float64Array(head.changes);
  for (let i = 0; i < head.changes; i++) {
    const code = place.varint();
    const side = code % 2;
    const next = (side === BID ? bid : ask) + fromZigzag((code - side) / 2);
    if (side === BID) bid = next;
    else ask = next;
    if (next < 0) throw new DamagedBlockError('a price is negative');
    const slot = totals.find(side, next);
    const size = fromTotalCode(total.varint(), totals.get(slot));
    if (size < 0) throw new DamagedBlockError('a size is negative');
    totals.set(slot, size);
    sides[i] = side;
    prices[i] = next * step;
    sizes[i] = size;
  }
  return {
    market: head.market,
    priceDecimals: head.priceDecimals,
    sizeDecimals: head.sizeDecimals,
    whole,
    times,
    counts,
    sides,
    prices,
    sizes,
    venueTimes,
  };
}

function readWhole(
  head: WholeHead,
  step: number,
  { level, levelSize, baseMs }: { level: VarintReader; levelSize: VarintReader; baseMs: number },
): WholeBook {
  const readLevels = (count: number, direction: 1 | -1): BookLevels => {
    const prices = new Float64Array(count);
    const sizes = new Float64Array(count);
    let place = 0;
    for (let i = 0; i < count; i++) {
      const code = level.varint();
      place = i === 0 ? code : place + direction * (code + 1);
      if (place < 0) throw new DamagedBlockError('a price is negative');
      prices[i] = place * step;
      sizes[i] = levelSize.varint();
    }
    return { prices, sizes };
  };
  const beginMs = baseMs + head.begin;
  const bookMs = beginMs - head.since;
  const venueMs = head.venue === null ? null : bookMs - head.venue;
  return { beginMs, bookMs, venueMs, bids: readLevels(head.bids, -1), asks: readLevels(head.asks, 1) };
}

function firstPlace(levels: BookLevels | undefined, step: number): number {
  return (levels?.prices[0] ?? 0) / step;
}

/** Table that one run after the other reuses. */
const totals = new LastTotals();

function fromTotalCode(code: number, last: number): number {
  if (code === 0) return 0;
  if (code === 1) return last;
  return code % 2 === 0 ? last + code / 2 : last - (code - 1) / 2;
}
