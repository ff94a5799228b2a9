import { DAY_MS, MINUTE_MS } from '../domain/index.ts';
import { type DateFact, dateText, endOf } from './dates.ts';
import type { MarketFeatures } from './features.ts';
import type { LinkRelation } from './link.ts';
import { alignSides } from './match-up.ts';
import { type Quantity, quantityText, sameNumber } from './quantities.ts';

/** What the comparison of two markets found. */
export interface Verdict {
  /** null: refused. */
  readonly relation: LinkRelation | null;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly differences: readonly string[];
  /** What stands against `same`; empty for `same` and `opposite`. */
  readonly refusals: readonly string[];
  /** The two look alike: all words but one are shared, so a refusal is worth recording. */
  readonly isNear: boolean;
}

/** How many markets the events of the two hold; 0 where that is not known. */
export interface EventSizes {
  readonly a: number;
  readonly b: number;
}

const NO_SIZES: EventSizes = { a: 0, b: 0 };

/** Each inference costs this much confidence, so that no link rests on more than four of them. */
const INFERENCE_COST = 0.02;
const FULL_CONFIDENCE = 0.99;
/** Venues round the end of the same question to different hours of the day. */
const SAME_END_MS = 1.5 * DAY_MS;
/** Teams meet again the next day, so a contest is told by its hour. */
const SAME_CONTEST_MS = DAY_MS / 2;
const SAME_INSTANT_MS = MINUTE_MS;
/** Questions of one year may stay open long after: elections until the inauguration, cups until the deadline. */
const SAME_YEAR_END_MS = 400 * DAY_MS;

/**
 * Decides how two markets stand to each other. Pure and symmetric but for `subset` and `superset`.
 *
 * `same` and `opposite` need every word, number, direction and date to agree. A number or date that is only
 * implied costs confidence; one that differs refuses, whatever else agrees.
 *
 * @param sizes Without it, a contest of two markets is not known from one of three.
 */
export function compareMarkets(a: MarketFeatures, b: MarketFeatures, sizes: EventSizes = NO_SIZES): Verdict {
  const finding = new Finding();
  if (a.isUnclear || b.isUnclear) finding.refuse('One does not say on which of two sides Yes pays.');
  if (a.isWomens !== b.isWomens) finding.refuse('One is about women’s competition, the other is not.');

  const isContest = a.matchUp !== null && b.matchUp !== null;
  const isSwapped = isContest ? compareContest(a, b, sizes, finding) : compareWords(a, b, finding);
  const nesting = [compareQuantities(a, b, finding), compareDates(a, b, finding)];
  compareSources(a, b, finding);
  return finding.verdict((a.isNegated !== b.isNegated) !== isSwapped, nesting);
}

/**
 * Decides how two markets of one event of one venue stand to each other: `opposite` when they are the two
 * sides of a contest that always has a winner, and no third market is tracked.
 *
 * @param marketsOfEvent How many markets of the event are tracked.
 */
export function compareSiblings(a: MarketFeatures, b: MarketFeatures, marketsOfEvent: number): Verdict {
  const finding = new Finding();
  const yesSides = new Set([a.matchUp?.yes, b.matchUp?.yes]);
  const isWhole = a.isWholeEvent && b.isWholeEvent;
  const isDecided = a.isExclusive && b.isExclusive && a.isDrawless && b.isDrawless;
  const isPair = marketsOfEvent === 2 && (isWhole || isDecided) && yesSides.has(0) && yesSides.has(1);
  if (!isPair) {
    finding.refuse('Two markets of one event, but not its two sides.');
    finding.isNear = false;
    return finding.verdict(false, []);
  }
  finding.note('They are the two sides of one event of which exactly one wins.');
  return finding.verdict(true, []);
}

/** Returns whether Yes pays on different sides. */
function compareContest(a: MarketFeatures, b: MarketFeatures, sizes: EventSizes, finding: Finding): boolean {
  const [one, two] = [a.matchUp, b.matchUp];
  if (one === null || two === null) return false;
  const order = alignSides(one, two);
  if (order === null) {
    finding.refuse('The two sides of the contest differ.');
    finding.isNear = false;
    return false;
  }
  finding.note('The same two sides meet.');
  if (one.yes === null || two.yes === null) {
    if (one.yes !== two.yes) finding.refuse('One pays on the draw, the other on a win.');
    return false;
  }
  const isSameSide = (order === 'straight') === (one.yes === two.yes);
  const isDecided =
    a.isDrawless || b.isDrawless || (isTwoSided(a, sizes.a) && isTwoSided(b, sizes.b) && isTwoWayNamed(a, b));
  if (one.isTwoWay !== two.isTwoWay && !isDecided)
    finding.soft('One has two ways to end, the other may know a draw.');
  if (isSameSide) return false;
  if (isDecided) return true;
  finding.soft('Different sides of a contest that can be drawn.');
  return false;
}

/** The market, or its event of exactly two markets, leaves no room for a draw. */
function isTwoSided(
  { matchUp, isExclusive, isRegulationTime }: MarketFeatures,
  marketsOfEvent: number,
): boolean {
  return !isRegulationTime && (matchUp?.isTwoWay === true || (isExclusive && marketsOfEvent === 2));
}

/** At least one venue says outright that No pays on the other side. */
function isTwoWayNamed(a: MarketFeatures, b: MarketFeatures): boolean {
  return a.matchUp?.isTwoWay === true || b.matchUp?.isTwoWay === true;
}

/** Every word of one question has to be found in the other or in its event. */
function compareWords(a: MarketFeatures, b: MarketFeatures, finding: Finding): boolean {
  if ((a.matchUp === null) !== (b.matchUp === null))
    finding.refuse('One is a single contest, the other is not.');
  const missing = [...missingWords(a, b), ...missingWords(b, a)];
  if (missing.length > 0) {
    finding.refuse(`Words differ: ${missing.slice(0, 6).join(', ')}.`);
    finding.isNear = missing.length === 1 && Math.min(a.words.size, b.words.size) >= 3;
    return false;
  }
  finding.note(`The same words: ${[...a.words].slice(0, 8).join(', ')}.`);
  const isFromEvent =
    [...a.words].some((word) => !b.words.has(word)) || [...b.words].some((word) => !a.words.has(word));
  if (isFromEvent) finding.infer('Some words stand in the event’s title only.');
  if (a.context.has('updown') || b.context.has('updown')) {
    finding.soft('The price to beat is not stated alike in both.');
  }
  return false;
}

function missingWords(a: MarketFeatures, b: MarketFeatures): string[] {
  return [...a.words].filter((word) => !b.context.has(word));
}

/** How one condition holds the other: a implies b, b implies a, they exclude each other, or they are equal. */
type Nesting = 'equal' | 'narrower' | 'wider' | 'complement' | null;

function compareQuantities(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  if (a.quantities.length !== b.quantities.length) {
    finding.refuse(`Numbers differ: ${listText(a.quantities)} against ${listText(b.quantities)}.`);
    return null;
  }
  let nesting: Nesting = 'equal';
  const left = [...b.quantities];
  for (const one of a.quantities) {
    const index = left.findIndex(
      (two) => quantityNesting(one, two, a.isMeasured || b.isMeasured) === 'equal',
    );
    const two = left.splice(Math.max(index, 0), 1)[0];
    if (two === undefined) return null;
    if (!unitsAgree(one, two)) {
      finding.refuse(`Units differ: ${quantityText(one)} against ${quantityText(two)}.`);
      return null;
    }
    const found = quantityNesting(one, two, a.isMeasured || b.isMeasured);
    if (found === 'equal') {
      finding.note(`The same number: ${quantityText(one)}.`);
      if (one.inclusive !== two.inclusive) finding.differ('The exact boundary wins on one venue only.');
      continue;
    }
    if (found === null || nesting !== 'equal') {
      finding.refuse(`Numbers differ: ${quantityText(one)} against ${quantityText(two)}.`);
      return null;
    }
    nesting = found;
    if (found === 'complement')
      finding.note(`The same boundary from both sides: ${quantityText(one)}, ${quantityText(two)}.`);
    else finding.nested(`Numbers differ: ${quantityText(one)} against ${quantityText(two)}.`);
  }
  return nesting;
}

/** A price hits its boundary so rarely that `above` and `at or above` count as one; a count does not. */
function quantityNesting(a: Quantity, b: Quantity, isContinuous: boolean): Nesting {
  const isSameValue = sameNumber(a.value, b.value);
  if (a.bound === b.bound) {
    if (a.bound === 'between')
      return isSameValue && sameNumber(a.high ?? Number.NaN, b.high ?? Number.NaN) ? 'equal' : null;
    if (isSameValue) return a.inclusive === b.inclusive || isContinuous ? 'equal' : null;
    if (a.bound === 'above') return a.value > b.value ? 'narrower' : 'wider';
    if (a.bound === 'below') return a.value < b.value ? 'narrower' : 'wider';
    return null;
  }
  const isFacing =
    (a.bound === 'above' && b.bound === 'below') || (a.bound === 'below' && b.bound === 'above');
  return isFacing && isSameValue && (a.inclusive !== b.inclusive || isContinuous) ? 'complement' : null;
}

function unitsAgree(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit || a.unit === '' || b.unit === '';
}

function listText(quantities: readonly Quantity[]): string {
  return quantities.length === 0 ? 'none' : quantities.map(quantityText).join(', ');
}

function compareDates(a: MarketFeatures, b: MarketFeatures, finding: Finding): Nesting {
  if (a.isMeasured || b.isMeasured) compareInstants(a, b, finding);
  const [one, two] = [a.date, b.date];
  if (one !== null && two !== null) return compareFacts(one, two, a, b, finding);
  const [endA, endB] = [endingOf(a), endingOf(b)];
  if (endA === null || endB === null) {
    finding.soft('One names no date at all.');
    return null;
  }
  const isContest = a.matchUp !== null && b.matchUp !== null;
  const isYear = one?.grain === 'year' || two?.grain === 'year';
  const tolerance = isYear ? 0 : isContest ? SAME_CONTEST_MS : SAME_END_MS;
  const isSameYear = new Date(endA).getUTCFullYear() === new Date(endB).getUTCFullYear();
  if (tolerance === 0 ? !isSameYear : Math.abs(endA - endB) > tolerance) {
    finding.refuse(`Dates differ: ${dayText(endA)} against ${dayText(endB)}.`);
    return null;
  }
  finding.infer(`The date is read from the venue’s own end of the market: ${dayText(endA)}.`);
  return 'equal';
}

function compareFacts(
  one: DateFact,
  two: DateFact,
  a: MarketFeatures,
  b: MarketFeatures,
  finding: Finding,
): Nesting {
  const isContest = a.matchUp !== null && b.matchUp !== null;
  if (one.instant !== null && two.instant !== null && Math.abs(one.instant - two.instant) > SAME_INSTANT_MS) {
    finding.refuse(`Times differ: ${dateText(one)} against ${dateText(two)}.`);
    return null;
  }
  if (one.mode === 'by' && two.mode === 'by') {
    const [endA, endB] = [endOf(one), endOf(two)];
    if (endA !== null && endB !== null && endA !== endB) {
      finding.nested(`Dates differ: ${dateText(one)} against ${dateText(two)}.`);
      return endA < endB ? 'narrower' : 'wider';
    }
  }
  const isInstantPair = one.instant !== null && two.instant !== null;
  const isSameDay =
    one.mode === two.mode && one.grain === two.grain && one.month === two.month && one.day === two.day;
  if (isMonthOfDay(one, two) && areEndsClose(a, b, SAME_END_MS)) {
    finding.infer('One names the day, the other its month; the venues end both at the same time.');
    return 'equal';
  }
  if (!isInstantPair && (!isSameDay || (one.year !== null && two.year !== null && one.year !== two.year))) {
    const isNearContest = isContest && one.day === null && areEndsClose(a, b, SAME_CONTEST_MS);
    if (!isNearContest) finding.refuse(`Dates differ: ${dateText(one)} against ${dateText(two)}.`);
    return null;
  }
  if (one.year === null || two.year === null) finding.soft('The year is not stated.');
  else finding.note(`The same date: ${dateText(one)}.`);
  const [endA, endB] = [endingOf(a), endingOf(b)];
  if (one.grain === 'year' && endA !== null && endB !== null && Math.abs(endA - endB) > SAME_YEAR_END_MS) {
    finding.refuse(`The venues end the markets on ${dayText(endA)} and ${dayText(endB)}.`);
  }
  return 'equal';
}

/** A price holds at one moment: the same day at another hour is another question. */
function compareInstants(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  const [one, two] = [instantOf(a), instantOf(b)];
  if (one === null || two === null) finding.soft('One does not state the hour at which the value is read.');
  else if (Math.abs(one - two) > SAME_INSTANT_MS && !a.context.has('hightemp')) {
    finding.softTime(
      `The value is read at different times: ${timeText(one)} against ${timeText(two)}.`,
      one,
      two,
    );
  } else finding.note(`The value is read at the same time: ${timeText(one)}.`);
}

/** Kalshi closes trading at the moment that counts; the others name it as the end. */
function instantOf(market: MarketFeatures): number | null {
  if (market.date?.instant !== null && market.date?.instant !== undefined) return market.date.instant;
  return market.venue === 'kalshi' ? market.closesAt : (market.endsAt ?? market.closesAt);
}

/** A month, and a day that lies in it. */
function isMonthOfDay(one: DateFact, two: DateFact): boolean {
  const grains = [one.grain, two.grain].sort().join(' ');
  return grains === 'day month' && one.mode === two.mode && one.year === two.year && one.month === two.month;
}

function areEndsClose(a: MarketFeatures, b: MarketFeatures, toleranceMs: number): boolean {
  const [one, two] = [dueAt(a), dueAt(b)];
  return one !== null && two !== null && Math.abs(one - two) <= toleranceMs;
}

/** The end of the market, or of the day that its text names where the venue states no end. */
function dueAt(market: MarketFeatures): number | null {
  return endingOf(market) ?? (market.date?.grain === 'day' ? endOf(market.date) : null);
}

/** When the question is due; the end of trading where the venue does not say. */
function endingOf(market: MarketFeatures): number | null {
  return market.endsAt ?? market.closesAt;
}

function compareSources(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  const isMeasured = a.isMeasured || b.isMeasured || a.quantities.some(({ bound }) => bound !== 'exact');
  if (a.source !== null && b.source !== null) {
    if (a.source === b.source) finding.note(`The same settlement source: ${a.source}.`);
    else if (isMeasured) finding.soft(`Settlement sources differ: ${a.source} against ${b.source}.`);
    else finding.differ(`Settled by ${a.source} on one venue and by ${b.source} on the other.`);
    return;
  }
  if (a.isMeasured || b.isMeasured) finding.soft('One does not state where its value is read.');
  else if (a.source !== b.source)
    finding.differ(`Only one names its settlement source: ${a.source ?? b.source}.`);
}

/** Collects what speaks for and against a link. */
class Finding {
  isNear = true;
  private readonly reasons: string[] = [];
  private readonly differences: string[] = [];
  private readonly hard: string[] = [];
  private readonly softs: string[] = [];
  private readonly nestings: string[] = [];
  private inferences = 0;

  note(reason: string): void {
    this.reasons.push(reason);
  }

  /** Something that is implied, not said. */
  infer(reason: string): void {
    this.reasons.push(reason);
    this.inferences += 1;
  }

  /** A way in which the two could settle apart, too rare to refuse. */
  differ(difference: string): void {
    this.differences.push(difference);
    this.inferences += 0.5;
  }

  refuse(reason: string): void {
    this.hard.push(reason);
  }

  /** Refuses `same`, but the two belong together: at most `related`. */
  soft(reason: string): void {
    this.softs.push(reason);
  }

  /** Hours apart is `related`; days apart is another question. */
  softTime(reason: string, one: number, two: number): void {
    if (Math.abs(one - two) < DAY_MS) this.softs.push(reason);
    else this.hard.push(reason);
  }

  nested(reason: string): void {
    this.nestings.push(reason);
  }

  verdict(isSwapped: boolean, nesting: readonly Nesting[]): Verdict {
    const refusals = [...this.hard, ...this.softs, ...this.nestings];
    const base = { reasons: this.reasons, differences: this.differences, refusals, isNear: this.isNear };
    if (this.hard.length > 0) return { ...base, relation: null, confidence: 0 };
    const confidence = Math.round((FULL_CONFIDENCE - INFERENCE_COST * this.inferences) * 1000) / 1000;
    if (this.softs.length > 0) return { ...base, relation: 'related', confidence: Math.min(confidence, 0.8) };

    const isOpposite = (nesting.filter((found) => found === 'complement').length % 2 === 1) !== isSwapped;
    const found = nesting.filter((one) => one === 'narrower' || one === 'wider');
    if (found.length === 0) return { ...base, relation: isOpposite ? 'opposite' : 'same', confidence };
    if (isOpposite || new Set(found).size > 1) return { ...base, relation: 'related', confidence };
    return { ...base, relation: found[0] === 'narrower' ? 'subset' : 'superset', confidence };
  }
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
