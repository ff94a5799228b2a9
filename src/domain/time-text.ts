import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** Time that a text names, or the problem with the text: `must be …`, `… looks like seconds; send …`. */
export type ReadTime = { readonly t: EpochMs } | { readonly problem: string };

/**
 * Reads a time as a person or a program may write it: ISO 8601 with its offset, a date alone (midnight UTC), or epoch
 * milliseconds. HTTP parameters, command options and clients accept the same texts.
 *
 * Present-day numbers in seconds, microseconds or nanoseconds, and dates without dashes, are rejected with the value
 * that was probably meant. Dates and hours that do not exist are rejected, never shifted.
 */
export function readTimeText(text: string): ReadTime {
  const given = text.trim();
  if (WHOLE.test(given)) return readEpochNumber(BigInt(given));
  const parts = ISO.exec(given);
  if (parts === null) {
    return { problem: 'must be a whole number of milliseconds, or ISO 8601 such as 2026-11-21T12:00:00Z' };
  }
  if (parts.groups?.hour !== undefined && parts.groups.zone === undefined) {
    return { problem: `must be ISO 8601 with its zone; for UTC send ${given.replace(' ', 'T')}Z` };
  }
  const t = findIsoTime(given);
  if (t === null) return { problem: 'must be a time that exists' };
  return t < 0 ? { problem: 'must be at least 0, which is 1970-01-01' } : { t };
}

/**
 * Finds the time of an ISO 8601 text; null for any other text, for days and hours that do not exist, and for a time
 * without a zone, unless `zoneless` declares it UTC. A date alone is midnight UTC.
 */
export function findIsoTime(text: string, zoneless: 'refused' | 'utc' = 'refused'): EpochMs | null {
  // Fast path for the common form, because lists of venues contain hundreds of thousands of such texts.
  if (COMMON.test(text)) return findCommonTime(text);
  const { date, hour, minute, second, fraction, zone } = ISO.exec(text)?.groups ?? {};
  if (date === undefined) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // `Date.parse` shifts 30 February to 2 March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, date.length) !== date) return null;
  if (hour === undefined) return epochMs(midnight);
  const offsetMs = zone === undefined ? (zoneless === 'utc' ? 0 : null) : findOffsetMs(zone);
  if (offsetMs === null || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const sinceMidnight =
    Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second ?? 0) * SECOND_MS + ms;
  return epochMs(midnight + sinceMidnight - offsetMs);
}

/** Reads the time of an HTTP header such as `date`, which is always GMT; null when it is missing or invalid. */
export function findHttpTime(header: string | null | undefined): EpochMs | null {
  if (!header) return null;
  const ms = Date.parse(/(GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i.test(header.trim()) ? header : `${header} GMT`);
  return Number.isNaN(ms) ? null : epochMs(ms);
}

/**
 * Reads a text such as `2026-11-21T12:00:00.123Z`. Days up to 28 are always valid, and later ones are checked against
 * the calendar.
 */
function findCommonTime(text: string): EpochMs | null {
  if (Number(text.slice(8, 10)) > 28 && !isDay(text)) return null;
  // `Date.parse` reads hour 24 as the next day.
  const ms = text.startsWith('24', 11) ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : epochMs(ms);
}

function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const COMMON = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const WHOLE = /^[+-]?\d+$/;
const ISO =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Smallest number that is read as seconds. In milliseconds such numbers are days of 1970 to 1973, and in seconds they
 * are present-day times.
 */
const SECONDS_FROM = 10n ** 9n;
const SECONDS_TO = 10n ** 11n;
/** Limit in milliseconds, in the year 5138. Larger numbers are microseconds or, above the second limit, nanoseconds. */
const MS_TO = 10n ** 14n;
const MICROSECONDS_TO = 10n ** 17n;

function readEpochNumber(number: bigint): ReadTime {
  if (number < 0n) return { problem: 'must be at least 0, which is 1970-01-01' };
  if (number >= SECONDS_FROM && number <= SECONDS_TO) {
    return { problem: `${number} looks like seconds; send ${number * 1_000n}` };
  }
  if (number > MS_TO) {
    return number <= MICROSECONDS_TO
      ? { problem: `${number} looks like microseconds; send ${number / 1_000n}` }
      : { problem: `${number} looks like nanoseconds; send ${number / 1_000_000n}` };
  }
  const meant = findUndashedDate(String(number));
  return meant === null
    ? { t: epochMs(Number(number)) }
    : { problem: `${number} looks like a date without dashes; send ${meant}` };
}

/**
 * Finds the date that digits without dashes stand for. As milliseconds, `20260301` would be early on 1 January 1970,
 * and `20260301120000` in the year 2612.
 */
function findUndashedDate(digits: string): string | null {
  const parts = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/.exec(digits);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}Z`}`;
  return findIsoTime(iso) === null ? null : iso;
}

function findOffsetMs(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}
