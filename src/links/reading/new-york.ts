import { computeZoneOffsetMs } from '../../domain/index.ts';

const ZONE = 'America/New_York';

/**
 * Finds the offset to add to a local time of New York to get UTC, in ms. An hour that occurs twice, or not at all, is
 * read as daylight saving time.
 *
 * @param localMs Date and time on the clock, as if it were UTC.
 */
export function findNewYorkOffsetAtLocal(localMs: number): number {
  // A clock change may lie between the intended time and the result of the first try.
  return findNewYorkOffset(localMs + findNewYorkOffset(localMs));
}

/**
 * Finds the offset to add to the local time of New York at a given time to get UTC, in ms.
 *
 * @throws {RangeError} when the time is outside the range of JavaScript's dates.
 */
export function findNewYorkOffset(ms: number): number {
  return -computeZoneOffsetMs(ZONE, ms);
}
