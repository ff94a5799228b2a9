import { type EpochMs, epochMs, findIsoTime } from '../domain/index.ts';

/**
 * A time as a venue writes it in ISO 8601, with a space for the T, `+00` for an offset, or no zone at all, which is
 * UTC on every venue. null for any other text, for days that do not exist, and for the year 1, which stands for no time.
 */
export function findVenueTime(text: string | null | undefined): EpochMs | null {
  if (!text || text.startsWith('0001-')) return null;
  return findIsoTime(text.trim(), 'utc');
}

/** Source of the pattern of a time with a day that months can have, as text. A day that its own month lacks is left to the reader. */
export const VENUE_TIME_PATTERN =
  '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?([Zz]|[+-]\\d{2}(:?\\d{2})?)?';

/** Milliseconds in which a venue's time can be: 1973 to 5138. Seconds and microseconds of our days lie outside. */
const MIN_MS = 1e11;
const MAX_MS = 1e14;

/** Epoch milliseconds as number or text; null when missing, unreadable, or in another unit. */
export function findVenueMillis(value: string | number | null | undefined): EpochMs | null {
  if (value === null || value === undefined || value === '') return null;
  const ms = Number(value);
  return ms > MIN_MS && ms <= MAX_MS ? epochMs(ms) : null;
}
