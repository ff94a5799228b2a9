/** Writes little-endian numbers into a growing buffer, which is reused from block to block. */
export class ByteWriter {
  #view: DataView;
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 64 * 1024) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** Removes everything behind the given length. */
  rewind(length: number): void {
    this.#length = length;
  }

  u8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
  }

  f64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes a whole number from 0 to 2^54 as a varint: seven bits per byte, lowest first; the top bit means more. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.u8((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.u8(rest);
  }

  /** Writes a whole number between -2^53 and 2^53 as a varint whose first byte also has the sign. */
  signedVarint(value: number): void {
    const magnitude = Math.abs(value);
    const low = magnitude % 64;
    const rest = Math.floor(magnitude / 64);
    this.u8(low * 2 + (value < 0 ? 1 : 0) + (rest > 0 ? 128 : 0));
    if (rest > 0) this.varint(rest);
  }

  bytes(source: Uint8Array): void {
    this.#reserve(source.length);
    this.#bytes.set(source, this.#length);
    this.#length += source.length;
  }

  /** Reserves bytes, which the caller fills before the next write. */
  take(count: number): Uint8Array {
    this.#reserve(count);
    this.#length += count;
    return this.#bytes.subarray(this.#length - count, this.#length);
  }

  /** Reserves 32-bit words, which the caller fills before the next write. The length must be a multiple of four. */
  words(count: number): Uint32Array {
    this.#reserve(count * 4);
    const words = new Uint32Array(this.#bytes.buffer, this.#length, count);
    this.#length += count * 4;
    return words;
  }

  /** Writes zeros up to the next multiple of four. */
  align4(): void {
    while (this.#length % 4 !== 0) this.u8(0);
  }

  setU8(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  setU32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** Returns a view of the written bytes, valid until the next write. */
  written(from = 0): Uint8Array {
    return this.#bytes.subarray(from, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
