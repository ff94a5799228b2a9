// One file: the ways in which a frame alters a book share its state, and each must leave it whole.
import { BOOK_BREAKS, type BookBreak } from '../../../domain/index.ts';
import { RUN_CHANGES } from '../coding/planned-runs.ts';
import { Scale } from '../coding/units.ts';
import { ALL_LEVELS, BREAK, type TapeFrames, WHOLE } from '../contract/tape-frames.ts';
import type { NumberedMarket, TakenFrames, TapeClass } from '../contract/tape-writer.ts';
import type { DayBatch } from './day-batch.ts';
import { LiveBook, type LiveSide, MAX_SIDE_LEVELS } from './live-book.ts';
import { LiveMarket } from './live-market.ts';

/** Maximum number of changes of one frame. */
const MAX_FRAME_CHANGES = 8_192;
/** A market's whole book is stored at the start of one of this many slices. */
const SLICES_BETWEEN_WHOLES = 12;
const BID = 0;
const ASK = 1;

/** Parts of the tape's writer that the books need. */
export interface TapeBooksOptions {
  /** Returns the batch for frames of a time. A new batch begins with a day, or when the clock stepped back. */
  readonly advance: (timeMs: number) => DayBatch;
  /** Returns the newest time of the tape's clock, epoch ms. */
  readonly clockMs: () => number;
  /** Finds the reason for which the last span of a market ended; `first` when it had none. */
  readonly findLastEnded: (market: NumberedMarket) => string;
  readonly onEnded: (market: NumberedMarket, reason: string) => void;
}

/** Start of a slice. */
interface SliceBegin {
  /** First time of the slice, epoch ms. */
  readonly fromMs: number;
  readonly batch: DayBatch;
  /** Returns the number of a market in the file. */
  readonly toFileNumber: (market: number) => number;
}

interface Counts {
  changes: number;
  unknown: number;
  resyncChanges: number;
  readonly refused: number[];
}

/** Current books of all markets. Frames change them, and add what must be stored to a batch. */
export class TapeBooks {
  readonly #options: TapeBooksOptions;
  readonly #markets = new Map<number, LiveMarket>();

  constructor(options: TapeBooksOptions) {
    this.#options = options;
  }

  name(markets: readonly NumberedMarket[]): void {
    for (const market of markets) {
      if (!this.#markets.has(market.number)) this.#markets.set(market.number, new LiveMarket(market));
    }
  }

  /** Forgets markets whose book is not known. @returns Numbers of the others, which stay. */
  forget(numbers: readonly number[]): number[] {
    const known: number[] = [];
    for (const number of numbers) {
      if ((this.#markets.get(number)?.span ?? null) !== null) known.push(number);
      else this.#markets.delete(number);
    }
    return known;
  }

  /** Returns the market of a number. @throws {RangeError} when no market has the number. */
  get(number: number): LiveMarket {
    const market = this.#markets.get(number);
    if (market === undefined) throw new RangeError(`no market of the tape has the number ${number}`);
    return market;
  }

  /** Yields the markets whose book is known. */
  *known(): Generator<LiveMarket> {
    for (const market of this.#markets.values()) if (market.span !== null) yield market;
  }

  addFrames(frames: TapeFrames): TakenFrames {
    const counts: Counts = { changes: 0, unknown: 0, resyncChanges: 0, refused: [] };
    let at = 0;
    for (let i = 0; i < frames.markets.length; i++) {
      const market = this.get(frames.markets[i]!);
      const kind = frames.kinds[i]!;
      const count = frames.counts[i]!;
      const end = at + count;
      if (kind === BREAK) this.break(market, frames.times[i]!, BOOK_BREAKS[frames.details[i]!] ?? 'restart');
      else if (kind === WHOLE || market.book !== null) {
        const batch = this.#options.advance(frames.times[i]!);
        const timeMs = this.#options.clockMs();
        // If the clock stepped back, `advance` has just ended the span.
        if (kind !== WHOLE && market.book === null) counts.unknown += count;
        else {
          if (market.isAltered) this.#sampleUntil(market, timeMs, batch);
          const frame = { frames, start: at, end, index: i, timeMs };
          const isTaken =
            kind === WHOLE
              ? this.#addWhole(market, frame, batch, counts)
              : this.#addChanges(market, frame, batch, counts);
          if (!isTaken) this.#breakRefused(market, counts);
        }
      } else counts.unknown += count;
      at = end;
    }
    return counts;
  }

  /** Ends the span of a market. The end may be before the start of the span; then earlier spans are shortened. */
  break(market: LiveMarket, toMs: number, reason: BookBreak): void {
    if (market.span === null) return;
    const batch = this.#options.advance(Math.max(toMs, this.#options.clockMs()));
    if (market.span === null) return;
    batch.rows.push({ kind: 'endSpan', market: market.market.number, toMs, ended: reason });
    market.forget();
    this.#options.onEnded(market.market, reason);
  }

  /** Changes the class of a market. An open span ends, and the next one begins at once. */
  setClass(market: LiveMarket, everyMs: TapeClass, wantedMs: number): void {
    if (market.everyMs === everyMs) return;
    // Two spans of a market must not begin at the same time.
    const least = Math.max(this.#options.clockMs(), (market.span?.fromMs ?? 0) + 1);
    const batch = this.#options.advance(Math.max(wantedMs, least));
    const fromMs = this.#options.clockMs();
    const { span } = market;
    if (span === null) {
      market.everyMs = everyMs;
      return;
    }
    if (market.isAltered) this.#sampleUntil(market, fromMs, batch);
    const { number } = market.market;
    batch.rows.push({ kind: 'endSpan', market: number, toMs: fromMs - 1, ended: 'class' });
    market.everyMs = everyMs;
    market.begin(fromMs, span.depth);
    this.#open(market, batch, 'class');
  }

  /** Continues every span in the file of a new day. */
  beginDay(old: DayBatch, next: DayBatch): void {
    for (const market of this.known()) {
      const { span } = market;
      if (span === null) continue;
      if (market.isAltered) market.copySample(next.startMs);
      old.rows.push({ kind: 'endSpan', market: market.market.number, toMs: next.startMs - 1, ended: 'day' });
      const { sample, wholeMs } = market;
      market.begin(next.startMs, span.depth);
      market.wholeMs = wholeMs;
      if (sample !== null && market.sample !== null) market.sample.bookMs = sample.bookMs;
      this.#open(market, next, 'day');
    }
  }

  /** Stores the whole books that belong to the start of a slice. */
  beginSlice(slice: number, { fromMs, batch, toFileNumber }: SliceBegin): void {
    for (const market of this.known()) {
      const { number } = market.market;
      if (toFileNumber(number) % SLICES_BETWEEN_WHOLES !== slice % SLICES_BETWEEN_WHOLES) continue;
      batch.frames.addWhole(number, market.toWhole(fromMs));
      market.sinceWhole = 0;
    }
  }

  /** Stores the samples of all full minutes up to a time. */
  sampleAll(timeMs: number, batch: DayBatch): void {
    for (const market of this.known()) if (market.isAltered) this.#sampleUntil(market, timeMs, batch);
  }

  #breakRefused(market: LiveMarket, counts: Counts): void {
    counts.refused.push(market.market.number);
    this.break(market, market.frameMs, 'refused');
  }

  #open(market: LiveMarket, batch: DayBatch, opened: string): void {
    const { span, everyMs } = market;
    if (span === null) return;
    const { number } = market.market;
    batch.rows.push({
      kind: 'openSpan',
      market: number,
      fromMs: span.fromMs,
      everyMs,
      depth: span.depth,
      opened,
    });
    batch.frames.addWhole(number, market.toWhole(span.fromMs));
  }

  #addWhole(market: LiveMarket, frame: TakenFrame, batch: DayBatch, counts: Counts): boolean {
    const { frames, index, timeMs } = frame;
    const next = readWhole(market, frame);
    if (next === null) return false;
    const venueMs = frames.venueTimes[index]!;
    market.frameMs = timeMs;
    if (market.book === null) {
      const detail = frames.details[index]!;
      market.book = next;
      [market.bookMs, market.venueMs] = [timeMs, venueMs];
      market.begin(timeMs, detail === ALL_LEVELS ? null : detail);
      this.#open(market, batch, this.#options.findLastEnded(market.market));
      return true;
    }
    const changes = this.#replace(market, next, { timeMs, venueMs, batch });
    const { wholeMs } = market;
    market.wholeMs = timeMs;
    if (changes === 0) return true;
    counts.changes += changes;
    if (!market.market.sendsChanges) return true;
    counts.resyncChanges += changes;
    const { number } = market.market;
    batch.rows.push({ kind: 'resync', market: number, fromMs: wholeMs, toMs: timeMs, changes });
    return true;
  }

  /** Replaces a known book. @returns Number of levels that differ. */
  #replace(market: LiveMarket, next: LiveBook, { timeMs, venueMs, batch }: At): number {
    const { book } = market;
    if (book === null) return 0;
    let changes: number;
    if (market.everyMs === 0) {
      this.#storeWholeFirst(market, countDifferences(book, next), timeMs, batch);
      changes = addDifferences(book, next, { market, timeMs, venueMs, batch });
      market.sinceWhole += changes;
    } else {
      changes = countDifferences(book, next);
      if (changes > 0) market.isAltered = true;
    }
    if (changes === 0) return 0;
    book.copyFrom(next);
    [market.bookMs, market.venueMs] = [timeMs, venueMs];
    return changes;
  }

  #addChanges(market: LiveMarket, frame: TakenFrame, batch: DayBatch, counts: Counts): boolean {
    const { frames, start, end, index, timeMs } = frame;
    const { book } = market;
    const count = end - start;
    if (book === null || count > MAX_FRAME_CHANGES || !areValid(market, frame)) return false;
    const isStored = market.everyMs === 0;
    if (isStored) this.#storeWholeFirst(market, count, timeMs, batch);
    const first = batch.frames.changes;
    let isAltered = false;
    const { sides, prices, sizes } = frames;
    for (let i = start; i < end; i++) {
      const side = sides[i]!;
      const price = prices[i]!;
      const size = sizes[i]! + 0;
      if (book.set(side, price, size)) isAltered = true;
      if (isStored) batch.frames.addChange(side, price, size);
    }
    const isTooLarge = book.bids.length > MAX_SIDE_LEVELS || book.asks.length > MAX_SIDE_LEVELS;
    if (isTooLarge || !isAltered) {
      batch.frames.dropChanges(first);
      if (!isTooLarge) market.frameMs = timeMs;
      return !isTooLarge;
    }
    const venueMs = frames.venueTimes[index]!;
    [market.frameMs, market.bookMs, market.venueMs] = [timeMs, timeMs, venueMs];
    if (!isStored) {
      market.isAltered = true;
      return true;
    }
    batch.frames.endFrame(market.market.number, timeMs, venueMs);
    market.sinceWhole += count;
    counts.changes += count;
    return true;
  }

  /** Stores the whole book before a frame that would make its run too long. */
  #storeWholeFirst(market: LiveMarket, changes: number, timeMs: number, batch: DayBatch): void {
    if (market.sinceWhole === 0 || market.sinceWhole + changes <= RUN_CHANGES) return;
    batch.frames.addWhole(market.market.number, market.toWhole(timeMs));
    market.sinceWhole = 0;
  }

  /** Stores a changed book as the sample of the full minute after its last change, if that minute is over. */
  #sampleUntil(market: LiveMarket, timeMs: number, batch: DayBatch): void {
    const { sample, book, everyMs, venueMs } = market;
    if (sample === null || book === null || everyMs === 0) return;
    const sampleMs = (Math.floor(market.bookMs / everyMs) + 1) * everyMs;
    if (sampleMs > timeMs) return;
    market.isAltered = false;
    const changes = countDifferences(sample.book, book);
    if (changes === 0) return;
    this.#storeWholeFirst(market, changes, sampleMs, batch);
    addDifferences(sample.book, book, { market, timeMs: sampleMs, venueMs, batch });
    market.sinceWhole += changes;
    market.copySample(sampleMs);
  }
}

/** Frame in progress: its range in the columns, its index, and its time. */
interface TakenFrame {
  readonly frames: TapeFrames;
  readonly start: number;
  readonly end: number;
  readonly index: number;
  readonly timeMs: number;
}

interface At {
  readonly timeMs: number;
  readonly venueMs: number;
  readonly batch: DayBatch;
}

/** Whether all numbers of a frame of changes are valid, and share units with those of the book. */
function areValid(market: LiveMarket, { frames, start, end }: TakenFrame): boolean {
  const maxPrice = market.market.isBinary ? 1 : Number.POSITIVE_INFINITY;
  const { sides, prices, sizes } = frames;
  for (let i = start; i < end; i++) {
    const price = prices[i]!;
    const size = sizes[i]!;
    if (!(price > 0 && price < maxPrice && size >= 0) || sides[i]! > ASK) return false;
    if (market.prices.add(price) && market.sizes.add(size)) continue;
    return refit(market, { frames, start, end });
  }
  return true;
}

/** Determines the units of a book and a frame again: removed levels may have needed finer ones. */
function refit(
  market: LiveMarket,
  { frames, start, end }: Pick<TakenFrame, 'frames' | 'start' | 'end'>,
): boolean {
  const [prices, sizes] = [new Scale(), new Scale()];
  for (const side of [market.book?.bids, market.book?.asks]) {
    for (let rank = 0; rank < (side?.length ?? 0); rank++) {
      if (!prices.add(side!.price(rank)) || !sizes.add(side!.size(rank))) return false;
    }
  }
  if (!prices.addAll(frames.prices.subarray(start, end)) || !sizes.addAll(frames.sizes.subarray(start, end)))
    return false;
  const maxPrice = market.market.isBinary ? 1 : Number.POSITIVE_INFINITY;
  const areInRange = frames.prices.subarray(start, end).every((price) => price > 0 && price < maxPrice);
  if (!areInRange || !frames.sizes.subarray(start, end).every((size) => size >= 0)) return false;
  [market.prices, market.sizes] = [prices, sizes];
  return true;
}

/** Reads the whole book of a frame; null when it cannot be stored. Levels of size 0 are left out. */
function readWhole(market: LiveMarket, { frames, start, end }: TakenFrame): LiveBook | null {
  const maxPrice = market.market.isBinary ? 1 : Number.POSITIVE_INFINITY;
  const book = new LiveBook();
  const [prices, sizes] = [new Scale(), new Scale()];
  if (end - start > 2 * MAX_SIDE_LEVELS) return null;
  // Frames have the best level first, and a side has it last, so adding in reverse order never moves levels.
  for (let i = end - 1; i >= start; i--) {
    const [side, price, size] = [frames.sides[i]!, frames.prices[i]!, frames.sizes[i]! + 0];
    const isLevel = price > 0 && price < maxPrice && size >= 0 && side <= ASK;
    if (!isLevel || !prices.add(price) || !sizes.add(size)) return null;
    book.set(side, price, size);
  }
  if (book.bids.length > MAX_SIDE_LEVELS || book.asks.length > MAX_SIDE_LEVELS) return null;
  // Prices of removed levels count too, since the stored frame removes them by price.
  for (const side of [market.book?.bids, market.book?.asks]) {
    for (let rank = 0; rank < (side?.length ?? 0); rank++) if (!prices.add(side!.price(rank))) return null;
  }
  [market.prices, market.sizes] = [prices, sizes];
  return book;
}

function countDifferences(from: LiveBook, to: LiveBook): number {
  let count = 0;
  const add = () => {
    count++;
  };
  from.bids.differences(to.bids, add);
  from.asks.differences(to.asks, add);
  return count;
}

/**
 * Adds the frame that turns one book into another, or several frames of one time when there are too many changes, or
 * changes that share no units.
 */
function addDifferences(
  from: LiveBook,
  to: LiveBook,
  { market, timeMs, venueMs, batch: { frames } }: At & { market: LiveMarket },
): number {
  const first = frames.changes;
  let start = first;
  const [prices, sizes] = [new Scale(), new Scale()];
  const end = () => {
    if (frames.changes > start) frames.endFrame(market.market.number, timeMs, venueMs);
    start = frames.changes;
    prices.clear();
    sizes.clear();
  };
  const add = (side: number, mine: LiveSide, theirs: LiveSide) =>
    mine.differences(theirs, (price, size) => {
      if (!prices.add(price) || !sizes.add(size)) {
        end();
        prices.add(price);
        sizes.add(size);
      }
      frames.addChange(side, price, size);
      if (frames.changes - start === MAX_FRAME_CHANGES) end();
    });
  add(BID, from.bids, to.bids);
  add(ASK, from.asks, to.asks);
  end();
  return frames.changes - first;
}
