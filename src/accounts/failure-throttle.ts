/**
 * Callers that are remembered; beyond it the one whose last failure is oldest is forgotten. Whoever owns an IPv6
 * network of a provider's size can fail from as many.
 */
const MAX_CALLERS = 50_000;

export interface FailureThrottleOptions {
  /** Failures of one caller within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/**
 * Refuses a caller after too many failures within a window. Successes do not reset it. What is kept is the times of
 * failures within the window; callers that fail nowhere leave nothing behind.
 */
export class FailureThrottle {
  readonly #options: FailureThrottleOptions;
  /** Oldest first of each caller; callers by their last failure. */
  readonly #failures = new Map<string, number[]>();

  constructor(options: FailureThrottleOptions) {
    this.#options = options;
  }

  /** Callers that are remembered. */
  get size(): number {
    return this.#failures.size;
  }

  /** Seconds to wait, or null while the caller may try. */
  retryAfterS(key: string): number | null {
    const { limit, windowMs, now } = this.#options;
    const times = this.#failures.get(key);
    if (times === undefined) return null;
    const at = now();
    const [oldest] = dropOld(times, at - windowMs);
    if (oldest === undefined || times.length < limit) return null;
    return Math.max(1, Math.ceil((oldest + windowMs - at) / 1_000));
  }

  /** Counts a failure. Those beyond the limit change nothing: a caller waits from the first ones on. */
  fail(key: string): void {
    const { limit, windowMs, now } = this.#options;
    const at = now();
    this.#forget(at - windowMs);
    const times = this.#failures.get(key) ?? [];
    if (dropOld(times, at - windowMs).length >= limit) return;
    times.push(at);
    this.#failures.delete(key);
    this.#failures.set(key, times);
  }

  #forget(until: number): void {
    for (const [key, times] of this.#failures) {
      const last = times.at(-1) ?? Number.NEGATIVE_INFINITY;
      if (last > until && this.#failures.size < MAX_CALLERS) return;
      this.#failures.delete(key);
    }
  }
}

function dropOld(times: number[], until: number): readonly number[] {
  const kept = times.findIndex((time) => time > until);
  times.splice(0, kept === -1 ? times.length : kept);
  return times;
}
