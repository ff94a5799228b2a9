// One file: the writer and the reader of a format, which agree member by member.
import { ByteReader, ByteWriter, DamagedBlock } from './bytes.ts';
import { type BlockColumn, joinColumns, splitColumns, type TapeCompression } from './columns.ts';
import { greatestDivisor } from './greatest-divisor.ts';

export const BID = 0;
export const ASK = 1;

/** Levels of one side from the best, prices and sizes in units. */
export interface BookLevels {
  readonly prices: Float64Array;
  readonly sizes: Float64Array;
}

/** Book with which a run begins. */
export interface WholeBook {
  /** Moment from which the whole book holds, epoch ms. */
  readonly beginMs: number;
  /** Time of the last frame that altered it, or of the book with which its span began, epoch ms. */
  readonly bookMs: number;
  /** The venue's time of that frame, epoch ms; null where it stated none. */
  readonly venueMs: number | null;
  readonly bids: BookLevels;
  readonly asks: BookLevels;
}

/** Consecutive changes of one market, in columns. A frame is the changes of one message of the venue. */
export interface BookRun {
  readonly market: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  /** Book after every frame before the first of this run; null where the run begins without one. */
  readonly whole: WholeBook | null;
  /** Times of the frames on our clock, epoch ms, never falling. */
  readonly times: Float64Array;
  /** Times of the frames at the venue, epoch ms; null where it states none. */
  readonly venueTimes: Float64Array | null;
  /** Changes of each frame, at least 1. */
  readonly counts: Uint32Array;
  /** Side of each change: `BID` or `ASK`. */
  readonly sides: Uint8Array;
  /** Price of each change in units. */
  readonly prices: Float64Array;
  /** New size of each change in units; 0 removes the level. */
  readonly sizes: Float64Array;
}

const LAYOUT = 1;
const HAS_WHOLE = 1;
const HAS_NO_VENUE_TIME = 2;
const COLUMNS = ['head', 'time', 'count', 'lag', 'place', 'total', 'level', 'levelSize'] as const;
const MAX_LEVELS = 4_096;
const MAX_RUN_CHANGES = 1_048_576;

/** Columns of a block behind its head, one writer each. */
interface RunWriters {
  readonly time: ByteWriter;
  readonly count: ByteWriter;
  readonly lag: ByteWriter;
  readonly place: ByteWriter;
  readonly total: ByteWriter;
  readonly level: ByteWriter;
  readonly levelSize: ByteWriter;
}

/**
 * Runs as the bytes of a block: by market number, those of one market by time.
 *
 * @param baseMs Time from which the times of the block count, epoch ms.
 */
export function encodeBooks(
  runs: readonly BookRun[],
  baseMs: number,
  compression?: TapeCompression,
): Uint8Array {
  const writers: RunWriters = {
    time: new ByteWriter(),
    count: new ByteWriter(),
    lag: new ByteWriter(),
    place: new ByteWriter(),
    total: new ByteWriter(),
    level: new ByteWriter(),
    levelSize: new ByteWriter(),
  };
  const inOrder = Object.values(writers) as ByteWriter[];
  const steps = runs.map(findStep);
  const lengths: number[][] = inOrder.map(() => []);
  for (const [i, run] of runs.entries()) {
    const before = inOrder.map(({ length }) => length);
    writeRun(writers, run, steps[i]!, baseMs);
    for (const [column, writer] of inOrder.entries()) lengths[column]!.push(writer.length - before[column]!);
  }
  const head = writeHead(runs, { steps, lengths, baseMs });
  return joinColumns([head, ...inOrder.map((writer) => writer.bytes())], baseMs, compression);
}

/** Markets whose runs are read: one, or some of them. */
export type MarketChoice = number | ReadonlySet<number>;

/**
 * Runs of a block, of some markets alone where they are named. Throws `DamagedBlock`.
 *
 * @param only Numbers of the markets.
 */
export function decodeBooks(data: Uint8Array, baseMs: number, only?: MarketChoice): BookRun[] {
  const [first, ...columns] = splitColumns(data, baseMs, COLUMNS.length) as [BlockColumn, ...BlockColumn[]];
  const heads = readHead(first.read(), columns, only);
  if (heads.length === 0) return [];
  const raw = columns.map((column) => column.read());
  return heads.map((head) => {
    const own = raw.map((bytes, i) => new ByteReader(bytes.subarray(head.starts[i]!, head.ends[i]!)));
    const run = readRun(own, head, baseMs);
    for (const reader of own) reader.end();
    return run;
  });
}

/** Market and changes of each run of a block, from its head alone. Throws `DamagedBlock`. */
export function countBookChanges(
  data: Uint8Array,
  baseMs: number,
): readonly { readonly market: number; readonly changes: number }[] {
  const [first, ...columns] = splitColumns(data, baseMs, COLUMNS.length) as [BlockColumn, ...BlockColumn[]];
  return readHead(first.read(), columns, undefined);
}

function writeHead(
  runs: readonly BookRun[],
  { steps, lengths, baseMs }: { steps: readonly number[]; lengths: readonly number[][]; baseMs: number },
): Uint8Array {
  const head = new ByteWriter();
  const member = (toValue: (run: BookRun, i: number) => number) => {
    for (const [i, run] of runs.entries()) head.varint(toValue(run, i));
  };
  head.varint(LAYOUT);
  head.varint(runs.length);
  member(({ market }, i) => market - (runs[i - 1]?.market ?? 0));
  member(
    ({ whole, venueTimes }) =>
      (whole === null ? 0 : HAS_WHOLE) + (venueTimes === null ? HAS_NO_VENUE_TIME : 0),
  );
  member(({ prices }) => prices.length);
  member(({ priceDecimals }) => priceDecimals);
  member(({ sizeDecimals }) => sizeDecimals);
  member((_, i) => steps[i]!);
  const books = runs.flatMap(({ whole }) => whole ?? []);
  for (const { beginMs } of books) head.varint(beginMs - baseMs);
  for (const { beginMs, bookMs } of books) head.varint(beginMs - bookMs);
  for (const { bookMs, venueMs } of books) head.optional(venueMs === null ? null : bookMs - venueMs);
  for (const { bids } of books) head.varint(bids.prices.length);
  for (const { asks } of books) head.varint(asks.prices.length);
  if (runs.length > 1) for (const column of lengths) for (const length of column) head.varint(length);
  return head.bytes();
}

function writeRun(writers: RunWriters, run: BookRun, step: number, baseMs: number): void {
  let [time, lag] = [baseMs, 0];
  for (let i = 0; i < run.times.length; i++) {
    const t = run.times[i]!;
    writers.time.zigzag(t - time);
    writers.count.varint(run.counts[i]!);
    if (run.venueTimes !== null) {
      const next = t - run.venueTimes[i]!;
      writers.lag.zigzag(next - lag);
      lag = next;
    }
    time = t;
  }
  const places = [firstPlace(run.whole?.bids, step), firstPlace(run.whole?.asks, step)];
  const totals = new LastTotals(run.whole, step);
  for (let i = 0; i < run.prices.length; i++) {
    const side = run.sides[i]!;
    const place = run.prices[i]! / step;
    const moved = place - places[side]!;
    writers.place.varint(2 * (moved >= 0 ? 2 * moved : -2 * moved - 1) + side);
    places[side] = place;
    const size = run.sizes[i]!;
    const last = totals.replace(side, place, size);
    writers.total.varint(toTotalCode(size, last));
  }
  if (run.whole === null) return;
  for (const levels of [run.whole.bids, run.whole.asks]) {
    for (let i = 0; i < levels.prices.length; i++) {
      const place = levels.prices[i]! / step;
      writers.level.varint(i === 0 ? place : Math.abs(place - levels.prices[i - 1]! / step) - 1);
      writers.levelSize.varint(levels.sizes[i]!);
    }
  }
}

/** Head of a run. */
interface RunHead {
  readonly market: number;
  readonly hasWhole: boolean;
  readonly hasVenueTime: boolean;
  readonly changes: number;
  readonly priceDecimals: number;
  readonly sizeDecimals: number;
  readonly step: number;
  /** Times of a book: from the base to its beginning, from there to its own time, and its lag. */
  readonly begin: number;
  readonly since: number;
  readonly venue: number | null;
  readonly bids: number;
  readonly asks: number;
  /** Begin and end of the run in each column behind the head. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Heads of the runs of a block, of some markets alone where they are named. */
function readHead(
  bytes: Uint8Array,
  columns: readonly BlockColumn[],
  only: MarketChoice | undefined,
): RunHead[] {
  const head = new ByteReader(bytes);
  if (head.varint() !== LAYOUT) throw new DamagedBlock('a block is of another layout');
  const count = head.varint();
  if (count < 1 || count > bytes.length)
    throw new DamagedBlock('a block has no number of runs that it could hold');
  const member = () => head.varints(count);
  const markets = member();
  for (let i = 1; i < count; i++) markets[i] = markets[i]! + markets[i - 1]!;
  const isLeftOut = (market: number) =>
    only !== undefined && (typeof only === 'number' ? market !== only : !only.has(market));
  if (markets.every(isLeftOut)) return [];
  const flags = member();
  const changes = member();
  const [priceDecimals, sizeDecimals, steps] = [member(), member(), member()];
  const ofBooks = (read: () => number | null) =>
    Array.from(flags, (flag) => ((flag & HAS_WHOLE) === 0 ? null : read()));
  const [begins, sinces] = [ofBooks(() => head.varint()), ofBooks(() => head.varint())];
  const venues = ofBooks(() => head.optional());
  const [bids, asks] = [ofBooks(() => head.varint()), ofBooks(() => head.varint())];
  const ends = columns.map((column) => readEnds(column, count > 1 ? member() : null));
  head.end();
  const heads: RunHead[] = [];
  for (let i = 0; i < count; i++) {
    const isSound = flags[i]! <= HAS_WHOLE + HAS_NO_VENUE_TIME && steps[i]! >= 1;
    const levels = Math.max(bids[i] ?? 0, asks[i] ?? 0);
    if (!isSound) throw new DamagedBlock('a run has flags or a step that are not known');
    if (changes[i]! > MAX_RUN_CHANGES || levels > MAX_LEVELS)
      throw new DamagedBlock('a run is larger than any that is written');
    if (changes[i] === 0 && (flags[i]! & HAS_WHOLE) === 0) throw new DamagedBlock('a run is empty');
    if (isLeftOut(markets[i]!)) continue;
    heads.push({
      market: markets[i]!,
      hasWhole: (flags[i]! & HAS_WHOLE) !== 0,
      hasVenueTime: (flags[i]! & HAS_NO_VENUE_TIME) === 0,
      changes: changes[i]!,
      priceDecimals: priceDecimals[i]!,
      sizeDecimals: sizeDecimals[i]!,
      step: steps[i]!,
      begin: begins[i] ?? 0,
      since: sinces[i] ?? 0,
      venue: venues[i] ?? null,
      bids: bids[i] ?? 0,
      asks: asks[i] ?? 0,
      starts: ends.map((column) => (i === 0 ? 0 : column[i - 1]!)),
      ends: ends.map((column) => column[i]!),
    });
  }
  return heads;
}

/** End of each run in a column, from the bytes of each; of a single run the end of the column. */
function readEnds(column: BlockColumn, lengths: Float64Array | null): Float64Array {
  if (lengths === null) return Float64Array.of(column.length);
  for (let i = 1; i < lengths.length; i++) lengths[i] = lengths[i]! + lengths[i - 1]!;
  if (lengths.at(-1) !== column.length) throw new DamagedBlock('runs do not fill a column');
  return lengths;
}

function readRun(readers: readonly ByteReader[], head: RunHead, baseMs: number): BookRun {
  const [time, count, lag, place, total, level, levelSize] = readers as [
    ...[ByteReader, ByteReader, ByteReader, ByteReader],
    ...[ByteReader, ByteReader, ByteReader],
  ];
  const { step } = head;
  const times: number[] = [];
  const counts: number[] = [];
  const venueTimes: number[] = [];
  let [at, late, changes] = [baseMs, 0, 0];
  while (changes < head.changes) {
    at += time.zigzag();
    const ofFrame = count.varint();
    changes += ofFrame;
    if (ofFrame < 1 || changes > head.changes)
      throw new DamagedBlock('frames do not add up to the changes of the run');
    times.push(at);
    counts.push(ofFrame);
    if (head.hasVenueTime) {
      late += lag.zigzag();
      venueTimes.push(at - late);
    }
  }
  const whole = head.hasWhole ? readWhole(head, { level, levelSize, baseMs }) : null;
  const places = [firstPlace(whole?.bids, step), firstPlace(whole?.asks, step)];
  const totals = new LastTotals(whole, step);
  const sides = new Uint8Array(head.changes);
  const prices = new Float64Array(head.changes);
  const sizes = new Float64Array(head.changes);
  for (let i = 0; i < head.changes; i++) {
    const code = place.varint();
    const side = code % 2;
    const moved = Math.floor(code / 2);
    const next = places[side]! + (moved % 2 === 0 ? moved / 2 : -(moved + 1) / 2);
    places[side] = next;
    const size = fromTotalCode(total.varint(), totals.get(side, next));
    if (next < 0 || size < 0) throw new DamagedBlock('a price or a size is negative');
    totals.replace(side, next, size);
    sides[i] = side;
    prices[i] = next * step;
    sizes[i] = size;
  }
  return {
    market: head.market,
    priceDecimals: head.priceDecimals,
    sizeDecimals: head.sizeDecimals,
    whole,
    times: Float64Array.from(times),
    counts: Uint32Array.from(counts),
    sides,
    prices,
    sizes,
    venueTimes: head.hasVenueTime ? Float64Array.from(venueTimes) : null,
  };
}

function readWhole(
  head: RunHead,
  { level, levelSize, baseMs }: { level: ByteReader; levelSize: ByteReader; baseMs: number },
): WholeBook {
  const readLevels = (count: number, direction: 1 | -1): BookLevels => {
    const prices = new Float64Array(count);
    const sizes = new Float64Array(count);
    let place = 0;
    for (let i = 0; i < count; i++) {
      const code = level.varint();
      place = i === 0 ? code : place + direction * (code + 1);
      if (place < 0) throw new DamagedBlock('a price is negative');
      prices[i] = place * head.step;
      sizes[i] = levelSize.varint();
    }
    return { prices, sizes };
  };
  const beginMs = baseMs + head.begin;
  const bookMs = beginMs - head.since;
  const venueMs = head.venue === null ? null : bookMs - head.venue;
  return { beginMs, bookMs, venueMs, bids: readLevels(head.bids, -1), asks: readLevels(head.asks, 1) };
}

/** Greatest step of which every price of a run is a multiple. */
function findStep({ prices, whole }: BookRun): number {
  let step = 0;
  for (const each of [prices, whole?.bids.prices ?? [], whole?.asks.prices ?? []]) {
    for (let i = 0; i < each.length && step !== 1; i++) step = greatestDivisor(each[i]!, step);
  }
  return step === 0 ? 1 : step;
}

function firstPlace(levels: BookLevels | undefined, step: number): number {
  return (levels?.prices[0] ?? 0) / step;
}

/** Sizes that a run last gave for a side and a place. */
class LastTotals {
  readonly #sides: readonly [Map<number, number>, Map<number, number>] = [new Map(), new Map()];

  constructor(whole: WholeBook | null, step: number) {
    for (const [side, levels] of [whole?.bids, whole?.asks].entries()) {
      if (levels === undefined) continue;
      for (let i = 0; i < levels.prices.length; i++)
        this.#sides[side]!.set(levels.prices[i]! / step, levels.sizes[i]!);
    }
  }

  get(side: number, place: number): number {
    return this.#sides[side]!.get(place) ?? 0;
  }

  /** Stores a size, and returns the one before. */
  replace(side: number, place: number, size: number): number {
    const last = this.get(side, place);
    this.#sides[side]!.set(place, size);
    return last;
  }
}

function toTotalCode(size: number, last: number): number {
  if (size === 0) return 0;
  if (size === last) return 1;
  return size > last ? 2 * (size - last) : 2 * (last - size) + 1;
}

function fromTotalCode(code: number, last: number): number {
  if (code === 0) return 0;
  if (code === 1) return last;
  return code % 2 === 0 ? last + code / 2 : last - (code - 1) / 2;
}
