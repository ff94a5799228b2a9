import { createEmptyColumns, findUpperBound, type lowerBound } from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import { CHUNK, CHUNK_BITS, SLAB_BITS, SLAB_MASK, type Slabs, TailRoom } from './tail-room.ts';

const NO_CHUNKS: number[] = [];

/** Records of one series that are only in the journal, ordered by time, and by arrival for equal times. */
export class Tail {
  readonly #room: TailRoom;
  #chunks = NO_CHUNKS;
  /** Number of dropped records at the beginning of the first chunk. */
  #from = 0;
  #length = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(room: TailRoom) {
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  /** Time of the newest record, epoch ms; -Infinity when the tail is empty. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Time of the oldest record, epoch ms; Infinity when the tail is empty. */
  get firstMs(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : this.#timeAt(0);
  }

  /** Inserts one record behind all records that are not later. */
  push(t: number, p: number, v: number, s: number, row = 0): void {
    let at = this.#from + this.#length;
    if (at >> CHUNK_BITS === this.#chunks.length) {
      const chunk = this.#room.take(!Number.isNaN(v));
      if (this.#chunks.length === 0) this.#chunks = [chunk];
      else this.#chunks.push(chunk);
    }
    this.#length++;
    if (t >= this.#lastMs) this.#lastMs = t;
    else for (; at > this.#from && this.#timeAt(at - 1 - this.#from) > t; at--) this.#move(at - 1, at);
    this.#put(at, t, p, v, s, row);
  }

  /** Counts the records before a time, or with {@link findUpperBound} those up to it. */
  countTo(time: number, bound: typeof lowerBound): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const t = this.#timeAt(middle);
      if (bound === findUpperBound ? t <= time : t < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Copies the records from one position up to another, exclusive. */
  copyTo(target: Columns, at: number, from = 0, to = this.#length): void {
    const end = this.#from + to;
    let into = at;
    for (let i = this.#from + from; i < end; ) {
      const chunk = this.#chunks[i >> CHUNK_BITS]!;
      const { values, sources, stride } = this.#room.getSlabs(chunk);
      const ofSlab = values[chunk >> SLAB_BITS]!;
      const codes = sources[chunk >> SLAB_BITS]!;
      const stop = Math.min(end, ((i >> CHUNK_BITS) + 1) << CHUNK_BITS);
      for (let position = positionIn(chunk, i); i < stop; i++, into++, position++) {
        target.t[into] = ofSlab[position * stride]!;
        target.p[into] = ofSlab[position * stride + 1]!;
        target.v[into] = stride === 3 ? ofSlab[position * stride + 2]! : Number.NaN;
        target.s[into] = codes[position]!;
      }
    }
  }

  /** Returns a copy of all records. */
  columns(): Columns {
    const columns = createEmptyColumns(this.#length);
    this.copyTo(columns, 0);
    return columns;
  }

  /** Drops the oldest records, up to those of a journal row. Requires a room that stores rows. */
  dropRows(row: number): void {
    let dropped = 0;
    for (; dropped < this.#length; dropped++) {
      const at = this.#from + dropped;
      const chunk = this.#chunks[at >> CHUNK_BITS]!;
      const { rows } = this.#room.getSlabs(chunk);
      if (rows === null || rows[chunk >> SLAB_BITS]![positionIn(chunk, at)]! > row) break;
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

  /** Drops all records and frees their chunks. */
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
    const { values, stride } = this.#room.getSlabs(chunk);
    return values[chunk >> SLAB_BITS]![positionIn(chunk, at) * stride]!;
  }

  #put(at: number, t: number, p: number, v: number, s: number, row: number): void {
    let chunk = this.#chunks[at >> CHUNK_BITS]!;
    let slabs = this.#room.getSlabs(chunk);
    if (slabs.stride === 2 && !Number.isNaN(v)) {
      chunk = this.#room.widen(chunk);
      this.#chunks[at >> CHUNK_BITS] = chunk;
      slabs = this.#room.getSlabs(chunk);
    }
    writeRecord(slabs, chunk, positionIn(chunk, at), t, p, v, s, row);
  }

  #move(from: number, to: number): void {
    const chunk = this.#chunks[from >> CHUNK_BITS]!;
    const { values, sources, rows, stride } = this.#room.getSlabs(chunk);
    const ofSlab = values[chunk >> SLAB_BITS]!;
    const position = positionIn(chunk, from);
    const v = stride === 3 ? ofSlab[position * stride + 2]! : Number.NaN;
    const s = sources[chunk >> SLAB_BITS]![position]!;
    const row = rows === null ? 0 : rows[chunk >> SLAB_BITS]![position]!;
    this.#put(to, ofSlab[position * stride]!, ofSlab[position * stride + 1]!, v, s, row);
  }
}

/** Computes where a record of a chunk is in its slab. @param at Index from the first chunk of its tail. */
function positionIn(chunk: number, at: number): number {
  return ((chunk & SLAB_MASK) << CHUNK_BITS) + (at & (CHUNK - 1));
}

function writeRecord(
  { values, sources, rows, stride }: Slabs,
  chunk: number,
  position: number,
  t: number,
  p: number,
  v: number,
  s: number,
  row: number,
): void {
  const slab = chunk >> SLAB_BITS;
  const ofSlab = values[slab]!;
  ofSlab[position * stride] = t;
  ofSlab[position * stride + 1] = p;
  if (stride === 3) ofSlab[position * stride + 2] = v;
  sources[slab]![position] = s;
  if (rows !== null) rows[slab]![position] = row;
}

/** Empty tail that all series without one share; never written to. */
export const NO_TAIL = new Tail(new TailRoom());

/** Maximum number of records whose arrays are reused for the next call of {@link copyTails}. */
const MAX_KEPT = 16_384;
let room = createEmptyColumns(0);

/** Copies several tails into shared arrays, valid until the next call. */
export function copyTails(tails: readonly Tail[]): Columns[] {
  const records = tails.reduce((sum, { length }) => sum + length, 0);
  if (records > room.length && records <= MAX_KEPT) room = createEmptyColumns(MAX_KEPT);
  const all = records > room.length ? createEmptyColumns(records) : room;
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
