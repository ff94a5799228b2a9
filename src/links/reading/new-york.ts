import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import { atFirstUse } from '../../scheduling/at-first-use.ts';

const zone = atFirstUse(
  () => new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', timeZoneName: 'longOffset' }),
);
/** Offsets have seconds for times before 1883 alone, when the clock followed the sun. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

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
  const offset = OFFSET.exec(zone().format(ms));
  if (offset === null) throw new Error(`New York has no offset at ${ms}`);
  const [, sign, hours, minutes, seconds = 0] = offset;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? size : -size;
}
