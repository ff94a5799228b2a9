/**
 * Reads rows of ClickHouse's `RowBinary` format: values one after the other, little endian, without names.
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
    return this.#bytes[this.#at++]!;
  }

  u32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  /** Reads a time, a count or the number of a batch; all are below 2^53. */
  i64(): number {
    this.#at += 8;
    return this.#bytes.readInt32LE(this.#at - 4) * 2 ** 32 + this.#bytes.readUInt32LE(this.#at - 8);
  }

  /** Reads the number of a series. */
  bigint(): bigint {
    this.#at += 8;
    return this.#bytes.readBigInt64LE(this.#at - 8);
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
