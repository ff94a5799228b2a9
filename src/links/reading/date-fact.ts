import { DAY_MS } from '../../domain/index.ts';
import { MONTHS } from './months.ts';
import { findNewYorkOffset } from './new-york.ts';

/** A date in a text, by which a question is decided. */
export interface DateFact {
  /** `by`: at any time up to the end of the date. `at`: on the date, or for it. */
  readonly mode: 'by' | 'at';
  readonly grain: 'day' | 'month' | 'year';
  /** Year of the date; null when the text names a month or a day without its year. */
  readonly year: number | null;
  /** Whether the text has no year, and the year was chosen that brings the date closest to the end of the market. */
  readonly isYearGuessed: boolean;
  /** Month of the date: 1 to 12; null for a year. */
  readonly month: number | null;
  readonly day: number | null;
  /** Time in epoch ms, when the text names an hour and a time zone. */
  readonly instant: number | null;
  /** First day of the window as `03-13`, when the text names both ends. Absent: it does not. */
  readonly from?: string;
}

/** Adds the year that a longer text states for the month of a date: `December 2026`, `December 8-9, 2026`. */
export function withYearFrom(fact: DateFact | null, text: string): DateFact | null {
  if (fact === null || fact.month === null || (fact.year !== null && !fact.isYearGuessed)) return fact;
  const match = YEARS[fact.month - 1]?.exec(text) ?? null;
  return match === null ? fact : { ...fact, year: Number(match[1]), isYearGuessed: false };
}

/** Pattern of the year after each month. */
const YEARS = MONTHS.map(
  (month) =>
    new RegExp(`\\b${month}[a-z]*\\.?\\s+(?:\\d{1,2}(?:\\s*[-–]\\s*\\d{1,2})?,?\\s+)?(20\\d\\d)\\b`, 'i'),
);

/** Finds the last millisecond of the date's period, in UTC; null without a year. */
export function findEnd(fact: DateFact): number | null {
  if (fact.instant !== null) return fact.instant;
  if (fact.year === null) return null;
  if (fact.grain === 'year') return Date.UTC(fact.year + 1, 0, 1) - 1;
  if (fact.grain === 'month') return Date.UTC(fact.year, fact.month ?? 12, 1) - 1;
  return Date.UTC(fact.year, (fact.month ?? 1) - 1, (fact.day ?? 1) + 1) - 1;
}

/** Formats a date: `2026-12-31`, `2026-12` or `2026`, with `by` for a deadline. */
export function formatDate(fact: DateFact): string {
  const lead = fact.mode === 'by' ? 'by ' : '';
  if (fact.instant !== null) {
    return `${lead}${new Date(fact.instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }
  const parts = [fact.year ?? '????', fact.month, fact.day].filter((part) => part !== null);
  return `${lead}${parts.map((part) => String(part).padStart(2, '0')).join('-')}`;
}

/** Converts a day after `by` or `before` to a deadline: the last day that still counts. */
export function toLastDay(fact: DateFact, lead: string): DateFact {
  const { year, month, day } = fact;
  if (year === null || month === null || day === null) return { ...fact, mode: 'by' };
  const named = dayFact(lead, { year, month, day }, null);
  return { ...named, isYearGuessed: fact.isYearGuessed, instant: fact.instant };
}

/** Builds a deadline at the end of a UTC day. */
export function lastDay(day: Date): DateFact {
  return {
    mode: 'by',
    grain: 'day',
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    isYearGuessed: false,
    instant: null,
  };
}

/** Finds the day of a time in New York. American venues name the days of contests in that zone. */
export function readNewYorkDay(ms: number): DateFact {
  const day = new Date(ms - findNewYorkOffset(ms));
  return { ...lastDay(day), mode: 'at' };
}

/**
 * Builds the date of a named day.
 *
 * @param lead Word before the day. `before` makes the day before it the deadline.
 * @param nearMs Time near which a missing year is guessed, in epoch ms.
 */
export function dayFact(
  lead: string | undefined,
  { year, month, day }: Pick<DateFact, 'year'> & { readonly month: number; readonly day: number },
  nearMs: number | null,
): DateFact {
  const known = year ?? nearestYear(month, day, nearMs);
  const isYearGuessed = year === null;
  if (isBefore(lead) && known !== null) {
    const before = new Date(Date.UTC(known, month - 1, day) - DAY_MS);
    return {
      mode: 'by',
      grain: 'day',
      year: before.getUTCFullYear(),
      month: before.getUTCMonth() + 1,
      day: before.getUTCDate(),
      isYearGuessed,
      instant: null,
    };
  }
  const mode = lead === undefined ? 'at' : 'by';
  return { mode, grain: 'day', year: known, isYearGuessed, month, day, instant: null };
}

/** Whether the word before a day excludes the day. */
export function isBefore(lead: string | undefined): boolean {
  return lead === 'before' || lead === 'prior to';
}

/** Guesses the year of a day as the one nearest to `nearMs` (epoch ms); null without that time. */
export function nearestYear(month: number, day: number, nearMs: number | null): number | null {
  if (nearMs === null) return null;
  const year = new Date(nearMs).getUTCFullYear();
  const distance = (candidate: number) => Math.abs(Date.UTC(candidate, month - 1, day) - nearMs);
  return [year, year - 1, year + 1].sort((a, b) => distance(a) - distance(b))[0] ?? year;
}
