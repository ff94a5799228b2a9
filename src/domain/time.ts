declare const brand: unique symbol;

/** Milliseconds since the Unix epoch. */
export type EpochMs = number & { readonly [brand]: 'EpochMs' };

/** @throws {RangeError} when the value is not a finite number. Fractions are cut off. */
export function epochMs(value: number): EpochMs {
  if (!Number.isFinite(value)) throw new RangeError(`not a time in epoch milliseconds: ${value}`);
  return Math.trunc(value) as EpochMs;
}

/** Gives the time. Passed in wherever a time is needed, so that tests can hold it still. */
export type Clock = () => EpochMs;

/** The wall clock: for timestamps and expiry. Durations are measured with `performance.now()`. */
export const wallClock: Clock = () => Date.now() as EpochMs;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The last time that a date can state: 13 September 275760. */
export const MAX_EPOCH_MS = 8_640_000_000_000_000;

/**
 * ISO 8601 in UTC with milliseconds, as answers write times that end in `Iso`. A number beyond all dates is written as it
 * is: one stored value must not end a whole list.
 */
export function formatIsoTime(t: number): string {
  return Math.abs(t) <= MAX_EPOCH_MS ? new Date(t).toISOString() : `${t} ms`;
}

/**
 * Whether something that is done every so often is due again. A time that is further away than that was set before the
 * clock was put back.
 *
 * @param dueAt When it is to be done next, by the same clock. @param everyMs The longest wait for it.
 */
export function isDue(now: number, dueAt: number, everyMs: number): boolean {
  return now >= dueAt || dueAt - now > everyMs;
}

/** Clocks of two machines that share the work differ by so much at most. */
const MAX_CLOCK_SKEW_MS = 5 * SECOND_MS;

/** The latest time that something which has happened may have: another machine's clock may be a little ahead of ours. */
export function latestTime(now: EpochMs): EpochMs {
  return epochMs(now + MAX_CLOCK_SKEW_MS);
}

/**
 * Ms from a time until now. What lies further ahead than clocks of two machines differ is infinitely old: a clock was
 * set back since, and nothing tells how long ago it was.
 */
export function computeAge(now: number, at: number): number {
  return at > now + MAX_CLOCK_SKEW_MS ? Number.POSITIVE_INFINITY : Math.max(0, now - at);
}
