import type { VenueId } from '../../domain/index.ts';
import { ColumnBuilder } from '../columns.ts';
import { PIECE_RECORDS } from './pack.ts';

/** Set in the source of a record that came by `insert`, which alone is compared by later inserts. */
export const INSERTED = 0x80;

/** One sealed stretch of a series, as its index row (or the catalogue) describes it. */
export interface PieceEntry {
  /** Orders the pieces of a series. Room is left between neighbours for pieces that are divided later. */
  readonly pos: number;
  readonly pack: number;
  /** The piece's place in the pack; -1: the only one of this series, found by its number. */
  readonly slot: number;
  readonly records: number;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** 0: one bar of the whole piece. */
  readonly widthMs: number;
  /** Empty where the piece is so short that it is opened instead. */
  readonly bars: Float64Array;
  /** Whether minute bars stand beside the pack. */
  readonly hasMinutes: boolean;
  /** Whether it has an index row; the only short piece of a series has none. */
  readonly isIndexed: boolean;
}

/** The pieces of a series in order. */
export class PieceList {
  readonly entries: readonly PieceEntry[];
  /** The number of records before each piece, and one number more: that of all. */
  readonly starts: Float64Array;
  /** Of all pieces together. */
  readonly bytes: number;

  constructor(entries: readonly PieceEntry[]) {
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

  /** The first piece that ends at or after the time (`entries.length` when none does). */
  firstEndingFrom(time: number): number {
    return this.#search((entry) => entry.toMs < time);
  }

  /** The first piece that ends after the time. */
  firstEndingAfter(time: number): number {
    return this.#search((entry) => entry.toMs <= time);
  }

  /** The last piece that begins at or before the time; -1 when none does. */
  lastBeginningBy(time: number): number {
    return this.#search((entry) => entry.fromMs <= time) - 1;
  }

  /** The piece that holds the record with the given place in the series. */
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

  #search(before: (entry: PieceEntry) => boolean): number {
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

/** What is held in memory of one series, however long it is: facts of its pieces, and its tail. */
export interface Series {
  readonly id: number;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  /** Facts of the sealed pieces. */
  sealed: SealedFacts;
  /** Records that are in the journal only, none earlier than the last sealed one. */
  readonly tail: ColumnBuilder;
  /** The oldest journal row that holds a record of the tail. Infinity without one. */
  oldestRow: number;
  /** The time of the newest poll when a record last joined the tail, epoch ms. */
  touchedAt: number;
  /** The tail is sealed when it is this long. */
  readonly fullAt: number;
  /** Read when first needed. */
  pieces: PieceList | null;
}

export interface SealedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly firstMs: number;
  /** -Infinity without pieces. */
  readonly lastMs: number;
  /** Records of journal rows up to this one are sealed. */
  readonly row: number;
  /** The pack of the only piece, where that has no index row; 0 otherwise. */
  readonly pack: number;
}

export const NOTHING_SEALED: SealedFacts = {
  records: 0,
  bytes: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  row: 0,
  pack: 0,
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
    touchedAt: Number.NEGATIVE_INFINITY,
    fullAt: fullTail(id),
    pieces: null,
  };
}

/** Neighbours that are sealed together share a pack, and its poll clock. */
const NEIGHBOURS = 8;

/** Tails fill up at different lengths, so that the series of one poll are not all sealed at once. */
function fullTail(id: number): number {
  return PIECE_RECORDS - 128 + ((Math.floor(id / NEIGHBOURS) * 37) % 256);
}
