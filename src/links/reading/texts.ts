import { type BinaryState, HOUR_MS } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import { fold } from '../vocabulary/text.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { type DateFact, findEnd, formatDate, toLastDay, withYearFrom } from './date-fact.ts';
import { readDate } from './dates.ts';
import { namesContest } from './match-up.ts';
import { MONTHS } from './months.ts';
import { type Quantity, readQuantities } from './quantities.ts';
import { findScheduledYear, type RulesReading } from './rules.ts';

/** One text of a market with its date and numbers extracted. */
export interface TextReading {
  /** Text after folding, with nothing removed. */
  readonly folded: string;
  readonly date: DateFact | null;
  readonly quantities: readonly Quantity[];
  /** Text without its dates and numbers. */
  readonly rest: string;
}

/** Texts of a market that state the question. */
export interface MarketTexts {
  readonly title: TextReading;
  /** Answer that Yes stands for, when it adds something to the title. */
  readonly answer: TextReading | null;
  readonly event: TextReading;
  /** Labels that repeat the title. They are searched for words, and not required in the other market. */
  readonly context: TextReading | null;
  /** Condition of Yes in the rules. */
  readonly condition: TextReading | null;
  /** Subject that decides Yes, when the rules have no condition. */
  readonly subject: TextReading | null;
  /** Labels of Yes and No after `Vocabulary.prepare`. */
  readonly labels: readonly [string, string];
  readonly isNegated: boolean;
}

/**
 * Subjects of some series of Kalshi, from the terms of their contracts. The rules of the markets do not repeat them.
 */
const SERIES: Readonly<Record<string, string>> = {
  KXCPI: 'monthly cpi inflation, seasonally adjusted, all items, by the BLS',
  KXCPIYOY: 'annual cpi inflation, before seasonal adjustment, all items, by the BLS',
  KXCPICORE: 'core monthly cpi inflation, seasonally adjusted, by the BLS',
  KXCPICOREYOY: 'core annual cpi inflation, before seasonal adjustment, by the BLS',
  KXU3: 'unemployment rate, seasonally adjusted',
};

const PLAIN_LABEL = /^(?:yes|no)$/i;
/**
 * Matches a negated verb: `will not be`, `won't`. In other places `not` is a word of the question, as for a jury that
 * may do neither.
 */
const NEGATIONS =
  /\bnot (?!guilty\b|liable\b|responsible\b|only\b|more\b|less\b|fewer\b|later\b)|\bnot$|\bwon't\b|\bfails? to\b/;
/** Matches the work after an award for a person, `for "Wicked"`, which only some venues name. */
const AWARDED_WORK = /\bfor "[^"]{1,80}"/;
const PERSONAL_AWARD = /\b(?:actor|actress|director|screenplay|performance)\b/;

/** Reads title, event, answer and labels of a market, and extracts dates and numbers from each. */
export function readTexts(
  { ticker, terms, ref, rules }: BinaryState,
  { condition, subject }: RulesReading,
  vocabulary: Vocabulary,
): MarketTexts {
  const { hasWholeQuestions } = getProfile(ref.venue).listing;
  const near = ticker.endDate ?? ticker.closeTime;
  const read = (text: string) => readText(text, near, rules ?? '', vocabulary);
  const { question, answer } = splitAnswer(ticker.title, terms.answer ?? null);
  const [yes, no] = terms.sides ?? ticker.outcomes;
  const ownLabel = PLAIN_LABEL.test(yes.trim()) ? null : yes;
  const title = read(withoutWork(question));
  const winner = namesContest(title.folded) ? findWinner(condition) : null;
  const label = ownLabel ?? (hasWholeQuestions ? null : answer) ?? winner;
  return {
    title,
    answer: label === null ? null : read(label),
    event: read(ticker.eventTitle ?? ''),
    context: joined(
      [hasWholeQuestions ? terms.answer : null, terms.eventSubtitle, SERIES[terms.series ?? '']],
      read,
    ),
    condition: condition === null ? null : read(condition),
    subject: subject === null ? null : read(subject),
    labels: [vocabulary.prepare(label ?? yes), vocabulary.prepare(no)],
    isNegated: NEGATIONS.test(title.rest),
  };
}

/** Finds the side that Kalshi names in its rules: `If Utah Valley wins the George Washington at Utah Valley game`. */
function findWinner(condition: string | null): string | null {
  return /^(.{1,80}?) (?:wins?|is) the /i.exec(condition ?? '')?.[1] ?? null;
}

/** Date of the question, and the reason why it is uncertain when the texts contradict each other. */
export interface DateOfMarket {
  readonly fact: DateFact | null;
  readonly conflict: string | null;
}

const GRAINS = { day: 0, month: 1, year: 2 } as const;
/** Matches `the next German election`, but not `the next prime minister`, who may come without an election. */
const NEXT = /\bnext (?:[\p{L}-]+ ){0,4}(?:elections?|vote)\b/u;

/**
 * Chooses the date of a market: the most precise one of title, answer and event, else of the rules when they are more
 * precise about the last day, else of the ticker.
 */
export function chooseDate(
  state: BinaryState,
  texts: MarketTexts,
  { words, isContest }: { readonly words: Set<string>; readonly isContest: boolean },
): DateOfMarket {
  const rules = state.rules ?? '';
  const { title, answer, event, context, condition, subject } = texts;
  const asked = [answer?.date, title.date, context?.date, event.date]
    .map((fact) => (fact == null ? null : filledIn(fact, event.folded)))
    .filter((fact) => fact != null)
    .sort((x, y) => GRAINS[x.grain] - GRAINS[y.grain]);
  const first = asked[0] ?? null;
  const ruled = condition?.date ?? withoutDay(subject?.date ?? null);
  if (first !== null) return { fact: sharpened(first, ruled), conflict: findConflict(first, ruled) };
  if (ruled !== null) return { fact: ruled, conflict: null };

  const isNext = NEXT.test(title.folded);
  const scheduled = isNext || ELECTION.test(title.folded) ? findScheduledYear(rules) : null;
  if (scheduled !== null) {
    words.delete('next');
    return { fact: buildYear(scheduled), conflict: null };
  }
  const played = isContest ? readDate(fold(rules.slice(0, OPENING_CHARS)), state.ticker.endDate).fact : null;
  return { fact: played ?? findSeason(rules) ?? findTickerDate(state), conflict: null };
}

/**
 * Removes the day of a date from the event. An event has a year or a month, and its day is that of a ceremony or a
 * vote.
 */
function withoutDay(fact: DateFact | null): DateFact | null {
  return fact?.grain === 'day'
    ? fact.year === null || fact.isYearGuessed
      ? null
      : buildYear(fact.year)
    : fact;
}

/** Matches a title that the answer completes with a day: `Anthropic IPO by __?`. */
const BLANK = /\b(by|before)\s*(?:_+|\.{2,}|…)?\s*\?*\s*$/;

/** Converts the day of an answer to a deadline when the event's title ends in `by` or `before`. */
function filledIn(fact: DateFact, event: string): DateFact {
  const lead = fact.mode === 'at' && fact.grain === 'day' ? BLANK.exec(event)?.[1] : undefined;
  return lead === undefined ? fact : toLastDay(fact, lead);
}

/** Length of the opening of the rules, which names the day of a contest. Later sentences are about postponement. */
const OPENING_CHARS = 300;
const ELECTION = /\belections?\b/;

/**
 * Replaces the date of the title by that of the rules when the rules are more precise: `by 1 January` may be `before
 * 2026`.
 */
function sharpened(asked: DateFact, ruled: DateFact | null): DateFact {
  if (ruled === null || asked.mode !== 'by' || ruled.mode !== 'by' || ruled.grain !== 'day') return asked;
  return asked.day === 1 && isDayBefore(ruled, asked) ? ruled : asked;
}

function isDayBefore(one: DateFact, two: DateFact): boolean {
  const [a, b] = [findEnd(one), findEnd(two)];
  return a !== null && b !== null && b - a > 0 && b - a <= 26 * HOUR_MS;
}

/** Finds a contradiction between the years of title and rules. One of the two is out of date. */
function findConflict(asked: DateFact, ruled: DateFact | null): string | null {
  if (ruled === null || ruled.year === null || asked.year === null) return null;
  if (asked.isYearGuessed || ruled.isYearGuessed || isDayBefore(ruled, asked)) return null;
  const areLastDays =
    asked.mode === 'by' && ruled.mode === 'by' && asked.grain === 'day' && ruled.grain === 'day';
  if (ruled.year === asked.year && !(areLastDays && findEnd(asked) !== findEnd(ruled))) return null;
  return `Its title says ${formatDate(asked)}, its rules say ${formatDate(ruled)}.`;
}

const SEASON_IN_RULES = /\b(20\d\d)\s?[-–/]\s?(?:20)?(\d\d)\b/;

/** Finds the season in the opening of the rules: `the 2024-2025 NBA Eastern Conference finals`. */
function findSeason(rules: string): DateFact | null {
  const match = SEASON_IN_RULES.exec(rules.slice(0, 400));
  const start = Number(match?.[1]);
  return match !== null && Number(match[2]) === (start + 1) % 100 ? buildYear(start + 1) : null;
}

const TICKER_DATE = /-(\d\d)(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)?)?(?=[^\d]|$|\d{4})/i;

/** Finds the day, month or year in the event's ticker: `KXNBAGAME-26JAN11HOUSAC`, `KXNBA-26`. */
export function findTickerDate({ ref, ticker }: Pick<BinaryState, 'ref' | 'ticker'>): DateFact | null {
  if (getProfile(ref.venue).listing.gameNames !== 'ticker' || ticker.eventKey === null) return null;
  const match = TICKER_DATE.exec(ticker.eventKey);
  if (match === null) return null;
  const year = 2000 + Number(match[1]);
  if (year < 2020 || year > 2060) return null;
  if (match[2] === undefined) return { ...buildYear(year), isYearGuessed: true };
  const month = MONTHS.indexOf(match[2].toLowerCase()) + 1;
  const day = match[3] === undefined ? null : Number(match[3]);
  return {
    mode: 'at',
    grain: day === null ? 'month' : 'day',
    year,
    isYearGuessed: false,
    month,
    day,
    instant: null,
  };
}

function buildYear(year: number): DateFact {
  return { mode: 'at', grain: 'year', year, isYearGuessed: false, month: null, day: null, instant: null };
}

/**
 * Matches quoted names of works, in which numbers and months are words (`"1989"`, `"June"`). A quoted question is not a
 * work.
 */
const QUOTED = /"[^"?]{1,40}"/g;
const MONTH_NAME =
  /\b(?=(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|not)\b)/g;

function hideQuoted(text: string): string {
  if (!/["“]/.test(text)) return text;
  return fold(text).replace(QUOTED, (work) =>
    work.replace(/\d/g, (digit) => DIGIT_LETTERS[Number(digit)] ?? '').replace(MONTH_NAME, 'x'),
  );
}

const DIGIT_LETTERS = 'qwertyuiop';

function readText(text: string, near: number | null, rules: string, vocabulary: Vocabulary): TextReading {
  if (text === '') return NO_TEXT;
  const folded = vocabulary.prepare(hideQuoted(text));
  const { fact, rest } = readDate(folded, near);
  const { quantities, rest: words } = readQuantities(rest);
  return {
    folded,
    date: withYearFrom(fact, rules),
    quantities,
    rest: words.replace(/\(\s*[,;]?\s*\)/g, ' '),
  };
}

const NO_TEXT: TextReading = { folded: '', date: null, quantities: [], rest: '' };

function joined(
  texts: readonly (string | null | undefined)[],
  read: (text: string) => TextReading,
): TextReading | null {
  const text = texts.filter((part) => part != null && part !== '').join(' ; ');
  return text === '' ? null : read(text);
}

/** Splits the answer from the question of several markets: `Boston at Miami Winner? Miami`. */
function splitAnswer(
  title: string,
  stated: string | null,
): { readonly question: string; readonly answer: string | null } {
  if (stated !== null && !PLAIN_LABEL.test(stated)) {
    const isBehind =
      title.length > stated.length &&
      title.endsWith(stated) &&
      /[?:]\s*$/.test(title.slice(0, -stated.length));
    return { question: isBehind ? title.slice(0, -stated.length) : title, answer: stated };
  }
  const match = /^(.*\?)\s+(\S.*)$/s.exec(title);
  const [, question = title, answer = null] = match ?? [];
  return { question, answer: answer === null || PLAIN_LABEL.test(answer) ? null : answer };
}

function withoutWork(title: string): string {
  const folded = fold(title);
  return PERSONAL_AWARD.test(folded) && AWARDED_WORK.test(folded) ? folded.replace(AWARDED_WORK, ' ') : title;
}
