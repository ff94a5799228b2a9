/** Maximum length of an array that is kept. */
const MAX_KEPT = 65_536;

/**
 * Reusable array for temporary numbers: encoding needs a dozen columns per pack, and new arrays would fill memory
 * outside the JavaScript heap until a garbage collection.
 */
export class Scratch {
  #room = new Float64Array(0);

  /** Returns an array of this length, whose content is undefined and which is valid until the next call. */
  take(length: number): Float64Array {
    if (this.#room.length >= length) return this.#room.subarray(0, length);
    const room = new Float64Array(length <= MAX_KEPT ? Math.max(length, this.#room.length * 2) : length);
    if (length <= MAX_KEPT) this.#room = room;
    return room.subarray(0, length);
  }
}
