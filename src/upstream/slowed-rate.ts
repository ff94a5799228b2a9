/** Time within which refusals for the rate (429) halve the rate once, down to the least share. */
const HALVE_EVERY_MS = 10_000;
const MIN_FRAC = 1 / 8;
/** Share of the full rate that comes back in a minute. */
const RECOVERY_PER_MINUTE = 0.1;
const MINUTE_MS = 60_000;

/**
 * The share of a rate that is used after refusals: other programs share the address, or the venue's limit is lower than
 * published. Halves, once in ten seconds and down to an eighth, and grows by a tenth of the full rate each minute.
 */
export class SlowedRate {
  /** Rate that the last refusal left, and when that came. */
  #slowed = { frac: 1, at: Number.NEGATIVE_INFINITY };

  /** The venue refused a call for its rate. @param now Monotonic ms. */
  slowDown(now: number): void {
    if (now - this.#slowed.at < HALVE_EVERY_MS) return;
    this.#slowed = { frac: Math.max(MIN_FRAC, this.frac(now) / 2), at: now };
  }

  /** The share of the full rate that is given now, an eighth to 1. */
  frac(now: number): number {
    const { frac, at } = this.#slowed;
    return frac === 1 ? 1 : Math.min(1, frac + ((now - at) / MINUTE_MS) * RECOVERY_PER_MINUTE);
  }
}
