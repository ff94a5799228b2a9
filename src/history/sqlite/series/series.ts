import type { Recorder } from '../../../domain/index.ts';
import type { StoredBars } from '../../coding/bars.ts';
import { PIECE_RECORDS } from '../../coding/pack.ts';
import { NO_TAIL, type Tail } from './tail.ts';

/** A piece, as its index row or the row of its series describes it. */
export interface PieceEntry {
  /** Position in the order of a series' pieces. Positions have gaps for pieces that are inserted later. */
  readonly pos: number;
  readonly pack: number;
  /** Index of the piece in its pack; -1 for the only piece of the series, which is found by the series number. */
  readonly slot: number;
  readonly records: number;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Bars of the piece; null for a piece so short that it is decoded instead. */
  readonly bars: StoredBars | null;
  /** Whether minute bars are stored with the pack. */
  readonly hasMinutes: boolean;
  /** Whether the piece has an index row; a single short piece of a series has none. */
  readonly isIndexed: boolean;
}

/** Distance between the positions of new pieces. */
export const SPACING = 2 ** 31;

/** Number of records below which a last piece is filled up by the next one, and has no bars. */
export const SHORT_PIECE = PIECE_RECORDS / 2;

/** Pieces of a series, in order. */
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

  /** Number of records before each piece, followed by the number of all records. */
  get starts(): Float64Array {
    return this.#starts;
  }

  /** Total bytes of all pieces. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Removes pieces from the end and adds others. */
  extend(dropped: number, added: readonly PieceEntry[]): void {
    for (let i = 0; i < dropped; i++) this.#bytes -= this.#entries.pop()?.bytes ?? 0;
    for (const entry of added) this.#add(entry);
  }

  get records(): number {
    return this.starts[this.entries.length]!;
  }

  /** Finds the index of the first piece that ends at or after a time; `entries.length` when there is none. */
  firstEndingFrom(time: number): number {
    return this.#search((entry) => entry.toMs < time);
  }

  /** Finds the index of the first piece that ends after a time; `entries.length` when there is none. */
  firstEndingAfter(time: number): number {
    return this.#search((entry) => entry.toMs <= time);
  }

  /** Finds the index of the last piece that begins at or before a time; -1 when there is none. */
  lastBeginningBy(time: number): number {
    return this.#search((entry) => entry.fromMs <= time) - 1;
  }

  /** Finds the index of the piece that contains the record at a position of the series. */
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

/** A series in memory, however long it is: facts about its pieces, and its tail. */
export interface SeriesState {
  readonly id: number;
  readonly venue: Recorder;
  readonly storeKey: string;
  readonly asset: string;
  /** Facts about the sealed pieces. */
  sealed: SealedFacts;
  /** Records that are only in the journal, none earlier than the last sealed one. */
  tail: Tail;
  /** Oldest journal row with a record of the tail; Infinity when the tail is empty. */
  oldestRow: number;
  /** Time of the newest poll when the tail last grew, epoch ms. */
  touchedAt: number;
  /** Number of records at which the tail is sealed. */
  readonly fullAt: number;
  /** Pieces of the series; null until they are first needed. */
  pieces: PieceList | null;
}

export interface SealedFacts {
  readonly records: number;
  readonly bytes: number;
  readonly firstMs: number;
  /** Time of the last sealed record; -Infinity without pieces. */
  readonly lastMs: number;
  /** Last journal row whose records of this series are sealed. */
  readonly row: number;
  /** Pack of a single piece that has no index row; 0 otherwise. */
  readonly pack: number;
}

/** Value of `row` for a series that has no unsealed records in the journal. */
export const NO_ROW = Number.MAX_SAFE_INTEGER;

export const NOTHING_SEALED: SealedFacts = {
  records: 0,
  bytes: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  row: 0,
  pack: 0,
};

/** Creates a series with an empty tail. */
export function createSeries(
  { id, venue, storeKey, asset }: Pick<SeriesState, 'id' | 'venue' | 'storeKey' | 'asset'>,
  sealed = NOTHING_SEALED,
): SeriesState {
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

/** Number of consecutive series that are sealed at the same length, so that they share a pack and its poll clock. */
const NEIGHBOURS = 8;

/** Returns the length at which a tail is sealed. It varies, so that not all series of a poll are sealed at once. */
function fullTail(id: number): number {
  return PIECE_RECORDS - 128 + ((Math.floor(id / NEIGHBOURS) * 37) % 256);
}
