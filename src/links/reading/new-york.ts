import { computeZoneOffsetMs } from '../../domain/index.ts';

const ZONE = 'America/New_York';

/**
 * The offset that is added to a local time of New York to get UTC, in ms. Of an hour that the clock shows twice, the
 * first counts, as in the hour that it leaves out: both are read as summer time.
 *
 * @param localMs The date and time on the clock, as if it were UTC.
 */
export function findNewYorkOffsetAtLocal(localMs: number): number {
  // A change of the clock may lie between the intended moment and the result of the first try.
  return findNewYorkOffset(localMs + findNewYorkOffset(localMs));
}

/**
 * The offset that is added to the local time of New York at a moment to get UTC, in ms.
 *
 * @throws {RangeError} when the moment is outside the range of JavaScript's dates.
 */
export function findNewYorkOffset(ms: number): number {
  return -computeZoneOffsetMs(ZONE, ms);
}
