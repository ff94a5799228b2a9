import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Offset of a zone. It has seconds for times when clocks followed the sun. UTC has no offset. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
/** Name of the IANA database. Offsets such as `+05:30`, which the platform also accepts, do not match. */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** Whether a text is the IANA name of a time zone that this platform knows, in any letter case. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    getFormat(text);
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

/**
 * Computes the offset of a zone's local time from UTC at a given time, in ms: negative west of Greenwich.
 *
 * @throws {RangeError} for an unknown zone, and when the time is outside the range of JavaScript's dates.
 */
export function computeZoneOffsetMs(zone: string, ms: number): number {
  const found = OFFSET.exec(getFormat(zone).format(ms));
  if (found === null) throw new Error(`${zone} has no offset at ${ms}`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = found;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -size : size;
}

/**
 * Finds the first time at which the clock of a zone shows a local time, in ms. For a local time that the clock skips,
 * it is the time of the change.
 *
 * @param localMs Date and time on the clock, as if it were UTC.
 */
export function findLocalMoment(zone: string, localMs: number): number {
  const before = computeZoneOffsetMs(zone, localMs - DAY_MS);
  const after = computeZoneOffsetMs(zone, localMs + DAY_MS);
  const moments = [localMs - before, localMs - after].sort((a, b) => a - b);
  return moments.find((ms) => ms + computeZoneOffsetMs(zone, ms) === localMs) ?? localMs - before;
}

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}
