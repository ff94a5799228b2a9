/** Limits of waits that double. */
export interface Backoff {
  /** Maximum wait in ms before the first repetition. */
  readonly firstMs: number;
  /** Maximum wait in ms before any repetition. */
  readonly maxMs: number;
}

/**
 * Computes a wait in ms that doubles with each consecutive failure.
 *
 * @param failures Failures before this one, from 0.
 */
export function computeDoubledMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** failures);
}

/**
 * Computes the wait in ms before the next attempt. Its upper limit doubles with each consecutive failure, and the wait
 * is random in the upper half, so that many clients that lost the same server do not return at the same time.
 *
 * @param failures Consecutive failures before this one, from 0.
 * @param random Returns a number from 0 to 1.
 */
export function computeBackoffMs(limits: Backoff, failures: number, random: () => number): number {
  const ceiling = computeDoubledMs(limits, failures);
  return ceiling / 2 + (random() * ceiling) / 2;
}
