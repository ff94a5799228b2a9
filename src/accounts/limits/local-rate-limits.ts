import { MINUTE_MS } from '../../domain/index.ts';
import type { RateLimits, RateStanding } from './rate-limits.ts';
import { type BucketCount, RateRing } from './rate-ring.ts';

/** Number of keys above which idle ones are dropped. */
const SWEEP_FROM = 1_024;
/** Maximum number of keys; beyond it, the oldest is forgotten. A ring takes a kilobyte with its map entry. */
const MAX_KEYS = 200_000;

export interface LocalRateLimitsOptions {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Length of the window in ms. Default: a minute. */
  readonly windowMs?: number;
  /** Maximum number of keys. Lower where any caller can create keys, such as addresses. */
  readonly maxKeys?: number;
}

/**
 * Rate limits in the memory of this process, with a ring for each key. Rings that were idle for a whole window are
 * dropped.
 */
export class LocalRateLimits implements RateLimits {
  readonly #now: () => number;
  readonly #bucketMs: number;
  readonly #maxKeys: number;
  readonly #rings = new Map<string, RateRing>();
  #sweptAt = 0;

  constructor({ now, windowMs = MINUTE_MS, maxKeys = MAX_KEYS }: LocalRateLimitsOptions) {
    this.#now = now;
    this.#bucketMs = windowMs / 60;
    this.#maxKeys = maxKeys;
  }

  take(key: string, limit: number): boolean {
    const now = this.#now();
    return this.#getRing(key, now).take(now, limit);
  }

  giveBack(key: string): void {
    const now = this.#now();
    this.#getRing(key, now).giveBack(now);
  }

  readStanding(key: string, limit: number): RateStanding {
    const now = this.#now();
    const ring = this.#getRing(key, now);
    return {
      remaining: ring.countRemaining(now, limit),
      secondsUntilMore: ring.computeSecondsUntilMore(now),
    };
  }

  /** Counts the requests of a key within the window. */
  used(key: string): number {
    return this.#rings.get(key)?.countUsed(this.#now()) ?? 0;
  }

  /** Raises the count of a key to at least the number of requests that all processes have made. */
  raise(key: string, count: number): void {
    const now = this.#now();
    this.#getRing(key, now).raise(now, count);
  }

  /** Forgets all counts. @returns For each key, the requests by the age of their bucket. */
  drain(): ReadonlyMap<string, readonly BucketCount[]> {
    const now = this.#now();
    const counts = [...this.#rings].map(([key, ring]) => [key, ring.list(now)] as const);
    this.#rings.clear();
    return new Map(counts.filter(([, list]) => list.length > 0));
  }

  get size(): number {
    return this.#rings.size;
  }

  #getRing(key: string, now: number): RateRing {
    const known = this.#rings.get(key);
    if (known !== undefined) return known;
    this.#makeRoom(now);
    const ring = new RateRing(this.#bucketMs);
    this.#rings.set(key, ring);
    return ring;
  }

  #makeRoom(now: number): void {
    if (this.#rings.size < SWEEP_FROM) return;
    if (now - this.#sweptAt >= this.#bucketMs) {
      this.#sweptAt = now;
      for (const [key, ring] of this.#rings) if (ring.isIdle(now)) this.#rings.delete(key);
    }
    for (const key of this.#rings.keys()) {
      if (this.#rings.size < this.#maxKeys) return;
      this.#rings.delete(key);
    }
  }
}
