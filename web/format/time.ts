export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Formats an age in ms: `0 s`, `59 s`, `2 min`, `3 h`, `12 d`. Units are rounded down; a negative age is `0 s`. */
export function age(ms: number): string {
  const size = Math.max(0, ms);
  if (size < 100 * SECOND_MS) return `${Math.floor(size / SECOND_MS)} s`;
  if (size < 100 * MINUTE_MS) return `${Math.floor(size / MINUTE_MS)} min`;
  if (size < 48 * HOUR_MS) return `${Math.floor(size / HOUR_MS)} h`;
  return `${Math.floor(size / DAY_MS)} d`;
}

/** Formats a length of time in two units: `850 ms`, `2.5 s`, `14 min 5 s`, `3 h 20 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  const size = Math.max(0, ms);
  if (size < SECOND_MS) return `${Math.round(size)} ms`;
  if (size < 10 * SECOND_MS) return `${(size / SECOND_MS).toFixed(1)} s`;
  if (size < MINUTE_MS) return `${Math.round(size / SECOND_MS)} s`;
  const [unit, letter, part, partLetter] =
    size < HOUR_MS
      ? ([MINUTE_MS, 'min', SECOND_MS, 's'] as const)
      : size < DAY_MS
        ? ([HOUR_MS, 'h', MINUTE_MS, 'min'] as const)
        : ([DAY_MS, 'd', HOUR_MS, 'h'] as const);
  const whole = Math.floor(size / unit);
  const rest = Math.floor((size - whole * unit) / part);
  return rest === 0 ? `${whole} ${letter}` : `${whole} ${letter} ${rest} ${partLetter}`;
}

export type Zone = 'utc' | 'local';

/** Splits a time into its parts in a zone. */
function toParts(ms: number, zone: Zone): { day: string; time: string; millis: string } {
  const shifted = zone === 'utc' ? ms : ms - new Date(ms).getTimezoneOffset() * MINUTE_MS;
  const iso = new Date(shifted).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 19), millis: iso.slice(20, 23) };
}

/** Formats the time of day: `14:05:09`. */
export function clockTime(ms: number, zone: Zone): string {
  return isTime(ms) ? toParts(ms, zone).time : '–';
}

/** Formats day and time: `2026-11-22 14:05`. */
export function dayTime(ms: number, zone: Zone): string {
  if (!isTime(ms)) return '–';
  const { day, time } = toParts(ms, zone);
  return `${day} ${time.slice(0, 5)}`;
}

/** Formats the time of day to the millisecond: `14:05:09.123`. */
export function preciseTime(ms: number, zone: Zone): string {
  if (!isTime(ms)) return '–';
  const { time, millis } = toParts(ms, zone);
  return `${time}.${millis}`;
}

/** Formats the day alone: `2026-11-22`. */
export function dayOf(ms: number, zone: Zone): string {
  return isTime(ms) ? toParts(ms, zone).day : '–';
}

/** Formats a time as short as it is clear: the time of today, the day of others. */
export function shortTime(ms: number, nowMs: number, zone: Zone): string {
  if (!isTime(ms)) return '–';
  const { day, time } = toParts(ms, zone);
  if (day === toParts(nowMs, zone).day) return time;
  return `${day.slice(5)} ${time.slice(0, 5)}`;
}

/** Formats a time in ISO 8601, for titles and addresses. */
export function isoTime(ms: number): string {
  return isTime(ms) ? new Date(ms).toISOString() : '–';
}

/** Formats the name of a zone for a header. */
export function zoneName(zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'local';
}

function isTime(ms: number): boolean {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;
}
