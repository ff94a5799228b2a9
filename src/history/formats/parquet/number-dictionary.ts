const SLOTS = 2 ** 17;
/** Maximum number of values of a dictionary: a quarter of the hash slots, so that collisions stay rare. */
const MAX_VALUES = 2 ** 15;
/** Number of values after which encoding stops if too few of them repeat. */
const SAMPLE = 8_192;

/** Assigns a code to each distinct value of a column, by its bits: 0 and -0 are distinct. */
export class NumberDictionary {
  readonly #slots = new Int32Array(SLOTS);
  readonly #values = new Float64Array(MAX_VALUES);
  readonly #words = new Int32Array(this.#values.buffer);
  #count = 0;

  /** View of the distinct values in the order of their codes, valid until the next call of {@link encode}. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#count);
  }

  /**
   * Writes the code of each value into `codes`.
   *
   * @returns False when too few values repeat for a dictionary; the content of `codes` is then undefined.
   */
  encode(values: Float64Array, codes: Uint32Array): boolean {
    this.#slots.fill(0);
    this.#count = 0;
    const { length } = values;
    const words = new Int32Array(values.buffer, values.byteOffset, length * 2);
    let [lowBefore, highBefore, codeBefore] = [0, 0, -1];
    for (let i = 0; i < length; i++) {
      const low = words[2 * i]!;
      const high = words[2 * i + 1]!;
      // Most prices equal the one before, which needs no lookup.
      if (codeBefore < 0 || low !== lowBefore || high !== highBefore) {
        codeBefore = this.#find(low, high, values[i]!);
        if (codeBefore < 0) return false;
        lowBefore = low;
        highBefore = high;
      }
      codes[i] = codeBefore;
      if (i === SAMPLE && this.#count > SAMPLE / 4) return false;
    }
    return this.#count <= Math.max(1, length / 4);
  }

  /** Finds or assigns the code of a value. @returns -1 when the dictionary is full. */
  #find(low: number, high: number, value: number): number {
    let slot = (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 15) & (SLOTS - 1);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const code = this.#slots[slot]! - 1;
      if (this.#words[2 * code] === low && this.#words[2 * code + 1] === high) return code;
    }
    if (this.#count === MAX_VALUES) return -1;
    this.#values[this.#count] = value;
    this.#slots[slot] = ++this.#count;
    return this.#count - 1;
  }
}
