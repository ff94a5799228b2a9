import type { BookRun, MarketChoice } from './book-run.ts';
import { COLUMNS, HAS_NO_VENUE_TIME, HAS_WHOLE, LAYOUT } from './book-run.ts';
import { DamagedBlockError, VarintReader } from './bytes.ts';
import { type BlockColumn, splitColumns } from './columns.ts';
import { readRun, type WholeHead } from './run-reader.ts';

/** Maximum number of changes of a run that a reader accepts: far more than are ever written. */
const MAX_RUN_CHANGES = 1_048_576;
const MAX_LEVELS = 4_096;
const MAX_DECIMALS = 0xff;
const MAX_MARKET = 0xffff_ffff;
const NOTHING = new Uint8Array();

/** A block of books whose head is decoded. A column is decompressed when a run with bytes in it is read. */
export class OpenBlock {
  readonly #baseMs: number;
  readonly #head: BlockHead;
  readonly #columns: readonly BlockColumn[];
  readonly #raw: (Uint8Array | undefined)[] = [];
  /** Maximum memory of the block, bytes. */
  readonly bytes: number;

  /** Decodes the head. @throws {DamagedBlockError} when the bytes are damaged. */
  constructor(data: Uint8Array, baseMs: number) {
    const [first, ...columns] = splitColumns(data, baseMs, COLUMNS.length) as [BlockColumn, ...BlockColumn[]];
    this.#baseMs = baseMs;
    this.#columns = columns;
    this.#head = readHead(first.read(), columns);
    const raw = columns.reduce((sum, { length }) => sum + length, 0);
    this.bytes = data.length + raw + RUN_BYTES * this.#head.markets.length;
  }

  /** Reads runs, ordered by market, then by time; of some markets when given. @throws {DamagedBlockError} */
  readRuns(only?: MarketChoice): BookRun[] {
    const { markets } = this.#head;
    const runs: BookRun[] = [];
    const isOne = typeof only === 'number';
    for (let i = isOne ? findFirst(markets, only) : 0; i < markets.length; i++) {
      const market = markets[i]!;
      if (isOne && market !== only) break;
      if (isOne || only === undefined || only.has(market)) runs.push(this.#readRun(i));
    }
    return runs;
  }

  /** Returns the market and the number of changes of each run, from the head only. */
  countChanges(): { readonly market: number; readonly changes: number }[] {
    const { markets, changes } = this.#head;
    return Array.from(markets, (market, i) => ({ market, changes: changes[i]! }));
  }

  #readRun(i: number): BookRun {
    const head = this.#head;
    const own = head.ends.map((ends, column) => {
      const [start, end] = [i === 0 ? 0 : ends[i - 1]!, ends[i]!];
      return new VarintReader(start === end ? NOTHING : this.#read(column).subarray(start, end));
    });
    const flags = head.flags[i]!;
    const facts = {
      market: head.markets[i]!,
      hasVenueTime: (flags & HAS_NO_VENUE_TIME) === 0,
      changes: head.changes[i]!,
      priceDecimals: head.priceDecimals[i]!,
      sizeDecimals: head.sizeDecimals[i]!,
      step: head.steps[i]!,
      whole: (flags & HAS_WHOLE) === 0 ? null : head.wholes[countWholes(head.flags, i)]!,
    };
    const run = readRun(own, facts, this.#baseMs);
    for (const reader of own) reader.end();
    return run;
  }

  #read(column: number): Uint8Array {
    this.#raw[column] ??= this.#columns[column]!.read();
    return this.#raw[column];
  }
}

/** Facts of a head, by run, and the end of each run in each column. */
interface BlockHead {
  readonly markets: Uint32Array;
  readonly flags: Uint8Array;
  readonly changes: Uint32Array;
  readonly priceDecimals: Uint8Array;
  readonly sizeDecimals: Uint8Array;
  readonly steps: Float64Array;
  /** Whole books, of the runs that begin with one, in order. */
  readonly wholes: readonly WholeHead[];
  readonly ends: readonly Uint32Array[];
}

/** Memory of a run in the decoded head, bytes. */
const RUN_BYTES = 47;

function readHead(bytes: Uint8Array, columns: readonly BlockColumn[]): BlockHead {
  const head = new VarintReader(bytes);
  if (head.varint() !== LAYOUT) throw new DamagedBlockError('a block is of another layout');
  const count = head.varint();
  if (count < 1 || count > bytes.length)
    throw new DamagedBlockError('a block has no number of runs that it could hold');
  const markets = new Uint32Array(count);
  let market = 0;
  for (let i = 0; i < count; i++) {
    market += head.varint();
    if (market > MAX_MARKET) throw new DamagedBlockError('a market has a number that is too large');
    markets[i] = market;
  }
  const flags = Uint8Array.from(readMember(head, count, HAS_WHOLE + HAS_NO_VENUE_TIME));
  const changes = Uint32Array.from(readMember(head, count, MAX_RUN_CHANGES));
  const priceDecimals = Uint8Array.from(readMember(head, count, MAX_DECIMALS));
  const sizeDecimals = Uint8Array.from(readMember(head, count, MAX_DECIMALS));
  const steps = head.varints(count);
  const wholes = readWholes(head, countWholes(flags, count));
  const ends = columns.map((column) => readEnds(head, column, count));
  head.end();
  for (let i = 0; i < count; i++) {
    if (!(steps[i]! >= 1)) throw new DamagedBlockError('a run has a step that is none');
    if (changes[i] === 0 && (flags[i]! & HAS_WHOLE) === 0) throw new DamagedBlockError('a run is empty');
  }
  return { markets, flags, changes, priceDecimals, sizeDecimals, steps, wholes, ends };
}

function readMember(head: VarintReader, count: number, most: number): Float64Array {
  const values = head.varints(count);
  for (let i = 0; i < count; i++)
    if (values[i]! > most)
      throw new DamagedBlockError('a run has a member that is larger than any that is written');
  return values;
}

function readWholes(head: VarintReader, count: number): WholeHead[] {
  const [begins, sinces] = [head.varints(count), head.varints(count)];
  const venues = Array.from({ length: count }, () => head.optional());
  const [bids, asks] = [readMember(head, count, MAX_LEVELS), readMember(head, count, MAX_LEVELS)];
  return venues.map((venue, i) => ({
    begin: begins[i]!,
    since: sinces[i]!,
    venue,
    bids: bids[i]!,
    asks: asks[i]!,
  }));
}

/** Reads the end of each run in a column from the sizes; a single run ends with the column. */
function readEnds(head: VarintReader, column: BlockColumn, count: number): Uint32Array {
  if (count === 1) return Uint32Array.of(column.length);
  const ends = new Uint32Array(count);
  let end = 0;
  for (let i = 0; i < count; i++) {
    end += head.varint();
    ends[i] = end;
  }
  if (end !== column.length) throw new DamagedBlockError('runs do not fill a column');
  return ends;
}

function countWholes(flags: Uint8Array, end: number): number {
  let count = 0;
  for (let i = 0; i < end; i++) count += flags[i]! & HAS_WHOLE;
  return count;
}

/** Finds the first index of a number in a sorted array, or where it would be inserted. */
function findFirst(markets: Uint32Array, market: number): number {
  let [low, high] = [0, markets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (markets[middle]! < market) low = middle + 1;
    else high = middle;
  }
  return low;
}
