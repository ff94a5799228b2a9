import type { Recorder } from '../../../domain/index.ts';
import type { StoredBars } from '../coding/bars.ts';
import { PIECE_RECORDS } from '../coding/pack.ts';
import { NO_TAIL, type Tail } from './tail.ts';

/**
 * Mark in the source of a record that came by `insert`, which alone is compared by later back-fills; imports compare
 * all.
 */
export const INSERTED = 0x80;

/** Mark beside `INSERTED` while import batches alone hold the record: undo of the last of them takes it away. */
export const BATCHED = 0x40;

/** Bits beside the code of a record's source. */
export const MARKS = INSERTED | BATCHED;

/** A piece, as its index row (or the catalogue) describes it. */
export interface PieceEntry {
  /** Orders the pieces of a series. Room is left between neighbours for pieces that are divided later. */
  readonly pos: number;
  readonly pack: number;
  /** The piece's position in the pack; -1: the only one of this series, found by its number. */
  readonly slot: number;
  readonly records: number;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Bars of the piece; null where the piece is so short that it is opened instead. */
  readonly bars: StoredBars | null;
  /** Whether minute bars are stored beside the pack. */
  readonly hasMinutes: boolean;
  /** Whether the piece has an index row; the only short piece of a series has none. */
  readonly isIndexed: boolean;
}

/** Room between the positions of two new neighbours. */
export const SPACING = 2 ** 31;

/** A last piece of fewer records is filled up by the next one, and has no bars of its own. */
export const SHORT_PIECE = PIECE_RECORDS / 2;

/** The pieces of a series in order. */
export class PieceList {
  readonly #entries: PieceEntry[];
  #starts: Float64Array;
  #bytes = 0;

  constructor(entries: readonly PieceEntry[]) {
    this.#entries = [];
    this.#starts = new Float64Array(entries.length + 1);
    for (const entry of entries) this.#add(entry);
  }

  get entries(): readonly PieceEntry[] {
    return this.#entries;
  }

  /** The number of records before each piece, and one number more: that of all. */
  get starts(): Float64Array {
    return this.#starts;
  }

  /** Bytes of all pieces together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes pieces from the end and puts others there. */
  extend(dropped: number, added: readonly PieceEntry[]): void {
    for (let i = 0; i < dropped; i++) this.#bytes -= this.#entries.pop()?.bytes ?? 0;
    for (const entry of added) this.#add(entry);
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

  /** The piece that holds the record with the given position in the series. */
  holding(position: number): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle + 1]! <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #add(entry: PieceEntry): void {
    const count = this.#entries.push(entry);
    if (count >= this.#starts.length) {
      const grown = new Float64Array(count + Math.ceil(count / 4) + 1);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[count] = this.#starts[count - 1]! + entry.records;
    this.#bytes += entry.bytes;
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

/** One series in memory, however long it is: facts of its pieces, and its tail. */
export interface Series {
  readonly id: number;
  readonly venue: Recorder;
  readonly storeKey: string;
  readonly asset: string;
  /** Facts of the sealed pieces. */
  sealed: SealedFacts;
  /** Records that are in the journal only, none earlier than the last sealed one. */
  tail: Tail;
  /** The oldest journal row that holds a record of the tail. Infinity without one. */
  oldestRow: number;
  /** The time of the newest poll when a record last joined the tail, epoch ms. */
  touchedAt: number;
  /** Number of records at which the tail is sealed. */
  readonly fullAt: number;
  /** Read when first needed. */
  pieces: PieceList | null;
}

export interface SealedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly firstMs: number;
  /** Time of the last sealed record; -Infinity without pieces. */
  readonly lastMs: number;
  /** The last journal row whose records are sealed. */
  readonly row: number;
  /** The pack of the only piece, where that has no index row; 0 otherwise. */
  readonly pack: number;
}

/** The `row` of a series without records in the journal: all of them are sealed. */
export const NO_ROW = Number.MAX_SAFE_INTEGER;

export const NOTHING_SEALED: SealedFacts = {
  records: 0,
  bytes: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  row: 0,
  pack: 0,
};

/** Makes a series with an empty tail. */
export function createSeries(
  { id, venue, storeKey, asset }: Pick<Series, 'id' | 'venue' | 'storeKey' | 'asset'>,
  sealed = NOTHING_SEALED,
): Series {
  return {
    id,
    venue,
    storeKey,
    asset,
    sealed,
    tail: NO_TAIL,
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
