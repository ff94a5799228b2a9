import { MINUTE_MS } from '../domain/index.ts';
import { RateRing } from './rate-ring.ts';

/** More keys than this are only kept while they are active. */
const SWEEP_FROM = 1_024;
/** Beyond it the key that was met first is forgotten. A ring takes a kilobyte with all that belongs to it. */
const MAX_KEYS = 200_000;

/** Rings by key: a bot, an owner, an address. One that was idle for a whole window is dropped. */
export class RateLimiter {
  readonly #bucketMs: number;
  readonly #maxKeys: number;
  readonly #rings = new Map<string, RateRing>();
  #sweptAt = 0;

  /**
   * @param windowMs What the limit stands for: a minute, ten minutes.
   * @param maxKeys Fewer where anybody can be a key.
   */
  constructor(windowMs: number = MINUTE_MS, maxKeys: number = MAX_KEYS) {
    this.#bucketMs = windowMs / 60;
    this.#maxKeys = maxKeys;
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
      if (this.#rings.size < this.#maxKeys) return;
      this.#rings.delete(key);
    }
  }
}
