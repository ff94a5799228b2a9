/** Length above which scratch is not kept. */
const MAX_KEPT = 65_536;

/**
 * Numbers that are needed for a moment, in memory that is used again and again: encoding makes a dozen columns of every
 * pack, and as many arrays of their own would wait for a collection outside of the heap.
 */
export class Scratch {
  #room = new Float64Array(0);

  /** Takes room for numbers, not cleared; valid until the next call. */
  take(length: number): Float64Array {
    if (this.#room.length >= length) return this.#room.subarray(0, length);
    const room = new Float64Array(length <= MAX_KEPT ? Math.max(length, this.#room.length * 2) : length);
    if (length <= MAX_KEPT) this.#room = room;
    return room.subarray(0, length);
  }
}
