import { DAY_MS, MINUTE_MS } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import { type DateFact, findEnd, formatDate } from '../reading/date-fact.ts';
import type { MarketFeatures } from '../reading/features.ts';
import type { Finding, Nesting } from './finding.ts';

/** Largest difference in the ends that venues state for one question, due to rounding. */
const SAME_END_MS = 1.5 * DAY_MS;
/**
 * Largest difference in the ends of one contest. It is less than a day, because the same teams may meet again the next
 * day.
 */
const SAME_CONTEST_MS = DAY_MS / 2;
/** Largest difference in the ends of one competition's season. Venues allow different times for its last games. */
const SAME_SEASON_MS = 45 * DAY_MS;
/** Largest distance between a day and the market's end at which the end determines the year of the day. */
const NEAR_END_MS = 60 * DAY_MS;
const SAME_INSTANT_MS = MINUTE_MS;
/** Largest difference in the ends of questions about one year: some stay open until an inauguration or a deadline. */
const SAME_YEAR_END_MS = 400 * DAY_MS;

/** Compares two dates: the same day, month, year or time, in the same mode (until the date, or at it). */
export function compareDates(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  if (a.isMeasured || b.isMeasured) compareInstants(a, b, finding);
  const [one, two] = [a.date, b.date];
  // Contests with known start times are compared by them. The days in their texts may be of different time zones.
  if (areContests(a, b) && a.startsAt !== null && b.startsAt !== null && areDaysNear(one, two))
    return 'equal';
  if (isDated(a) && isDated(b)) return compareFacts(a, b, finding);
  return compareEndings(a, b, finding);
}

/** A market whose text names a date. */
type DatedMarket = MarketFeatures & { readonly date: DateFact };

function isDated(market: MarketFeatures): market is DatedMarket {
  return market.date !== null;
}

/** Whether the days of two texts are at most one apart, or a text names none. */
function areDaysNear(one: DateFact | null, two: DateFact | null): boolean {
  const [endA, endB] = [one === null ? null : findEnd(one), two === null ? null : findEnd(two)];
  return endA === null || endB === null || Math.abs(endA - endB) <= SAME_END_MS;
}

/** Compares the ends that the venues state, when at least one text names no date. */
function compareEndings(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  const [endA, endB] = [findLastDay(a), findLastDay(b)];
  if (endA === null || endB === null) {
    finding.addSoft('One names no date at all.');
    return null;
  }
  const isYear = a.date?.grain === 'year' || b.date?.grain === 'year';
  const tolerance = areContests(a, b)
    ? SAME_CONTEST_MS
    : a.isYearly && b.isYearly
      ? SAME_SEASON_MS
      : SAME_END_MS;
  const isSame = isYear
    ? new Date(endA).getUTCFullYear() === new Date(endB).getUTCFullYear()
    : Math.abs(endA - endB) <= tolerance;
  if (!isSame) {
    finding.addHard(`Dates differ: ${dayText(endA)} against ${dayText(endB)}.`);
    return null;
  }
  finding.infer(`The date is read from the venue’s own end of the market: ${dayText(endA)}.`);
  return 'equal';
}

/** Finds the last day that the text names, else the end that the venue states. */
function findLastDay(market: MarketFeatures): number | null {
  const isLastDay = market.date?.mode === 'by' && market.date.grain === 'day';
  return (isLastDay && market.date !== null ? findEnd(market.date) : null) ?? findEnding(market);
}

function compareFacts(a: DatedMarket, b: DatedMarket, finding: Finding): Nesting {
  const [one, two] = [a.date, b.date];
  if (
    !areContests(a, b) &&
    areInstants(one, two) &&
    Math.abs((one.instant ?? 0) - (two.instant ?? 0)) > SAME_INSTANT_MS
  ) {
    finding.addHard(`Times differ: ${formatDate(one)} against ${formatDate(two)}.`);
    return null;
  }
  if (one.mode === 'by' && two.mode === 'by') {
    const [endA, endB] = [findEnd(one), findEnd(two)];
    if (endA !== null && endB !== null && endA !== endB) {
      finding.addNested(`Dates differ: ${formatDate(one)} against ${formatDate(two)}.`);
      return endA < endB ? 'narrower' : 'wider';
    }
  }
  compareWindows(a, b, finding);
  const month = findMonthAndItsEnd(one, two);
  if (month !== null && !a.isMeasured && !b.isMeasured && isListedForMonth(a, b, month)) {
    finding.infer('Within a month and until its last day are the same for the market of that month.');
    return 'equal';
  }
  if (isYearAndItsEnd(one, two) && !a.isMeasured && !b.isMeasured) {
    finding.infer(`Within ${one.year} and until its last day are the same for what is open now.`);
    return 'equal';
  }
  if (isMonthOfDay(one, two) && areEndsClose(a, b, SAME_END_MS)) {
    finding.infer('One names the day, the other its month; the venues end both at the same time.');
    return 'equal';
  }
  if (!isSameFact(one, two) && !(areInstants(one, two) && !areContests(a, b))) {
    const isNearContest = areContests(a, b) && one.day === null && areEndsClose(a, b, SAME_CONTEST_MS);
    if (!isNearContest) finding.addHard(`Dates differ: ${formatDate(one)} against ${formatDate(two)}.`);
    return null;
  }
  return compareYears(a, b, finding);
}

/**
 * Compares the beginnings of windows. They matter for a count. A question whether something happens mostly begins with
 * its listing.
 */
function compareWindows(a: DatedMarket, b: DatedMarket, finding: Finding): void {
  const [one, two] = [a.date.from, b.date.from];
  if (one === two) return;
  if (one !== undefined && two !== undefined) {
    finding.addHard(`Their windows begin on different days: ${one} against ${two}.`);
    return;
  }
  const isYear = (one ?? two) === FIRST_DAY;
  if (isYear) return;
  if (a.quantities.length > 0 || b.quantities.length > 0)
    finding.addSoft(`Only one says on which day its window begins: ${one ?? two}.`);
  else finding.infer(`Only one says on which day its window begins: ${one ?? two}.`);
}

const FIRST_DAY = '01-01';

/**
 * Finds the month in a pair such as `in January` and `before 1 February`: one names the month, the other its last day.
 */
function findMonthAndItsEnd(one: DateFact, two: DateFact): DateFact | null {
  const [month, day] = one.grain === 'month' ? [one, two] : [two, one];
  const isPair = month.grain === 'month' && month.mode === 'at' && day.grain === 'day' && day.mode === 'by';
  if (!isPair || month.year === null || month.year !== day.year) return null;
  return findEnd(month) === findEnd(day) ? month : null;
}

/** Whether the market that names the last day belongs to that month, by the ticker of its event. */
function isListedForMonth(a: MarketFeatures, b: MarketFeatures, { year, month }: DateFact): boolean {
  const daily = a.date?.grain === 'day' ? a : b;
  return daily.tickerMonth === `${year}-${month}`;
}

function compareYears(a: DatedMarket, b: DatedMarket, finding: Finding): Nesting {
  const [one, two] = [a.date, b.date];
  if (one.year === null || two.year === null) finding.addSoft('The year is not stated.');
  else if (isFarGuess(one, a) || isFarGuess(two, b))
    finding.addLack(`The year is a guess, far from the venue’s own end of the market: ${one.year}.`);
  else if (one.isYearGuessed || two.isYearGuessed)
    finding.infer(`The year is read from the venue’s own end of the market: ${one.year}.`);
  else finding.note(`The same date: ${formatDate(one)}.`);
  const [endA, endB] = [findEnding(a), findEnding(b)];
  if (one.grain === 'year' && endA !== null && endB !== null && Math.abs(endA - endB) > SAME_YEAR_END_MS) {
    finding.addHard(`The venues end the markets on ${dayText(endA)} and ${dayText(endB)}.`);
  }
  return 'equal';
}

/** Whether the year is a guess: no text states it, and the venue's end of the market is not close to the date. */
function isFarGuess(fact: DateFact, market: MarketFeatures): boolean {
  const [end, stated] = [findEnd(fact), findEnding(market)];
  if (!fact.isYearGuessed || end === null) return false;
  return stated === null || (fact.grain !== 'year' && Math.abs(end - stated) > NEAR_END_MS);
}

function isSameFact(one: DateFact, two: DateFact): boolean {
  const isSameDay =
    one.mode === two.mode && one.grain === two.grain && one.month === two.month && one.day === two.day;
  return isSameDay && (one.year === null || two.year === null || one.year === two.year);
}

/** Whether one date is a year and the other its last day, such as `in 2026` and `by 31 December 2026`. */
function isYearAndItsEnd(one: DateFact, two: DateFact): boolean {
  const [year, day] = one.grain === 'year' ? [one, two] : [two, one];
  const isLastDay = day.mode === 'by' && day.grain === 'day' && day.month === 12 && day.day === 31;
  return (
    year.grain === 'year' && year.mode === 'at' && isLastDay && year.year !== null && year.year === day.year
  );
}

/** Compares the times at which a value is read. The same day at another hour is another question. */
function compareInstants(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  const [one, two] = [findInstant(a), findInstant(b)];
  if (one === null || two === null)
    finding.addSoft('One does not state the hour at which the value is read.');
  else if (Math.abs(one - two) > SAME_INSTANT_MS && !a.context.has('hightemp')) {
    finding.addSoftTime(
      `The value is read at different times: ${timeText(one)} against ${timeText(two)}.`,
      one,
      two,
    );
  } else finding.note(`The value is read at the same time: ${timeText(one)}.`);
}

/** Finds the decisive time. At some venues trading closes at that time, and others state it as the end. */
function findInstant(market: MarketFeatures): number | null {
  if (market.date?.instant != null) return market.date.instant;
  const { closesWhenDecided } = getProfile(market.venue).listing;
  return closesWhenDecided ? market.closesAt : (market.endsAt ?? market.closesAt);
}

/** Whether one date is a month and the other a day in it. */
function isMonthOfDay(one: DateFact, two: DateFact): boolean {
  const isDayAndMonth =
    (one.grain === 'day' && two.grain === 'month') || (one.grain === 'month' && two.grain === 'day');
  return isDayAndMonth && one.mode === two.mode && one.year === two.year && one.month === two.month;
}

function areContests(a: MarketFeatures, b: MarketFeatures): boolean {
  return a.matchUp !== null && b.matchUp !== null;
}

function areInstants(one: DateFact, two: DateFact): boolean {
  return one.instant !== null && two.instant !== null;
}

function areEndsClose(a: MarketFeatures, b: MarketFeatures, toleranceMs: number): boolean {
  const [one, two] = [dueAt(a), dueAt(b)];
  return one !== null && two !== null && Math.abs(one - two) <= toleranceMs;
}

/** Finds the end of the market, or of the day that its text names when the venue states no end. */
function dueAt(market: MarketFeatures): number | null {
  return findEnding(market) ?? (market.date?.grain === 'day' ? findEnd(market.date) : null);
}

/** Finds when the question is due: the stated end, else the end of trading. */
function findEnding(market: MarketFeatures): number | null {
  return market.endsAt ?? market.closesAt;
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
