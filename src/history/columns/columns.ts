import { epochMs, type Observation } from '../../domain/index.ts';
import type { Columns } from '../contract/history-store.ts';
import { decodeSource, encodeSource } from '../contract/source-codes.ts';

/** Initial capacity of a column. */
const INITIAL_CAPACITY = 32;

/** Shared column of all series without records. */
const NO_NUMBERS = new Float64Array(0);
const NO_CODES = new Uint8Array(0);

/** Columns to which records are appended. Keep the builder, not its arrays: growing replaces them. */
export class ColumnBuilder implements Columns {
  length = 0;
  t: Float64Array;
  p: Float64Array;
  v: Float64Array;
  s: Uint8Array;

  constructor(capacity = 0) {
    this.t = capacity === 0 ? NO_NUMBERS : new Float64Array(capacity);
    this.p = capacity === 0 ? NO_NUMBERS : new Float64Array(capacity);
    this.v = capacity === 0 ? NO_NUMBERS : new Float64Array(capacity);
    this.s = capacity === 0 ? NO_CODES : new Uint8Array(capacity);
  }

  push(t: number, p: number, v: number, s: number): void {
    if (this.length === this.t.length) this.#grow(this.length + 1);
    const i = this.length++;
    this.t[i] = t;
    this.p[i] = p;
    this.v[i] = v;
    this.s[i] = s;
  }

  /** Adds the records from index `from` up to `to`, exclusive. */
  pushAll(columns: Columns, from = 0, to = columns.length): void {
    const count = to - from;
    if (count <= 0) return;
    if (this.length + count > this.t.length) this.#grow(this.length + count);
    this.t.set(columns.t.subarray(from, to), this.length);
    this.p.set(columns.p.subarray(from, to), this.length);
    this.v.set(columns.v.subarray(from, to), this.length);
    this.s.set(columns.s.subarray(from, to), this.length);
    this.length += count;
  }

  clear(): void {
    this.length = 0;
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, this.t.length * 2, INITIAL_CAPACITY);
    this.t = grow(this.t, new Float64Array(capacity));
    this.p = grow(this.p, new Float64Array(capacity));
    this.v = grow(this.v, new Float64Array(capacity));
    this.s = grow(this.s, new Uint8Array(capacity));
  }
}

function grow<T extends Float64Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}

/** Creates columns of this length, which the caller fills. */
export function createEmptyColumns(length: number): Columns {
  return {
    length,
    t: new Float64Array(length),
    p: new Float64Array(length),
    v: new Float64Array(length),
    s: new Uint8Array(length),
  };
}

/** Copies a range of columns, so that later changes of the source do not affect the result. */
export function sliceColumns(columns: Columns, from: number, to: number): Columns {
  return {
    length: Math.max(0, to - from),
    t: columns.t.slice(from, to),
    p: columns.p.slice(from, to),
    v: columns.v.slice(from, to),
    s: columns.s.slice(from, to),
  };
}

/** Returns views of a range of columns, without copying: valid as long as the source does not change. */
export function viewColumns(columns: Columns, from: number, to: number): Columns {
  return {
    length: to - from,
    t: columns.t.subarray(from, to),
    p: columns.p.subarray(from, to),
    v: columns.v.subarray(from, to),
    s: columns.s.subarray(from, to),
  };
}

/** Copies columns into others, from index `at` on. */
export function copyInto(target: Columns, at: number, { t, p, v, s }: Columns): void {
  target.t.set(t, at);
  target.p.set(p, at);
  target.v.set(v, at);
  target.s.set(s, at);
}

/** Sorts columns by time; records of equal times keep their order. Sorted columns are returned as they are. */
export function sortColumns(columns: Columns): Columns {
  const { t, length } = columns;
  let sorted = true;
  for (let i = 1; i < length && sorted; i++) sorted = t[i - 1]! <= t[i]!;
  if (sorted) return columns;

  const order = Uint32Array.from({ length }, (_, i) => i).sort((a, b) => t[a]! - t[b]! || a - b);
  const result = new ColumnBuilder(length);
  for (const i of order) result.push(t[i]!, columns.p[i]!, columns.v[i]!, columns.s[i]!);
  return result;
}

/** Merges two sorted columns; at equal times the records of `earlier` come first. */
export function mergeColumns(earlier: Columns, later: Columns): Columns {
  const result = new ColumnBuilder(earlier.length + later.length);
  let a = 0;
  for (let b = 0; b < later.length; b++) {
    const start = a;
    while (a < earlier.length && earlier.t[a]! <= later.t[b]!) a++;
    result.pushAll(earlier, start, a);
    result.push(later.t[b]!, later.p[b]!, later.v[b]!, later.s[b]!);
  }
  result.pushAll(earlier, a);
  return result;
}

/** Finds the first index in `t` (sorted, `length` long) whose time is not before the given one. */
export function lowerBound(t: Float64Array, length: number, time: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (t[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds the first index in `t` (sorted, `length` long) whose time is after the given one. */
export function findUpperBound(t: Float64Array, length: number, time: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (t[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Converts observations to columns, in the given order. */
export function toColumns(observations: readonly Observation[]): Columns {
  const result = new ColumnBuilder(observations.length);
  for (const { t, p, v, s } of observations) result.push(t, p, v ?? Number.NaN, encodeSource(s));
  return viewColumns(result, 0, result.length);
}

/** Reads the record at an index. */
export function readObservation(columns: Columns, i: number): Observation {
  const v = columns.v[i]!;
  return {
    t: epochMs(columns.t[i]!),
    p: columns.p[i]!,
    v: Number.isNaN(v) ? null : v,
    s: decodeSource(columns.s[i]!),
  };
}

/**
 * Checks the times and prices of all records. @throws {RangeError} which names the first record whose time or price is
 * not a number.
 */
export function checkColumns({ t, p, v, length }: Columns): void {
  for (let i = 0; i < length; i++) {
    if (!Number.isSafeInteger(t[i])) throw new RangeError(`record ${i}: not a time in epoch ms: ${t[i]}`);
    if (!Number.isFinite(p[i])) throw new RangeError(`record ${i}: not a price: ${p[i]}`);
    if (v[i] === Infinity || v[i] === -Infinity) throw new RangeError(`record ${i}: not a volume: ${v[i]}`);
  }
}
