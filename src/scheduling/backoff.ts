/** Limits of waits that double. */
export interface Backoff {
  /** The longest wait before the first repetition. */
  readonly firstMs: number;
  /** Longest wait. */
  readonly maxMs: number;
}

/** A wait that doubles with each failure in a row. @param failures Failures before this one, from 0. */
export function computeDoubledMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** failures);
}

/**
 * How long to wait before the next attempt: the ceiling doubles with each failure in a row, and the wait lies
 * anywhere in its upper half, so that many clients that lost the same server do not return together.
 *
 * @param failures Failures in a row before this one, from 0.
 * @param random 0 to 1.
 */
export function computeBackoffMs(limits: Backoff, failures: number, random: () => number): number {
  const ceiling = computeDoubledMs(limits, failures);
  return ceiling / 2 + (random() * ceiling) / 2;
}
