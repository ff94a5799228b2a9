import { type EpochMs, epochMs, findIsoTime } from '../domain/index.ts';

/**
 * A time as a venue writes it in ISO 8601, with a space for the T, `+00` for an offset, or no zone at all, which is
 * UTC on every venue. null for any other text, for days that do not exist, and for the year 1, which stands for no time.
 */
export function findVenueTime(text: string | null | undefined): EpochMs | null {
  if (!text || text.startsWith('0001-')) return null;
  return findIsoTime(text.trim(), 'utc');
}

/** A day that exists, in any year: 30 February is none, 29 February is one of leap years. */
const DAY =
  '(?:\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))|' +
  '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const ZONE = '(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)';

/**
 * Sources of patterns for schemas: exactly the texts of a day with its hour, and of a day with or without one, that
 * {@link findVenueTime} reads. What they refuse is counted as any other member of another shape.
 */
export const VENUE_TIME_PATTERN = `${DAY}[Tt ]${CLOCK}${ZONE}?`;
export const VENUE_DAY_PATTERN = `${DAY}(?:[Tt ]${CLOCK}${ZONE}?)?`;

/** Milliseconds in which a venue's time can be: 1973 to 5138. Seconds and microseconds of our days lie outside. */
const MIN_MS = 1e11;
const MAX_MS = 1e14;

/** Epoch milliseconds as number or text; null when missing, unreadable, or in another unit. */
export function findVenueMillis(value: string | number | null | undefined): EpochMs | null {
  if (value === null || value === undefined || value === '') return null;
  const ms = Number(value);
  return ms > MIN_MS && ms <= MAX_MS ? epochMs(ms) : null;
}
