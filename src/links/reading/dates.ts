import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import { type DateFact, dayFact, isBefore, lastDay, nearestYear } from './date-fact.ts';
import { MONTHS } from './months.ts';
import { findNewYorkOffsetAtLocal } from './new-york.ts';

export interface DateReading {
  readonly fact: DateFact | null;
  /** Text without its dates and times. */
  readonly rest: string;
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const BY = '\\b(before|by|until|through|prior to)\\s+(?:the\\s+)?(?:end\\s+of\\s+)?';
const LEAD = `(?:${BY}|\\b(?:on|in|at|of|for|during|end of)\\s+)?`;
const YEAR = '(20\\d\\d)';

const TIME =
  /(?:\b(?:at|@)\s+)?(?:\d{1,2}(?::\d\d)?\s*(?:am|pm)?\s*-\s*)?\b(\d{1,2})(?::(\d\d))?\s*(am|pm)?\s*\(?(utc|gmt|est|edt|et|eastern)\b(?:\s+time)?\)?/;
const ISO_DAY = new RegExp(`${LEAD}\\b(20\\d\\d)-(\\d\\d)-(\\d\\d)\\b`);
const DAY = new RegExp(
  `${LEAD}\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*(?:%|k\\b))(?:,?\\s+${YEAR})?`,
);
const DAY_FIRST = new RegExp(
  `${LEAD}\\b(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}(?:,?\\s+${YEAR})?\\b`,
);
/** Matches `between January 1 and December 31, 2025`, of which the last day is used. */
const RANGE = new RegExp(
  `\\b(?:between|from)\\s+(?:issuance|(?:${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+20\\d\\d)?)(?:,?\\s+at)?)[^.;]{0,24}?\\s(?:and|to|through|-)\\s+(?=${MONTH})`,
);
/** Matches `this year` and `the end of the year`, but not an album or a player of the year. */
const THIS_YEAR = new RegExp(
  `(?:${BY}|\\b(?:on|in|at|for|during|end of)\\s+)(?:the|this) year\\b|(?<!\\bof\\s+)\\b(?:the|this) year\\b`,
);
const SUPER_BOWL = /\b(super bowl) ([lxvi]{1,8})\b/;
const MONTH_YEAR = new RegExp(`${LEAD}\\b${MONTH},?\\s+${YEAR}\\b`);
const SEASON = /\b(20\d\d)\s*[-–/]\s*(?:20)?(\d\d)\b/;
const YEAR_ONLY = new RegExp(`${LEAD}\\b${YEAR}\\b`);
/** Words that may follow a month without a day. Before any other word `Jan`, `May` or `April` is a name. */
const BEHIND_MONTH =
  "(?=\\s*(?:$|[?.,:;)(]|\\d|'s\\b|(?:meeting|report|cpi|jobs|inflation|unemployment|fomc|figures?|data|reading|payrolls?|rates?|be|is|was|or|and|to|than|according|as|market)\\b))";
const NO_NAME = '(january|february|feb|july|jul|september|sept?|october|oct|november|nov|december)\\.?';
const MONTH_ONLY = new RegExp(
  `(?:(?:${BY}|\\bin\\s+|\\bend of\\s+)${MONTH}\\b|(?:\\b(?:of|for|after)\\s+|^)(?:${MONTH}\\b${BEHIND_MONTH}|${NO_NAME}\\b))`,
);

/**
 * Reads the date of a question and removes it from the text.
 *
 * `before 1 January 2027` and `by 31 December 2026` name the same last day and give the same result. A season
 * (`2025-26`) is the year in which it ends. A day without a year gets the year that brings it closest to `nearMs`, the
 * venue's own end of the market.
 */
export function readDate(text: string, nearMs: number | null): DateReading {
  const lower = text.toLowerCase();
  const from = windowStart(lower);
  let rest = lower
    .replace(RANGE, 'by ')
    .replace(
      SUPER_BOWL,
      (_, name: string, roman: string) => `${name} ${FIRST_SUPER_BOWL + romanNumber(roman)}`,
    );
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match !== null) rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    return match;
  };
  if (!DATED.test(rest)) return { fact: null, rest };
  const time = take(TIME);

  const fact = readFact(take, () => rest, nearMs);
  if (fact === null) return { fact, rest };
  // The year next to a nonexistent day is not a date on its own, and its words are in no other question.
  if (fact === 'no such day') return { fact: null, rest: lower };
  // A year that is repeated (`2028 election ... in 2028`) counts once.
  if (fact.year !== null && !fact.isYearGuessed)
    rest = rest.replace(new RegExp(`\\b${fact.year}\\b`, 'g'), ' ');
  const timed = withTime(fact, time);
  return { fact: from === null ? timed : { ...timed, from }, rest };
}

/** Finds the first day of a window: `from March 13 to March 20` gives `03-13`. */
function windowStart(lower: string): string | null {
  const match = RANGE.exec(lower);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return `${String(monthNumber(match[1])).padStart(2, '0')}-${match[2].padStart(2, '0')}`;
}

type Take = (pattern: RegExp) => RegExpExecArray | null;

/** Takes the most precise date from the text: a day before a month before a year. */
function readFact(take: Take, rest: () => string, nearMs: number | null): DateFact | 'no such day' | null {
  const iso = take(ISO_DAY);
  if (iso !== null) {
    if (!isDay(Number(iso[3]), iso[4], iso[2])) return 'no such day';
    return dayFact(iso[1], { year: Number(iso[2]), month: Number(iso[3]), day: Number(iso[4]) }, nearMs);
  }

  const day = take(DAY);
  if (day !== null) {
    if (!isDay(monthNumber(day[2]), day[3], day[4])) return 'no such day';
    const year = day[4] === undefined ? loneYear(rest()) : Number(day[4]);
    return dayFact(day[1], { year, month: monthNumber(day[2]), day: Number(day[3]) }, nearMs);
  }
  const dayFirst = take(DAY_FIRST);
  if (dayFirst !== null) {
    if (!isDay(monthNumber(dayFirst[3]), dayFirst[2], dayFirst[4])) return 'no such day';
    const year = dayFirst[4] === undefined ? loneYear(rest()) : Number(dayFirst[4]);
    return dayFact(dayFirst[1], { year, month: monthNumber(dayFirst[3]), day: Number(dayFirst[2]) }, nearMs);
  }
  const month = take(MONTH_YEAR);
  if (month !== null) return monthFact(month[1], Number(month[3]), monthNumber(month[2]));

  const season = take(SEASON);
  if (season !== null && Number(season[2]) === (Number(season[1]) + 1) % 100) {
    return yearFact(undefined, Number(season[1]) + 1);
  }
  const year = take(YEAR_ONLY);
  if (year !== null) return yearFact(year[1], Number(year[2]));

  const thisYear = nearMs === null ? null : take(THIS_YEAR);
  if (thisYear !== null) {
    return {
      ...yearFact(thisYear[1], new Date((nearMs ?? 0) - DAY_MS).getUTCFullYear()),
      isYearGuessed: true,
    };
  }
  const alone = take(MONTH_ONLY);
  return alone === null
    ? null
    : monthFact(alone[1], null, monthNumber(alone[2] ?? alone[3] ?? alone[4]), nearMs);
}

/** Whether the month has that day. 29 February counts when no year is named. */
function isDay(month: number, day: string | undefined, year: string | undefined): boolean {
  const date = new Date(Date.UTC(Number(year ?? LEAP_YEAR), month - 1, Number(day)));
  return Number(day) >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
}

const LEAP_YEAR = 2024;

/** Quick check: a text without a digit, a month or the word year has no date. */
const DATED = /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\byear\b/;

/** Year from which Super Bowls are counted: number I was played in January 1967. */
const FIRST_SUPER_BOWL = 1966;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

function romanNumber(text: string): number {
  const values = [...text].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function monthFact(
  lead: string | undefined,
  year: number | null,
  month: number,
  nearMs: number | null = null,
): DateFact {
  const known = year ?? nearestYear(month, 15, nearMs);
  if (lead === undefined || known === null) {
    return {
      mode: lead === undefined ? 'at' : 'by',
      grain: 'month',
      year: known,
      isYearGuessed: year === null,
      month,
      day: null,
      instant: null,
    };
  }
  const last = new Date(Date.UTC(known, isBefore(lead) ? month - 1 : month, 1) - DAY_MS);
  return { ...lastDay(last), isYearGuessed: year === null };
}

function yearFact(lead: string | undefined, year: number): DateFact {
  if (lead === undefined) {
    return { mode: 'at', grain: 'year', year, isYearGuessed: false, month: null, day: null, instant: null };
  }
  return lastDay(new Date(Date.UTC(isBefore(lead) ? year : year + 1, 0, 1) - DAY_MS));
}

function withTime(fact: DateFact, time: RegExpExecArray | null): DateFact {
  if (time === null || fact.year === null || fact.month === null || fact.day === null) return fact;
  const [, hourText = '', minuteText = '0', half, zone = 'utc'] = time;
  // The last minute of a day means its end, which the day alone already states.
  if (hourText === '11' && minuteText === '59' && half === 'pm') return fact;
  const hour = (Number(hourText) % (half === undefined ? 24 : 12)) + (half === 'pm' ? 12 : 0);
  const local = Date.UTC(fact.year, fact.month - 1, fact.day, hour) + Number(minuteText) * MINUTE_MS;
  return { ...fact, instant: local + zoneOffsetMs(zone, local) };
}

/** Finds the offset to add to a local time to get UTC. `ET` follows New York's daylight saving time. */
function zoneOffsetMs(zone: string, localMs: number): number {
  if (zone === 'utc' || zone === 'gmt') return 0;
  if (zone === 'est') return 5 * HOUR_MS;
  if (zone === 'edt') return 4 * HOUR_MS;
  return findNewYorkOffsetAtLocal(localMs);
}

function loneYear(text: string): number | null {
  const match = /\b(20\d\d)\b/.exec(text);
  return match === null ? null : Number(match[1]);
}

function monthNumber(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}
