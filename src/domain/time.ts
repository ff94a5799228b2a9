declare const brand: unique symbol;

/** Milliseconds since the Unix epoch. */
export type EpochMs = number & { readonly [brand]: 'EpochMs' };

/** Converts a number to a time and drops fractions. @throws {RangeError} when the value is not a finite number. */
export function epochMs(value: number): EpochMs {
  if (!Number.isFinite(value)) throw new RangeError(`not a time in epoch milliseconds: ${value}`);
  return Math.trunc(value) as EpochMs;
}

/** Returns the present time. Passed in wherever a time is needed, so that tests can control it. */
export type Clock = () => EpochMs;

/** The wall clock, for timestamps and expiry. Durations are measured with `performance.now()`. */
export const wallClock: Clock = () => Date.now() as EpochMs;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Last time that a JavaScript date can represent: 13 September 275760. */
export const MAX_EPOCH_MS = 8_640_000_000_000_000;

/**
 * Formats ISO 8601 in UTC with milliseconds, as answers write times that end in `Iso`. A number outside of the range of
 * dates is written as a number, because one stored value must not fail a whole list.
 */
export function formatIsoTime(t: number): string {
  return Math.abs(t) <= MAX_EPOCH_MS ? new Date(t).toISOString() : `${t} ms`;
}

/**
 * Whether periodic work is due. A due time further away than the interval was set before the clock was set back, and
 * counts as due.
 *
 * @param dueAt Time of the next run, by the same clock.
 * @param everyMs Longest interval between two runs.
 */
export function isDue(now: number, dueAt: number, everyMs: number): boolean {
  return now >= dueAt || dueAt - now > everyMs;
}

/** Largest difference between the clocks of two machines that share the work. */
const MAX_CLOCK_SKEW_MS = 5 * SECOND_MS;

/**
 * Returns the latest time that a past event may have, because another machine's clock may be a little ahead of ours.
 */
export function latestTime(now: EpochMs): EpochMs {
  return epochMs(now + MAX_CLOCK_SKEW_MS);
}

/**
 * Computes the age of a time in ms. A time further ahead than the clocks of two machines may differ has an infinite
 * age: a clock was set back since, and the true age is unknown.
 */
export function computeAge(now: number, at: number): number {
  return at > now + MAX_CLOCK_SKEW_MS ? Number.POSITIVE_INFINITY : Math.max(0, now - at);
}
