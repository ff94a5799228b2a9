import { DAY_MS } from './time.ts';

/** Formats the UTC day of a time in epoch ms: `2026-11-30`. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the day that is a number of days after a day, or before it. @param day `2026-11-30`. */
export function addDays(day: string, change: number): string {
  return toDay(Date.parse(day) + change * DAY_MS);
}

/** Lists a number of days, oldest first. @param last Newest day of the list. */
export function listDays(last: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => addDays(last, i + 1 - count));
}
