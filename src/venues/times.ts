import { type EpochMs, epochMs, findIsoTime } from '../domain/index.ts';

/**
 * Reads a venue's ISO 8601 time. A space instead of the T and `+00` as offset are accepted. A time without zone is UTC,
 * as on every venue. null for any other text, for days that do not exist, and for the year 1, which stands for no time.
 */
export function findVenueTime(text: string | null | undefined): EpochMs | null {
  if (!text || text.startsWith('0001-')) return null;
  return findIsoTime(text.trim(), 'utc');
}

/** Matches days that exist in any year: not 30 February, and 29 February in leap years only. */
const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|' +
  '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const ZONE = '(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)';

/**
 * Pattern sources for schemas, which match exactly the texts that {@link findVenueTime} reads: a day with its time, and
 * a day with or without one. Other texts are counted like any member of another shape.
 */
export const VENUE_TIME_PATTERN = `${DAY}[Tt ]${CLOCK}${ZONE}?`;
export const VENUE_DAY_PATTERN = `${DAY}(?:[Tt ]${CLOCK}${ZONE}?)?`;

/**
 * Bounds of a venue's time in milliseconds: 1973 to 5138. Today's times in seconds or microseconds are outside of them.
 */
const MIN_MS = 1e11;
const MAX_MS = 1e14;

/** Reads epoch milliseconds from a number or text; null when absent, unreadable, or in another unit. */
export function findVenueMillis(value: string | number | null | undefined): EpochMs | null {
  if (value === null || value === undefined || value === '') return null;
  const ms = Number(value);
  return ms > MIN_MS && ms <= MAX_MS ? epochMs(ms) : null;
}
