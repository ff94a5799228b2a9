import type { Soon } from '../../scheduling/soon.ts';

export interface FailureThrottleOptions {
  /** Maximum number of failures of one caller within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Blocks a caller after too many failures within a window. Successes do not reset the count. */
export interface FailureThrottle {
  /** Returns the seconds that the caller has to wait; null: the caller may try. */
  retryAfterS(key: string): Soon<number | null>;
  /**
   * Counts a failure of a caller who may try. Failures of a blocked caller change nothing, so the wait counts from the
   * earlier ones.
   *
   * @returns Seconds to wait as `retryAfterS` returned them before; null when the failure was counted.
   */
  fail(key: string): Soon<number | null>;
  /** Counts an attempt before its work starts, so that parallel attempts do not exceed the limit. */
  begin(key: string): Soon<Attempt>;
}

/**
 * An attempt without a result. It counts as a failure until it ends. Only the first call of `fail` or `forgive` has an
 * effect.
 */
export interface Attempt {
  /** Seconds to wait: the caller is blocked, and the attempt did not begin. null: the caller may try. */
  readonly waitS: number | null;
  fail(): Soon<void>;
  /** Ends an attempt that succeeded, or failed by an error of this service, without counting it. */
  forgive(): Soon<void>;
}
