/**
 * Time in ms in which rejections for the rate (429) halve the rate only once. The rate never falls below the minimum.
 */
const HALVE_EVERY_MS = 10_000;
const MIN_FRAC = 1 / 8;
/** Fraction of the full rate that is regained per minute. */
const RECOVERY_PER_MINUTE = 0.1;
const MINUTE_MS = 60_000;

/**
 * Fraction of the rate that is used after rejections, which occur when other programs share the IP address or the
 * venue's limit is lower than published. The fraction is halved at most once in ten seconds, never falls below 1/8, and
 * regains 1/10 of the full rate per minute.
 */
export class SlowedRate {
  /** Fraction after the last rejection, and the time of that rejection. */
  #slowed = { frac: 1, at: Number.NEGATIVE_INFINITY };

  /** Halves the rate, because the venue rejected a call. @param now Monotonic ms. */
  slowDown(now: number): void {
    if (now - this.#slowed.at < HALVE_EVERY_MS) return;
    this.#slowed = { frac: Math.max(MIN_FRAC, this.frac(now) / 2), at: now };
  }

  /** Returns the fraction of the full rate that is currently used, from 1/8 to 1. */
  frac(now: number): number {
    const { frac, at } = this.#slowed;
    return frac === 1 ? 1 : Math.min(1, frac + ((now - at) / MINUTE_MS) * RECOVERY_PER_MINUTE);
  }
}
