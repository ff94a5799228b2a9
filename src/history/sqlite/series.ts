import type { VenueId } from '../../domain/index.ts';
import { ColumnBuilder } from '../columns.ts';
import { BLOCK_RECORDS } from './block.ts';

/** One block of a series, as its index row tells. */
export interface BlockEntry {
  /** Orders the blocks of a series. Room is left between neighbours for blocks that are divided later. */
  readonly pos: number;
  readonly block: number;
  readonly records: number;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** 0: one bar of the whole block. */
  readonly widthMs: number;
  readonly bars: Float64Array;
}

/** The blocks of a series in order. */
export class BlockList {
  readonly entries: readonly BlockEntry[];
  /** The number of records before each block, and one number more: that of all. */
  readonly starts: Float64Array;
  /** Of all blocks together. */
  readonly bytes: number;

  constructor(entries: readonly BlockEntry[]) {
    this.entries = entries;
    this.starts = new Float64Array(entries.length + 1);
    let records = 0;
    let bytes = 0;
    for (let i = 0; i < entries.length; i++) {
      records += entries[i]!.records;
      bytes += entries[i]!.bytes;
      this.starts[i + 1] = records;
    }
    this.bytes = bytes;
  }

  get records(): number {
    return this.starts[this.entries.length]!;
  }

  /** The first block that ends at or after the time (`entries.length` when none does). */
  firstEndingFrom(time: number): number {
    return this.#search((entry) => entry.toMs < time);
  }

  /** The first block that ends after the time. */
  firstEndingAfter(time: number): number {
    return this.#search((entry) => entry.toMs <= time);
  }

  /** The last block that begins at or before the time; -1 when none does. */
  lastBeginningBy(time: number): number {
    return this.#search((entry) => entry.fromMs <= time) - 1;
  }

  /** The block that holds the record with the given place in the series. */
  holding(place: number): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle + 1]! <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #search(before: (entry: BlockEntry) => boolean): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(this.entries[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What is held in memory of one series, however long it is: facts of its blocks, and its tail. */
export interface Series {
  readonly id: number;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  /** Facts of the sealed blocks. */
  sealed: SealedFacts;
  /** Records that are in the journal only, none earlier than the last sealed one. */
  readonly tail: ColumnBuilder;
  /** The oldest journal row that holds a record of the tail. Infinity without one. */
  oldestRow: number;
  /** The tail is sealed when it is this long. */
  readonly fullAt: number;
  /** Read when first needed. */
  blocks: BlockList | null;
}

export interface SealedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly firstMs: number;
  /** -Infinity without blocks. */
  readonly lastMs: number;
  /** Records of journal rows up to this one are sealed. */
  readonly row: number;
}

export const NOTHING_SEALED: SealedFacts = {
  records: 0,
  bytes: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  row: 0,
};

export function newSeries(
  id: number,
  venue: VenueId,
  storeKey: string,
  asset: string,
  sealed = NOTHING_SEALED,
): Series {
  return {
    id,
    venue,
    storeKey,
    asset,
    sealed,
    tail: new ColumnBuilder(),
    oldestRow: Number.POSITIVE_INFINITY,
    fullAt: fullTail(id),
    blocks: null,
  };
}

/** Neighbours that are sealed together share pages of the file. */
const NEIGHBOURS = 8;

/** Tails fill up at different lengths, so that the series of one poll are not all sealed at once. */
function fullTail(id: number): number {
  return BLOCK_RECORDS - 128 + ((Math.floor(id / NEIGHBOURS) * 37) % 256);
}
