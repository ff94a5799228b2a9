import type { Attempt, FailureThrottle, FailureThrottleOptions } from './failure-throttle.ts';

/**
 * Maximum number of remembered callers. Above it, the caller whose last failure is oldest is forgotten: someone with a
 * large IPv6 network can fail from any number of addresses.
 */
const MAX_CALLERS = 50_000;

/** Failure throttle in the memory of this process. Only times of failures within the window are kept. */
export class LocalFailureThrottle implements FailureThrottle {
  readonly #options: FailureThrottleOptions;
  /** Times of failures by caller, oldest first. The map is ordered by the last failure of each caller. */
  readonly #failures = new Map<string, number[]>();
  /** Number of unfinished attempts by caller. */
  readonly #inProgress = new Map<string, number>();

  constructor(options: FailureThrottleOptions) {
    this.#options = options;
  }

  /** Number of remembered callers. */
  get size(): number {
    return this.#failures.size;
  }

  retryAfterS(key: string): number | null {
    const { limit, windowMs, now } = this.#options;
    const at = now();
    const times = dropOld(this.#failures.get(key) ?? [], at - windowMs);
    if (times.length + (this.#inProgress.get(key) ?? 0) < limit) return null;
    const [oldest] = times;
    // Unfinished attempts block the caller. They may be forgiven at any time, so the wait is short.
    if (oldest === undefined || times.length < limit) return 1;
    return Math.max(1, Math.ceil((oldest + windowMs - at) / 1_000));
  }

  begin(key: string): LocalAttempt {
    const waitS = this.retryAfterS(key);
    if (waitS !== null) return { waitS, fail: () => undefined, forgive: () => undefined };
    this.#inProgress.set(key, (this.#inProgress.get(key) ?? 0) + 1);
    let isOver = false;
    const end = (): boolean => {
      if (isOver) return false;
      isOver = true;
      const left = (this.#inProgress.get(key) ?? 0) - 1;
      if (left > 0) this.#inProgress.set(key, left);
      else this.#inProgress.delete(key);
      return true;
    };
    return {
      waitS: null,
      fail: () => {
        if (end()) this.#add(key);
      },
      forgive: () => {
        end();
      },
    };
  }

  fail(key: string): number | null {
    const waitS = this.retryAfterS(key);
    if (waitS === null) this.#add(key);
    return waitS;
  }

  #add(key: string): void {
    const { windowMs, now } = this.#options;
    const at = now();
    this.#forget(at - windowMs);
    const times = this.#failures.get(key) ?? [];
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

interface LocalAttempt extends Attempt {
  fail(): void;
  forgive(): void;
}

function dropOld(times: number[], until: number): readonly number[] {
  const kept = times.findIndex((time) => time > until);
  times.splice(0, kept === -1 ? times.length : kept);
  return times;
}
