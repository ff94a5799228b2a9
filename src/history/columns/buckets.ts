import type { Buckets, Columns } from '../contract/history-store.ts';

/** Number of buckets in an answer unless the request states one. */
export const DEFAULT_MAX_BUCKETS = 50_000;

/**
 * Number of array elements of a bar, the summary of consecutive records. The elements in order: start time, open, high,
 * low, close, count, sum of v (NaN when no record carries one), then sum of p v and sum of v over the records with v >
 * 0.
 */
export const BAR_FIELDS = 9;

/** Collects buckets, oldest first, from records and bars that are added in order of time. */
export class BucketBuilder {
  readonly #bucketMs: number;
  readonly #maxBuckets: number;
  /** BAR_FIELDS numbers per bucket. */
  #bars: Float64Array;
  #count = 0;
  #truncated = false;

  /**
   * Begins without a bucket.
   *
   * @param expected Expected number of buckets, for which memory is allocated once.
   */
  constructor(bucketMs: number, maxBuckets: number, expected = 64) {
    if (!Number.isSafeInteger(bucketMs) || bucketMs < 1) {
      throw new RangeError(`bucketMs must be a positive whole number: ${bucketMs}`);
    }
    if (!Number.isSafeInteger(maxBuckets) || maxBuckets < 1) {
      throw new RangeError(`maxBuckets must be a positive whole number: ${maxBuckets}`);
    }
    this.#bucketMs = bucketMs;
    this.#maxBuckets = maxBuckets;
    this.#bars = new Float64Array(Math.max(1, expected) * BAR_FIELDS);
  }

  /** Adds the records from index `from` up to `to`, exclusive. */
  addRecords(t: Float64Array, p: Float64Array, v: Float64Array, from: number, to: number): void {
    let i = from;
    while (i < to) {
      const start = this.floorToBucket(t[i]!);
      const end = start + this.#bucketMs;
      const at = this.#bucketAt(start, p[i]!);
      const bars = this.#bars;
      const first = i;
      let high = bars[at + 2]!;
      let low = bars[at + 3]!;
      let volume = bars[at + 6]!;
      let turnover = bars[at + 7]!;
      let traded = bars[at + 8]!;
      for (; i < to && t[i]! < end; i++) {
        const price = p[i]!;
        const amount = v[i]!;
        if (price > high) high = price;
        if (price < low) low = price;
        // An absent volume is NaN, for which the comparison is false.
        if (amount > 0) {
          turnover += price * amount;
          traded += amount;
        }
        if (!Number.isNaN(amount)) volume = Number.isNaN(volume) ? amount : volume + amount;
      }
      bars[at + 2] = high;
      bars[at + 3] = low;
      bars[at + 4] = p[i - 1]!;
      bars[at + 5]! += i - first;
      bars[at + 6] = volume;
      bars[at + 7] = turnover;
      bars[at + 8] = traded;
    }
  }

  /** Adds bars, each to the bucket that contains its start, or all of them to the bucket that contains `t`. */
  addBars(source: Float64Array, t: number | null = null): void {
    let from = 0;
    while (from < source.length) {
      const start = this.floorToBucket(t ?? source[from]!);
      const end = t === null ? start + this.#bucketMs : Number.POSITIVE_INFINITY;
      const at = this.#bucketAt(start, source[from + 1]!);
      const bars = this.#bars;
      let high = bars[at + 2]!;
      let low = bars[at + 3]!;
      let close = bars[at + 4]!;
      let count = bars[at + 5]!;
      let volume = bars[at + 6]!;
      let turnover = bars[at + 7]!;
      let traded = bars[at + 8]!;
      for (; from < source.length && source[from]! < end; from += BAR_FIELDS) {
        if (source[from + 2]! > high) high = source[from + 2]!;
        if (source[from + 3]! < low) low = source[from + 3]!;
        close = source[from + 4]!;
        count += source[from + 5]!;
        const amount = source[from + 6]!;
        if (!Number.isNaN(amount)) volume = Number.isNaN(volume) ? amount : volume + amount;
        turnover += source[from + 7]!;
        traded += source[from + 8]!;
      }
      bars[at + 2] = high;
      bars[at + 3] = low;
      bars[at + 4] = close;
      bars[at + 5] = count;
      bars[at + 6] = volume;
      bars[at + 7] = turnover;
      bars[at + 8] = traded;
    }
  }

  floorToBucket(t: number): number {
    return Math.floor(t / this.#bucketMs) * this.#bucketMs;
  }

  /** Returns the array of all bars, which may be the builder's own: nothing may be added afterwards. */
  bars(): Float64Array {
    const length = this.#count * BAR_FIELDS;
    return length === this.#bars.length ? this.#bars : this.#bars.slice(0, length);
  }

  build(): Buckets {
    const skipped = Math.max(0, this.#count - this.#maxBuckets);
    const length = this.#count - skipped;
    const column = (field: number) => {
      const result = new Float64Array(length);
      for (let i = 0; i < length; i++) result[i] = this.#bars[(skipped + i) * BAR_FIELDS + field]!;
      return result;
    };
    const vwap = column(7);
    const traded = column(8);
    for (let i = 0; i < length; i++) vwap[i] = traded[i]! > 0 ? vwap[i]! / traded[i]! : Number.NaN;
    return {
      length,
      t: column(0),
      open: column(1),
      high: column(2),
      low: column(3),
      close: column(4),
      count: column(5),
      volume: column(6),
      vwap,
      truncated: this.#truncated || skipped > 0,
    };
  }

  /** Returns the array position of the bucket that starts at `start`: the newest one, or a new one. */
  #bucketAt(start: number, price: number): number {
    const newest = (this.#count - 1) * BAR_FIELDS;
    if (this.#count > 0 && this.#bars[newest] === start) return newest;
    if (this.#count >= 2 * this.#maxBuckets) this.#dropOldest();
    const at = this.#count++ * BAR_FIELDS;
    if (at === this.#bars.length) {
      const grown = new Float64Array(this.#bars.length * 2);
      grown.set(this.#bars);
      this.#bars = grown;
    }
    this.#bars[at] = start;
    this.#bars[at + 1] = price;
    this.#bars[at + 2] = price;
    this.#bars[at + 3] = price;
    this.#bars[at + 4] = price;
    this.#bars[at + 5] = 0;
    this.#bars[at + 6] = Number.NaN;
    this.#bars[at + 7] = 0;
    this.#bars[at + 8] = 0;
    return at;
  }

  /** Drops the oldest buckets: an answer has only the newest `maxBuckets`, and memory holds at most twice as many. */
  #dropOldest(): void {
    this.#bars.copyWithin(0, (this.#count - this.#maxBuckets) * BAR_FIELDS, this.#count * BAR_FIELDS);
    this.#count = this.#maxBuckets;
    this.#truncated = true;
  }
}

/** Summarises columns that are in memory in buckets. */
export function toBuckets(columns: Columns, bucketMs: number, maxBuckets = DEFAULT_MAX_BUCKETS): Buckets {
  const builder = new BucketBuilder(bucketMs, maxBuckets);
  builder.addRecords(columns.t, columns.p, columns.v, 0, columns.length);
  return builder.build();
}
