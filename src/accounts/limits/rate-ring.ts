/** Number of buckets: one more than the window has, because a window can touch one more bucket than its length. */
const BUCKETS = 61;

/** Number of requests in a bucket, with the bucket's age in buckets. */
export interface BucketCount {
  readonly age: number;
  readonly count: number;
}

/**
 * Counts events in a sliding window: 61 buckets, because a window of 60 buckets' length touches at most 61. No such
 * window ever contains more events than the limit, whenever they arrive. Constant time, 250 bytes of counts.
 */
export class RateRing {
  readonly #buckets = new Uint32Array(BUCKETS);
  readonly #bucketMs: number;
  #newest = 0;
  #sum = 0;

  /**
   * Creates an empty ring. @param bucketMs Length of a bucket: 1 s for a limit per minute, 10 s for a limit per ten
   * minutes.
   */
  constructor(bucketMs: number) {
    this.#bucketMs = bucketMs;
  }

  /** Counts one event if the limit allows it. @param now Monotonic ms. */
  take(now: number, limit: number): boolean {
    this.#advance(now);
    if (this.#sum >= limit) return false;
    const slot = this.#newest % BUCKETS;
    this.#buckets[slot] = this.#buckets[slot]! + 1;
    this.#sum++;
    return true;
  }

  /** Raises the count to at least `count` events. The added ones count as events of now. */
  raise(now: number, count: number): void {
    this.#advance(now);
    const missing = count - this.#sum;
    if (missing <= 0) return;
    const slot = this.#newest % BUCKETS;
    this.#buckets[slot] = this.#buckets[slot]! + missing;
    this.#sum += missing;
  }

  /** Takes back the newest event, because it was rejected afterwards. */
  giveBack(now: number): void {
    this.#advance(now);
    for (let back = 0; back < BUCKETS; back++) {
      const slot = (this.#newest + BUCKETS - back) % BUCKETS;
      const count = this.#buckets[slot]!;
      if (count === 0) continue;
      this.#buckets[slot] = count - 1;
      this.#sum--;
      return;
    }
  }

  /** Counts the events within the window. */
  countUsed(now: number): number {
    this.#advance(now);
    return this.#sum;
  }

  countRemaining(now: number, limit: number): number {
    this.#advance(now);
    return Math.max(0, limit - this.#sum);
  }

  /** Computes whole seconds until the oldest events leave the window; 0 when it is empty. */
  computeSecondsUntilMore(now: number): number {
    this.#advance(now);
    if (this.#sum === 0) return 0;
    for (let age = BUCKETS - 1; age >= 0; age--) {
      const bucket = this.#newest - age;
      if (bucket < 0 || this.#buckets[bucket % BUCKETS] === 0) continue;
      return Math.max(1, Math.ceil(((bucket + BUCKETS) * this.#bucketMs - now) / 1_000));
    }
    return 0;
  }

  /** Lists the non-empty buckets, oldest first. */
  list(now: number): BucketCount[] {
    this.#advance(now);
    const counts: BucketCount[] = [];
    for (let age = BUCKETS - 1; age >= 0; age--) {
      const bucket = this.#newest - age;
      const count = bucket < 0 ? 0 : this.#buckets[bucket % BUCKETS]!;
      if (count > 0) counts.push({ age, count });
    }
    return counts;
  }

  /** Whether the window is empty, so that the ring can be dropped. */
  isIdle(now: number): boolean {
    this.#advance(now);
    return this.#sum === 0;
  }

  #advance(now: number): void {
    const bucket = Math.floor(now / this.#bucketMs);
    const steps = Math.min(bucket - this.#newest, BUCKETS);
    if (steps <= 0) return;
    for (let step = 1; step <= steps; step++) {
      const slot = (bucket - steps + step) % BUCKETS;
      this.#sum -= this.#buckets[slot]!;
      this.#buckets[slot] = 0;
    }
    this.#newest = bucket;
  }
}
