import { DAY_MS, findIsoTime } from '../../domain/index.ts';
import { findEnd } from '../reading/date-fact.ts';
import type { MarketFeatures } from '../reading/features.ts';
import { mayBeSameDay } from '../reading/restrictions.ts';
import type { Ruling } from '../reading/ruling.ts';
import {
  DIGITS,
  isOfForm,
  QUALIFIERS,
  SAYS_NOTHING,
  TRIGGERS,
  type WordedRestriction,
} from '../reading/words-of-forms.ts';
import type { Finding } from './finding.ts';

/** Words that describe how a value is read. */
const READINGS = new Set(
  'average mean median intraday settle settlement close closing open opening high highest low lowest maximum minimum first last sixty minute second candle vwap twap'.split(
    ' ',
  ),
);
const SAME_FALLBACK_MS = 45 * DAY_MS;
const MAX_WORDS_NAMED = 6;

/**
 * Compares the conditions of Yes, the exceptions and the last days in the rules. A condition in only one of the rules
 * makes the link `related`. Unknown rules reduce its confidence so that it is not traded.
 */
export function compareRules(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  if (!a.hasRules || !b.hasRules) {
    finding.addLack(
      a.hasRules === b.hasRules ? 'Neither venue states rules.' : 'Only one venue states rules.',
    );
    if (a.hasRules !== b.hasRules) compareWithTitle(a.hasRules ? a : b, a.hasRules ? b : a, finding);
    return;
  }
  const [one, two] = [a.readRuling(), b.readRuling()];
  if (!one.isRead || !two.isRead) finding.addLack('The rules of one are too long or in another language.');
  compareFallbacks(one, two, finding);
  compareRestrictions({ market: a, ruling: one }, { market: b, ruling: two }, finding);
  const isContest = a.matchUp !== null && b.matchUp !== null;
  if (isContest) {
    compareUnplayed(one, two, finding);
    return;
  }
  if (one.breaksTies !== two.breaksTies) finding.differ('Only one says who wins a tie.');
  compareExceptions(one, two, finding);
  compareAuthorities(one, two, finding);
  comparePlaces(one, two, finding);
  compareConditions({ market: a, ruling: one }, { market: b, ruling: two }, finding);
}

/** Compares two markets of which one has rules. They may state no more than the titles do. */
function compareWithTitle(own: MarketFeatures, other: MarketFeatures, finding: Finding): void {
  const [one, two] = [own.readRuling(), other.readRuling()];
  if (!one.isRead) finding.addLack('The rules of one are too long or in another language.');
  compareRestrictions({ market: own, ruling: one }, { market: other, ruling: two }, finding);
  const isContest = own.matchUp !== null && other.matchUp !== null;
  if (isContest) return;
  compareExceptions(one, two, finding);
  compareConditions({ market: own, ruling: one }, { market: other, ruling: two }, finding);
}

/**
 * Compares the payout of a contest that does not take place. A difference is too rare to refuse the link, and is always
 * stated.
 */
function compareUnplayed(one: Ruling, two: Ruling, finding: Finding): void {
  const say = (paid: string | null) => (paid === null ? 'what it does not say' : `“${paid}”`);
  const paid = [one.unplayed(), two.unplayed()] as const;
  if (paid[0] !== paid[1]) {
    finding.differ(
      `A contest that is not played pays ${say(paid[0])} on one venue and ${say(paid[1])} on the other.`,
    );
  }
  const waits = [one.waitsFor(), two.waitsFor()] as const;
  if (waits[0] !== waits[1])
    finding.differ(`Only one venue waits no longer than ${waits[0] ?? waits[1]} for a contest.`);
}

function compareExceptions(one: Ruling, two: Ruling, finding: Finding): void {
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const lone = own.exceptions.find((exception) => !other.exceptions.includes(exception));
    if (lone === undefined) continue;
    finding.addSoft(`Only the rules of one say what counts or does not: “${lone}”.`);
    return;
  }
}

/** Compares who decides the result: an authority in one condition that the other rules never name. */
function compareAuthorities(one: Ruling, two: Ruling, finding: Finding): void {
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const strange = own.authority.filter((word) => !other.words().has(word) && !SAYS_NOTHING.has(word));
    if (strange.length > 0 && strange.length === own.authority.length)
      finding.addSoft(`Only the rules of one say who decides it: ${own.authority.join(' ')}.`);
  }
}

/** Compares the places in the sources at which the value is read. */
function comparePlaces(one: Ruling, two: Ruling, finding: Finding): void {
  if (one.place.length === 0 || two.place.length === 0) return;
  const isStrange = (own: Ruling, other: Ruling) =>
    own.place.some((word) => !other.words().has(word) && !SAYS_NOTHING.has(word));
  if (isStrange(one, two) || isStrange(two, one))
    finding.addSoft('Their sources give the value in different places.');
}

/**
 * Compares the sentences, other than the condition, that restrict time, part, place, step or counting. Such a sentence
 * makes another question, unless the other rules contain its days, its numbers and each of its words. Two sentences
 * that differ in one word are different.
 */
function compareRestrictions(one: RuledMarket, two: RuledMarket, finding: Finding): void {
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const isContest = own.market.matchUp !== null && other.market.matchUp !== null;
    const found = [...own.ruling.restrictions(), ...(isContest ? own.ruling.additions() : [])];
    const lone = found.find((restriction) => !isAnswered(restriction, own, other));
    if (lone === undefined) continue;
    finding.addSoft(`Only the rules of one restrict this: “${shorten(lone.text)}”.`);
    return;
  }
}

function isAnswered(restriction: WordedRestriction, own: RuledMarket, other: RuledMarket): boolean {
  const { words, numbers, days, isDenied, said } = restriction;
  const knows = (word: string) =>
    (BOUNDS.has(word) && isRateMove(own.market) && isRateMove(other.market)) ||
    (word === 'us' && own.market.isOfTheUs && other.market.isOfTheUs) ||
    isOfForm(restriction, word) ||
    other.market.words.has(word) ||
    other.market.context.has(word) ||
    other.market.eventWords.has(word) ||
    // The words of a sentence that restates the question must be in the other condition, not only in the other rules.
    (said === 'restates' ? other.ruling.condition.includes(word) : other.ruling.words().has(word));
  const isKnownDay = (day: string) =>
    other.ruling.days().some((known) => mayBeSameDay(day, known)) ||
    (said === 'waits' && isAfterwards(day, own.market));
  if (!days.every(isKnownDay)) return false;
  const isKnownNumber = (number: string) =>
    other.ruling.numbers().has(number) || isItsYear(number, own.market);
  if (!numbers.every(isKnownNumber)) return false;
  // Numbers have been compared above.
  const telling = words.filter((word) => !SAYS_NOTHING.has(word) && !DIGITS.test(word));
  if ((said === null ? telling : words).some((word) => QUALIFIERS.has(word) && !knows(word))) return false;
  const foreign = telling.filter((word) => !own.market.words.has(word) && !own.market.eventWords.has(word));
  // A sentence with words of the title only restates the question.
  if (foreign.length === 0) return said !== null || (telling.length > 0 && !isDenied);
  return foreign.every(knows) && (said !== null || isDenied === isDeniedBy(other.ruling, foreign));
}

/**
 * Minimum time between an event and a day until which a result is awaited. Results come days after their event, so an
 * earlier day is a restriction.
 */
const MIN_WAIT_MS = 14 * DAY_MS;

/**
 * Words for the bounds of a rate. Both bounds of a central bank's range move together, so the words matter for levels
 * only.
 */
const BOUNDS = new Set(['lower', 'upper', 'bound', 'range']);
const MOVES = ['unchanged', 'cut', 'hike'];

function isRateMove({ words }: MarketFeatures): boolean {
  return words.has('rate') && MOVES.some((move) => words.has(move));
}

/**
 * Whether a day is one until which a result is awaited: at least the last day that the question names, or long after
 * its event.
 */
function isAfterwards(day: string, { date, endsAt, closesAt }: MarketFeatures): boolean {
  const at = findIsoTime(day);
  if (at === null) return false;
  const named = date === null ? null : findEnd(date);
  if (date?.mode === 'by' && named !== null) return at + DAY_MS > named;
  const ends = endsAt ?? closesAt;
  const due = date?.grain === 'year' ? ends : Math.max(named ?? 0, ends ?? 0);
  return due !== null && due > 0 && at >= due + MIN_WAIT_MS;
}

/** Whether a number is the year of the question, or of the season that ends in it. Dates are compared elsewhere. */
function isItsYear(number: string, { date }: MarketFeatures): boolean {
  if (date?.year == null) return false;
  return [date.year, date.year - 1, date.year % 100].includes(Number(number));
}

/** Whether the sentence that contains all of these words is negated. Words in different sentences do not count. */
function isDeniedBy(ruling: Ruling, words: readonly string[]): boolean {
  const found = ruling.restrictions().filter((own) => words.every((word) => own.words.includes(word)));
  return found.length > 0 && found.every(({ isDenied }) => isDenied);
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

interface RuledMarket {
  readonly market: MarketFeatures;
  readonly ruling: Ruling;
}

function compareConditions(one: RuledMarket, two: RuledMarket, finding: Finding): void {
  const strange = [listLone(one, two), listLone(two, one)] as const;
  // Number, source and time of a measured value are compared elsewhere.
  const areMeasured = one.market.isMeasured && two.market.isMeasured;
  for (const [own, other, lone] of [
    [one, two, strange[0]],
    [two, one, strange[1]],
  ] as const) {
    if (isAboutSomethingElse(own))
      finding.addHard('The rules of one are about something else than its title.');
    const decisive = lone.find(
      (word) => TRIGGERS.has(word) || QUALIFIERS.has(word) || (areMeasured && READINGS.has(word)),
    );
    if (decisive !== undefined) finding.addSoft(`Only the rules of one mention this: ${decisive}.`);
    else if (lone.length > 0 && !areMeasured) compareLone(lone, finding);
    const duration = own.ruling.durations.find((found) => !other.ruling.durations.includes(found));
    if (duration !== undefined) finding.addSoft(`Only the rules of one ask for a time: ${duration}s.`);
  }
  const areConditions = one.ruling.condition.length > 0 && two.ruling.condition.length > 0;
  if (areMeasured && areConditions && one.ruling.isTouched !== two.ruling.isTouched)
    finding.addSoft('The value has to hold at one moment, or at any.');
  if (!areMeasured && strange[0].length > 0 && strange[1].length > 0)
    finding.addSoft('The rules of each say something that the other’s do not.');
  if (one.ruling.condition.length === 0 || two.ruling.condition.length === 0)
    finding.infer('The rules of one do not say in one sentence when Yes wins.');
}

/**
 * Refuses a link for words that are in one condition only. They require more than the title does, or define one of its
 * words. Words alone cannot show whether the other market means the same.
 */
function compareLone(lone: readonly string[], finding: Finding): void {
  finding.addSoft(`Only the rules of one add this: ${lone.slice(0, MAX_WORDS_NAMED).join(', ')}.`);
}

function listLone(own: RuledMarket, other: RuledMarket): readonly string[] {
  return own.ruling.condition.filter((word) => isLone(word, own.market, other));
}

/** Whether nothing in the other market says a word of this condition. */
function isLone(word: string, own: MarketFeatures, { market, ruling }: RuledMarket): boolean {
  if (SAYS_NOTHING.has(word) || own.words.has(word)) return false;
  // Words that repeat others, such as `us` next to a recession, are not in the context.
  if (!own.context.has(word)) return false;
  // A declared winner is the winner of a contest or an election.
  if (word === 'declare' && own.words.has('win')) return false;
  return !market.context.has(word) && !market.eventWords.has(word) && !ruling.words().has(word);
}

/** Whether the rules share no word with their own title, because they were written for another question. */
function isAboutSomethingElse({ market, ruling }: RuledMarket): boolean {
  if (ruling.condition.length === 0 || market.words.size === 0) return false;
  return !ruling.condition.some((word) => market.words.has(word) || market.eventWords.has(word));
}

function compareFallbacks({ fallbackAt: one }: Ruling, { fallbackAt: two }: Ruling, finding: Finding): void {
  if (one === null && two === null) return;
  if (one === null || two === null) finding.differ('Only one says until when it waits for a decision.');
  else if (Math.abs(one - two) > SAME_FALLBACK_MS)
    finding.addSoft('They wait for a decision until different days.');
}
