import type { Columns } from '../contract/history-store.ts';
import { COLUMNS } from './record-columns.ts';

/** One row of the table, except the number of its series. */
export interface RecordRow {
  readonly t: number;
  readonly b: number;
  readonly i: number;
  readonly p: number;
  readonly v: number;
  readonly s: number;
  readonly f: number;
}

/** Records of one series, with their flags in the table. */
export interface RecordColumns extends Columns {
  readonly f: Uint8Array;
}

/**
 * Rows that are to be sent to the server: one block of ClickHouse's `Native` format, column after column.
 *
 * @see https://clickhouse.com/docs/interfaces/formats/Native
 */
export class RecordRows {
  readonly #k: BigInt64Array;
  /** Times and batch numbers (`#b`), each as two 32-bit halves, the low half first. */
  readonly #t: Uint32Array;
  readonly #b: Uint32Array;
  readonly #i: Uint32Array;
  readonly #p: Float64Array;
  readonly #v: Float64Array;
  readonly #s: Uint8Array;
  readonly #f: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#k = new BigInt64Array(capacity);
    this.#t = new Uint32Array(capacity * 2);
    this.#b = new Uint32Array(capacity * 2);
    this.#i = new Uint32Array(capacity);
    this.#p = new Float64Array(capacity);
    this.#v = new Float64Array(capacity);
    this.#s = new Uint8Array(capacity);
    this.#f = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Number of rows that can still be added. */
  get room(): number {
    return this.#k.length - this.#length;
  }

  /** Adds one row. @param k Number of the series. */
  push(k: bigint, { t, b, i, p, v, s, f }: RecordRow): void {
    const at = this.#length++;
    this.#k[at] = k;
    this.#t[at * 2] = t;
    this.#t[at * 2 + 1] = Math.floor(t / 2 ** 32);
    this.#b[at * 2] = b;
    this.#b[at * 2 + 1] = Math.floor(b / 2 ** 32);
    this.#i[at] = i;
    this.#p[at] = p;
    this.#v[at] = v;
    this.#s[at] = s;
    this.#f[at] = f;
  }

  /**
   * Adds the records of one series from index `from` to index `to` of the columns. @param i Position of the first of
   * them in the batch.
   */
  pushColumns(
    k: bigint,
    { b, i }: Pick<RecordRow, 'b' | 'i'>,
    columns: RecordColumns,
    [from, to]: readonly [number, number],
  ): void {
    const start = this.#length;
    const end = start + to - from;
    this.#k.fill(k, start, end);
    for (let at = start; at < end; at++) {
      const t = columns.t[from + at - start]!;
      this.#t[at * 2] = t;
      this.#t[at * 2 + 1] = Math.floor(t / 2 ** 32);
      this.#b[at * 2] = b;
      this.#b[at * 2 + 1] = Math.floor(b / 2 ** 32);
      this.#i[at] = i + at - start;
    }
    this.#p.set(columns.p.subarray(from, to), start);
    this.#v.set(columns.v.subarray(from, to), start);
    this.#s.set(columns.s.subarray(from, to), start);
    this.#f.set(columns.f.subarray(from, to), start);
    this.#length = end;
  }

  /** Encodes the block as a list of byte arrays. They are views of these rows, valid until the next {@link clear}. */
  encode(): Uint8Array[] {
    const columns = [this.#k, this.#t, this.#b, this.#i, this.#p, this.#v, this.#s, this.#f];
    const head = Buffer.from([...varint(COLUMNS.length), ...varint(this.#length)]);
    return [
      head,
      ...COLUMNS.flatMap(([name, type], at) => [
        Buffer.concat([text(name), text(type)]),
        firstBytes(columns[at]!, this.#length * WIDTHS[type]),
      ]),
    ];
  }

  clear(): void {
    this.#length = 0;
  }
}

const WIDTHS = { Int64: 8, UInt64: 8, UInt32: 4, Float64: 8, UInt8: 1 } as const;

function firstBytes({ buffer }: ArrayBufferView, length: number): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, 0, length);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from(varint(value.length)), Buffer.from(value, 'latin1')]);
}

/** Encodes an unsigned integer as a varint: seven bits per byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
