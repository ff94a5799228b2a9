import { MINUTE_MS } from '../domain/index.ts';
import { RateRing } from './rate-ring.ts';

/** More keys than this are only kept while they are active. */
const SWEEP_FROM = 1_024;
/** Beyond it the key that was met first is forgotten: memory has a bound even when every caller is new. */
const MAX_KEYS = 200_000;

/** Rings by key: a bot, an owner, an address. One that was idle for a whole window is dropped. */
export class RateLimiter {
  readonly #bucketMs: number;
  readonly #rings = new Map<string, RateRing>();
  #sweptAt = 0;

  /** @param windowMs What the limit stands for: a minute, ten minutes. */
  constructor(windowMs: number = MINUTE_MS) {
    this.#bucketMs = windowMs / 60;
  }

  /** The ring of a key. @param now Monotonic ms. */
  ring(key: string, now: number): RateRing {
    const known = this.#rings.get(key);
    if (known !== undefined) return known;
    this.#makeRoom(now);
    const ring = new RateRing(this.#bucketMs);
    this.#rings.set(key, ring);
    return ring;
  }

  get size(): number {
    return this.#rings.size;
  }

  #makeRoom(now: number): void {
    if (this.#rings.size < SWEEP_FROM) return;
    if (now - this.#sweptAt >= this.#bucketMs) {
      this.#sweptAt = now;
      for (const [key, ring] of this.#rings) if (ring.isIdle(now)) this.#rings.delete(key);
    }
    for (const key of this.#rings.keys()) {
      if (this.#rings.size < MAX_KEYS) return;
      this.#rings.delete(key);
    }
  }
}

/** Refuses a caller after too many failures within a window. Successes do not reset it. */
export class FailureThrottle {
  readonly #limiter: RateLimiter;
  readonly #limit: number;
  readonly #now: () => number;

  constructor(options: { readonly limit: number; readonly windowMs: number; readonly now: () => number }) {
    this.#limiter = new RateLimiter(options.windowMs);
    this.#limit = options.limit;
    this.#now = options.now;
  }

  /** Seconds to wait, or null while the caller may try. */
  retryAfterS(key: string): number | null {
    const now = this.#now();
    const ring = this.#limiter.ring(key, now);
    return ring.remaining(now, this.#limit) > 0 ? null : Math.max(1, ring.secondsUntilMore(now));
  }

  fail(key: string): void {
    const now = this.#now();
    this.#limiter.ring(key, now).take(now, this.#limit);
  }
}
