const SLOTS = 2 ** 17;
/** Most different values of a dictionary; as few as these fit the slots well. */
const MAX_VALUES = 2 ** 15;
/** Number of values after which the writer checks for repetitions. */
const SAMPLE = 8_192;

/** Numbers the different values of a column by their bits: 0 and -0 are two values. */
export class NumberDictionary {
  readonly #slots = new Int32Array(SLOTS);
  readonly #values = new Float64Array(MAX_VALUES);
  readonly #words = new Int32Array(this.#values.buffer);
  #count = 0;

  /** A view: valid until the next call of {@link encode}. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#count);
  }

  /**
   * Writes the number of each value into `codes`.
   *
   * @returns false when the values repeat too little: `codes` means nothing then.
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
      // Most prices are those of the poll before.
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

  /** @returns -1 when there is no room for one more. */
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
