import { emptyColumns, type lowerBound, upperBound } from '../columns.ts';
import type { Columns } from '../history-store.ts';

/** Records of a chunk: a market of a quarter of an hour needs one. */
const CHUNK = 32;
const CHUNK_BITS = 5;

/** Chunks that are asked of the system at once: 32,768 records, 0.8 MB. */
const SLAB = 1_024;
const SLAB_BITS = 10;

const NO_CHUNKS: number[] = [];

/**
 * The memory of tails: slabs of equal chunks that pass from tail to tail.
 *
 * Thousands of tails grow at once and are emptied again. With arrays of their own they would be copied each
 * time they grow, and leave garbage of all sizes behind; chunks cost 25 bytes a record, and what the largest
 * number of records at a time needs is all that is ever taken.
 */
export class TailRoom {
  /** Time, price and volume of each record side by side: most often they are written together. */
  readonly values: Float64Array[] = [];
  readonly sources: Uint8Array[] = [];
  /** Journal rows, for readers that have to know them. */
  readonly rows: Uint32Array[] | null;
  readonly #free: number[] = [];

  constructor({ rows = false } = {}) {
    this.rows = rows ? [] : null;
  }

  take(): number {
    if (this.#free.length === 0) this.#addSlab();
    return this.#free.pop()!;
  }

  give(chunk: number): void {
    this.#free.push(chunk);
  }

  #addSlab(): void {
    const first = this.values.length * SLAB;
    this.values.push(new Float64Array(SLAB * CHUNK * 3));
    this.sources.push(new Uint8Array(SLAB * CHUNK));
    this.rows?.push(new Uint32Array(SLAB * CHUNK));
    // The lowest number is taken first.
    for (let i = SLAB - 1; i >= 0; i--) this.#free.push(first + i);
  }
}

/** Records of one series that are in the journal only, in the order of time, equal times as they came. */
export class Tail {
  readonly #room: TailRoom;
  #chunks = NO_CHUNKS;
  /** Records at the beginning of the first chunk that were dropped. */
  #from = 0;
  #length = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(room: TailRoom) {
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  /** The time of the newest record, epoch ms; -Infinity without one. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** The time of the oldest record, epoch ms; Infinity without one. */
  get firstMs(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : this.#timeAt(0);
  }

  /** Adds one record behind all that are not later. */
  push(t: number, p: number, v: number, s: number, row = 0): void {
    let at = this.#from + this.#length;
    if (at >> CHUNK_BITS === this.#chunks.length) {
      if (this.#chunks.length === 0) this.#chunks = [this.#room.take()];
      else this.#chunks.push(this.#room.take());
    }
    this.#length++;
    if (t >= this.#lastMs) this.#lastMs = t;
    else for (; at > this.#from && this.#timeAt(at - 1 - this.#from) > t; at--) this.#copy(at - 1, at);
    const { values, sources, rows } = this.#room;
    const chunk = this.#chunks[at >> CHUNK_BITS]!;
    const slab = chunk >> SLAB_BITS;
    const place = ((chunk & (SLAB - 1)) << CHUNK_BITS) + (at & (CHUNK - 1));
    const ofSlab = values[slab]!;
    ofSlab[place * 3] = t;
    ofSlab[place * 3 + 1] = p;
    ofSlab[place * 3 + 2] = v;
    sources[slab]![place] = s;
    if (rows !== null) rows[slab]![place] = row;
  }

  /** How many records are before a time (or not after it, with {@link upperBound}). */
  countTo(time: number, bound: typeof lowerBound): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const t = this.#timeAt(middle);
      if (bound === upperBound ? t <= time : t < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Copies the records from one place up to another. */
  copyTo(target: Columns, at: number, from = 0, to = this.#length): void {
    const { values, sources } = this.#room;
    const end = this.#from + to;
    let into = at;
    for (let i = this.#from + from; i < end; ) {
      const chunk = this.#chunks[i >> CHUNK_BITS]!;
      const slab = chunk >> SLAB_BITS;
      const stop = Math.min(end, ((i >> CHUNK_BITS) + 1) << CHUNK_BITS);
      let place = ((chunk & (SLAB - 1)) << CHUNK_BITS) + (i & (CHUNK - 1));
      const ofSlab = values[slab]!;
      const codes = sources[slab]!;
      for (; i < stop; i++, into++, place++) {
        target.t[into] = ofSlab[place * 3]!;
        target.p[into] = ofSlab[place * 3 + 1]!;
        target.v[into] = ofSlab[place * 3 + 2]!;
        target.s[into] = codes[place]!;
      }
    }
  }

  /** A copy. */
  columns(): Columns {
    const columns = emptyColumns(this.#length);
    this.copyTo(columns, 0);
    return columns;
  }

  /** Lets the oldest records go, up to those of a journal row. Only where the room knows of rows. */
  dropRows(row: number): void {
    const { rows } = this.#room;
    if (rows === null) return;
    let dropped = 0;
    for (; dropped < this.#length; dropped++) {
      const at = this.#from + dropped;
      const chunk = this.#chunks[at >> CHUNK_BITS]!;
      const place = ((chunk & (SLAB - 1)) << CHUNK_BITS) + (at & (CHUNK - 1));
      if (rows[chunk >> SLAB_BITS]![place]! > row) break;
    }
    if (dropped === this.#length) {
      this.release();
      return;
    }
    const from = this.#from + dropped;
    for (const chunk of this.#chunks.splice(0, from >> CHUNK_BITS)) this.#room.give(chunk);
    this.#from = from & (CHUNK - 1);
    this.#length -= dropped;
  }

  /** Lets all records go. */
  release(): void {
    for (const chunk of this.#chunks) this.#room.give(chunk);
    this.#chunks = NO_CHUNKS;
    this.#from = 0;
    this.#length = 0;
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  #timeAt(i: number): number {
    const at = this.#from + i;
    const chunk = this.#chunks[at >> CHUNK_BITS]!;
    const place = ((chunk & (SLAB - 1)) << CHUNK_BITS) + (at & (CHUNK - 1));
    return this.#room.values[chunk >> SLAB_BITS]![place * 3]!;
  }

  #copy(from: number, to: number): void {
    const { values, sources, rows } = this.#room;
    const source = this.#chunks[from >> CHUNK_BITS]!;
    const target = this.#chunks[to >> CHUNK_BITS]!;
    const sourceAt = ((source & (SLAB - 1)) << CHUNK_BITS) + (from & (CHUNK - 1));
    const targetAt = ((target & (SLAB - 1)) << CHUNK_BITS) + (to & (CHUNK - 1));
    for (let k = 0; k < 3; k++) {
      values[target >> SLAB_BITS]![targetAt * 3 + k] = values[source >> SLAB_BITS]![sourceAt * 3 + k]!;
    }
    sources[target >> SLAB_BITS]![targetAt] = sources[source >> SLAB_BITS]![sourceAt]!;
    if (rows !== null) rows[target >> SLAB_BITS]![targetAt] = rows[source >> SLAB_BITS]![sourceAt]!;
  }
}

/** What a series without a tail has; never pushed to. */
export const NO_TAIL = new Tail(new TailRoom());

/** More records of several tails are copied into arrays that are not kept. */
const MAX_KEPT = 16_384;
let room = emptyColumns(0);

/** Copies of several tails, in arrays that they share; valid until the next call. */
export function columnsOfTails(tails: readonly Tail[]): Columns[] {
  const records = tails.reduce((sum, { length }) => sum + length, 0);
  if (records > room.length && records <= MAX_KEPT) room = emptyColumns(MAX_KEPT);
  const all = records > room.length ? emptyColumns(records) : room;
  let at = 0;
  return tails.map((tail) => {
    tail.copyTo(all, at);
    const from = at;
    at += tail.length;
    const part = (column: Float64Array) => column.subarray(from, at);
    return {
      length: tail.length,
      t: part(all.t),
      p: part(all.p),
      v: part(all.v),
      s: all.s.subarray(from, at),
    };
  });
}
