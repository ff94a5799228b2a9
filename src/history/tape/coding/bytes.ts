/** Error: the bytes are not in the format of the tape. */
export class DamagedBlockError extends Error {
  override readonly name = 'DamagedBlockError';
}

const LOW_BITS = 0x7f;
const MORE = 0x80;
const VARINT_BYTES = 8;

/** Writes whole numbers from 0 to below 2^53 as varints: seven bits per byte, least significant first. */
export class VarintWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Writes a whole number from 0 to below 2^53. */
  varint(value: number): void {
    this.#reserve(VARINT_BYTES);
    const bytes = this.#bytes;
    if (value < MORE) {
      bytes[this.#length++] = value;
      return;
    }
    let rest = value;
    let at = this.#length;
    // Bit operations are limited to 31 bits, so larger numbers are divided.
    while (rest >= 2 ** 31) {
      bytes[at++] = (rest % MORE) | MORE;
      rest = Math.floor(rest / MORE);
    }
    while (rest >= MORE) {
      bytes[at++] = (rest & LOW_BITS) | MORE;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /** Writes a signed whole number, above -2^52 and below 2^52. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? 2 * value : -2 * value - 1);
  }

  /** Writes a signed whole number, or null. */
  optional(value: number | null): void {
    this.varint(value === null ? 0 : 1 + toZigzag(value));
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a view of the written bytes. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count));
    larger.set(this.bytes());
    this.#bytes = larger;
  }
}

/** Reads the output of a `VarintWriter`. Every method throws `DamagedBlockError` when bytes end early or are no number. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  varint(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let byte = bytes[at++];
    if (byte === undefined) throw new DamagedBlockError('the bytes end within a number');
    if (byte < MORE) {
      this.#at = at;
      return byte;
    }
    let value = byte & LOW_BITS;
    let factor = 1;
    while (byte >= MORE) {
      byte = bytes[at++];
      if (byte === undefined) throw new DamagedBlockError('the bytes end within a number');
      if (at - this.#at > VARINT_BYTES) throw new DamagedBlockError('a number is longer than 8 bytes');
      factor *= MORE;
      value += (byte & LOW_BITS) * factor;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new DamagedBlockError('a number is not below 2^53');
    this.#at = at;
    return value;
  }

  /** Counts the varints in all bytes: each has one byte whose top bit is 0. */
  countVarints(): number {
    const bytes = this.#bytes;
    let count = 0;
    for (let i = 0; i < bytes.length; i++) if (bytes[i]! < MORE) count++;
    return count;
  }

  /** Reads this many consecutive varints. */
  varints(count: number): Float64Array {
    const values = new Float64Array(count);
    const bytes = this.#bytes;
    for (let i = 0; i < count; i++) {
      const byte = bytes[this.#at];
      if (byte !== undefined && byte < MORE) {
        values[i] = byte;
        this.#at++;
      } else values[i] = this.varint();
    }
    return values;
  }

  zigzag(): number {
    return fromZigzag(this.varint());
  }

  optional(): number | null {
    const value = this.varint();
    return value === 0 ? null : fromZigzag(value - 1);
  }

  raw(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new DamagedBlockError('the bytes end early');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  /** Checks that everything was read. @throws {DamagedBlockError} when bytes are left. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new DamagedBlockError('bytes are left over');
  }
}

/** Maps 0, -1, 1, -2, … to 0, 1, 2, 3, … */
function toZigzag(value: number): number {
  return value >= 0 ? 2 * value : -2 * value - 1;
}

/** Reverses {@link toZigzag}; never returns minus zero. */
export function fromZigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
