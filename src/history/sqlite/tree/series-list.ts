import { type EpochMs, findSeriesRef, type Recorder } from '../../../domain/index.ts';
import { createSeries, NO_ROW, type SeriesState } from '../series/series.ts';

/** Number of series of a block. */
const BLOCK = 16_384;
/** Size of a buffer of names, bytes. */
const NAMES = 1 << 20;

/** Facts of some series, in the order in which they were added; one array per fact. */
interface Block {
  readonly ids: Uint32Array;
  readonly packs: Uint32Array;
  readonly records: Uint32Array;
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  /** Position of each series' name, counted over all buffers of names; `nameBytes` is its length. */
  readonly nameAt: Uint32Array;
  readonly nameBytes: Uint16Array;
}

/**
 * Series of one venue in the order of their assets' UTF-8 bytes, with a few dozen bytes for each of a million. Memory
 * is allocated block by block and never copied into larger arrays, so a growing list takes no more memory than its
 * series need. A series that has a row keeps its entry of the catalogue, with its tail.
 */
export class SeriesList {
  readonly #venue: Recorder;
  #length = 0;
  #blocks: Block[] = [];
  #names: Buffer[] = [];
  #namesEnd = 0;
  #kept = new Map<number, SeriesState>();
  #isSorted = true;
  #order: Uint32Array | null = null;

  constructor(venue: Recorder) {
    this.#venue = venue;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a series. @param series Series with its tail. */
  add(series: SeriesState): void {
    const { id, asset, sealed, tail } = series;
    const i = this.#length;
    if (i % BLOCK === 0) this.#blocks.push(newBlock());
    const block = this.#blocks.at(-1)!;
    const at = i % BLOCK;
    block.ids[at] = id;
    block.packs[at] = sealed.pack;
    block.records[at] = sealed.records;
    block.firstMs[at] = Math.min(sealed.firstMs, tail.firstMs);
    block.lastMs[at] = Math.max(sealed.lastMs, tail.lastMs);
    block.nameBytes[at] = Buffer.byteLength(asset);
    block.nameAt[at] = this.#addName(asset, block.nameBytes[at]!);
    if (sealed.row !== NO_ROW) this.#kept.set(i, series);
    this.#length++;
    if (i > 0 && this.#compare(i - 1, i) > 0) this.#isSorted = false;
  }

  /** Sorts the list. Must be called when all series are added. */
  sort(): void {
    if (this.#isSorted) return;
    const order = Uint32Array.from({ length: this.#length }, (_, i) => i);
    this.#order = order.sort((a, b) => this.#compare(a, b));
  }

  /** Removes all series, to free memory although a caller may still iterate while another list is made. */
  clear(): void {
    this.#length = 0;
    this.#blocks = [];
    this.#names = [];
    this.#namesEnd = 0;
    this.#kept = new Map();
    this.#order = null;
    this.#isSorted = true;
  }

  firstMs(position: number): number {
    const i = this.#at(position);
    return this.#block(i).firstMs[i % BLOCK]!;
  }

  lastMs(position: number): number {
    const i = this.#at(position);
    return this.#block(i).lastMs[i % BLOCK]!;
  }

  /** Returns the number of sealed records. */
  records(position: number): number {
    const i = this.#at(position);
    return this.#block(i).records[i % BLOCK]!;
  }

  id(position: number): number {
    const i = this.#at(position);
    return this.#block(i).ids[i % BLOCK]!;
  }

  /** Returns the pack of a single short piece; 0 when the pieces have index rows, or there are none. */
  pack(position: number): number {
    const i = this.#at(position);
    return this.#block(i).packs[i % BLOCK]!;
  }

  asset(position: number): string {
    return this.#name(this.#at(position)).toString();
  }

  /** Whether the series may have unsealed records. */
  mayHaveTail(position: number): boolean {
    return this.#kept.has(this.#at(position));
  }

  series(position: number): SeriesState {
    const kept = this.#kept.get(this.#at(position));
    if (kept !== undefined) return kept;
    const asset = this.asset(position);
    return createSeries(
      { id: this.id(position), venue: this.#venue, storeKey: findSeriesRef(asset)?.storeKey ?? asset, asset },
      {
        records: this.records(position),
        bytes: 0,
        firstMs: this.firstMs(position) as EpochMs,
        lastMs: this.lastMs(position) as EpochMs,
        row: NO_ROW,
        pack: this.pack(position),
      },
    );
  }

  /** Finds the first position whose asset comes after the given one. */
  positionBehind(asset: string): number {
    const wanted = Buffer.from(asset);
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#name(this.#at(middle)), wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(position: number): number {
    return this.#order === null ? position : this.#order[position]!;
  }

  #block(i: number): Block {
    return this.#blocks[Math.floor(i / BLOCK)]!;
  }

  /** Adds a name. It is never divided between two buffers. */
  #addName(asset: string, bytes: number): number {
    if (this.#namesEnd + bytes > this.#names.length * NAMES) {
      this.#namesEnd = this.#names.length * NAMES;
      this.#names.push(Buffer.allocUnsafeSlow(NAMES));
    }
    const start = this.#namesEnd;
    this.#names.at(-1)!.write(asset, start % NAMES);
    this.#namesEnd += bytes;
    return start;
  }

  #name(i: number): Buffer {
    const { nameAt, nameBytes } = this.#block(i);
    const at = nameAt[i % BLOCK]!;
    const start = at % NAMES;
    return this.#names[Math.floor(at / NAMES)]!.subarray(start, start + nameBytes[i % BLOCK]!);
  }

  /** Compares two names without creating views of them, since sorting compares millions. */
  #compare(a: number, b: number): number {
    const [ofA, ofB] = [this.#block(a), this.#block(b)];
    const [atA, atB] = [ofA.nameAt[a % BLOCK]!, ofB.nameAt[b % BLOCK]!];
    const [startA, startB] = [atA % NAMES, atB % NAMES];
    const other = this.#names[Math.floor(atB / NAMES)]!;
    const endB = startB + ofB.nameBytes[b % BLOCK]!;
    const endA = startA + ofA.nameBytes[a % BLOCK]!;
    return this.#names[Math.floor(atA / NAMES)]!.compare(other, startB, endB, startA, endA);
  }
}

function newBlock(): Block {
  return {
    ids: new Uint32Array(BLOCK),
    packs: new Uint32Array(BLOCK),
    records: new Uint32Array(BLOCK),
    firstMs: new Float64Array(BLOCK),
    lastMs: new Float64Array(BLOCK),
    nameAt: new Uint32Array(BLOCK),
    nameBytes: new Uint16Array(BLOCK),
  };
}
