/** Runs of adjacent markets of one group and event in one day, as columns, because there may be millions of them. */
export class Runs {
  readonly day: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index of each run's first sample. */
  readonly sample: Int32Array;
  /** Index of the sums of each run's group. */
  readonly base: Int32Array;
  /** Name of each run's event as 64 bits; the lower half is 0 for none. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  length = 0;

  constructor(size: number) {
    this.day = new Int32Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
    this.sample = new Int32Array(size);
    this.base = new Int32Array(size);
    this.low = new Uint32Array(size);
    this.high = new Uint32Array(size);
  }

  /**
   * Finds for each run the next run of the same event and kind of market; -1: there is none.
   *
   * @param kinds Kinds by base.
   */
  join(kinds: readonly number[]): Int32Array {
    const { length, base, low, high } = this;
    const next = new Int32Array(length).fill(-1);
    const last = new Int32Array(length);
    let size = 16;
    while (size < 2 * length) size *= 2;
    const slots = new Int32Array(size).fill(-1);
    for (let at = 0; at < length; at++) {
      if (low[at] === 0) continue;
      const kind = kinds[base[at]!]!;
      let slot = low[at]! & (size - 1);
      let first = slots[slot]!;
      while (
        first >= 0 &&
        (low[first] !== low[at] || high[first] !== high[at] || kinds[base[first]!] !== kind)
      ) {
        slot = (slot + 1) & (size - 1);
        first = slots[slot]!;
      }
      if (first < 0) slots[slot] = at;
      else next[last[first]!] = at;
      last[first < 0 ? at : first] = at;
    }
    return next;
  }
}
