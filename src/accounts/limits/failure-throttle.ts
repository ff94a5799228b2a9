import type { Soon } from '../../scheduling/soon.ts';

export interface FailureThrottleOptions {
  /** Failures of one caller within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Monotonic ms. */
  readonly now: () => number;
}

/** Refuses a caller after too many failures within a window. Successes do not reset it. */
export interface FailureThrottle {
  /** Seconds to wait, or null while the caller may try. */
  retryAfterS(key: string): Soon<number | null>;
  /**
   * Counts a failure of a caller who may try. Failures above the limit change nothing: the wait counts from the first ones.
   *
   * @returns As `retryAfterS` before it: null when the failure was counted.
   */
  fail(key: string): Soon<number | null>;
  /** Counts an attempt before its work, so that callers who try in parallel have no more attempts than others. */
  begin(key: string): Soon<Attempt>;
}

/** An attempt without a result yet. It counts as a failure until it ends; only the first call of `fail` or `forgive` counts. */
export interface Attempt {
  /** Seconds to wait: the caller may not try, and the attempt did not begin. null: the caller may try. */
  readonly waitS: number | null;
  fail(): Soon<void>;
  /** The attempt succeeded, or failed by our own error: it does not count. */
  forgive(): Soon<void>;
}
