/**
 * Reads and writes rows as ClickHouse's `RowBinary` has them: values one after the other, little endian, without names.
 *
 * @see https://clickhouse.com/docs/interfaces/formats/RowBinary
 */
export class RowReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  u8(): number {
    return this.#bytes[this.#at++] as number;
  }

  u32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  /** A number of times, counts and batches: none is beyond 2^53. */
  i64(): number {
    this.#at += 8;
    return this.#bytes.readInt32LE(this.#at - 4) * 2 ** 32 + this.#bytes.readUInt32LE(this.#at - 8);
  }

  f64(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  text(): string {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      length += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}

/** Bytes of a row of the tape: k, t, b, i, p, v, s, f. */
export const TAPE_ROW_BYTES = 46;

/** One record as the tape has it. */
export interface TapeRow {
  readonly k: bigint;
  readonly t: number;
  readonly b: number;
  readonly i: number;
  readonly p: number;
  readonly v: number;
  readonly s: number;
  readonly f: number;
}

/** Rows of the tape on their way to the server. */
export class TapeRows {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(rows: number) {
    this.#bytes = Buffer.allocUnsafe(rows * TAPE_ROW_BYTES);
  }

  /** @param keys Numbers of series as they are stored, of which the one at `place` is taken. */
  push(keys: Buffer, place: number, { t, b, i, p, v, s, f }: Omit<TapeRow, 'k'>): void {
    const bytes = this.#bytes;
    const at = this.#at;
    keys.copy(bytes, at, place * 8, place * 8 + 8);
    bytes.writeUInt32LE(t % 2 ** 32, at + 8);
    bytes.writeInt32LE(Math.floor(t / 2 ** 32), at + 12);
    bytes.writeUInt32LE(b % 2 ** 32, at + 16);
    bytes.writeUInt32LE(Math.floor(b / 2 ** 32), at + 20);
    bytes.writeUInt32LE(i, at + 24);
    bytes.writeDoubleLE(p, at + 28);
    bytes.writeDoubleLE(v, at + 36);
    bytes[at + 44] = s;
    bytes[at + 45] = f;
    this.#at = at + TAPE_ROW_BYTES;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}
