/**
 * Reads the output of a `ByteWriter`.
 *
 * Every read is checked against the end of the block, so that damaged bytes cause a RangeError and never wrong numbers
 * from memory beside the block.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  /** View of the whole block, for loads at positions that {@link takeWords} has returned. */
  readonly view: DataView;
  #words: Uint32Array | null = null;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    this.#need(1);
    return this.#bytes[this.#at++]!;
  }

  u32(): number {
    this.#need(4);
    const value = this.view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  f64(): number {
    this.#need(8);
    const value = this.view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.u8();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 56) throw new RangeError('a number does not end within the data');
    }
  }

  signedVarint(): number {
    const byte = this.u8();
    let magnitude = (byte & 127) >> 1;
    if (byte >= 128) magnitude += this.varint() * 64;
    return (byte & 1) === 1 ? -magnitude : magnitude;
  }

  /** Reads bytes as a view of the block, without copying. */
  bytes(length: number): Uint8Array {
    this.#need(length);
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }

  /** Returns the unread bytes as a view of the block. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  align4(): void {
    this.#at = (this.#at + 3) & ~3;
  }

  /** Returns the whole block as 32-bit words; {@link takeWords} returns positions in them. */
  words(): Uint32Array {
    this.#words ??= toWords(this.#bytes);
    return this.#words;
  }

  /** Skips this many words and returns the index of the first. The position must be a multiple of four bytes. */
  takeWords(count: number): number {
    this.#need(count * 4);
    const first = this.#at >>> 2;
    this.#at += count * 4;
    return first;
  }

  /** Whether at least this many bytes follow the position. */
  reaches(length: number): boolean {
    return this.#at + length <= this.#bytes.length;
  }

  #need(length: number): void {
    if (length < 0 || this.#at + length > this.#bytes.length)
      throw new RangeError('the block ends too early');
  }
}

/** Returns bytes as 32-bit words, padded to whole words. They are copied unless they start at a multiple of four. */
function toWords(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0) {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const copy = new Uint8Array((bytes.length + 3) & ~3);
  copy.set(bytes);
  return new Uint32Array(copy.buffer);
}
