import type { MarketFeatures } from '../reading/features.ts';
import { alignSides, isSamePerson, isSameSide } from '../reading/match-up.ts';
import { compareDates } from './compare-dates.ts';
import { compareQuantities } from './compare-quantities.ts';
import { compareWords } from './compare-words.ts';
import { Finding, type MatchResult } from './finding.ts';

/** How many markets the events of the two hold; 0 where that is not known. */
export interface EventSizes {
  readonly a: number;
  readonly b: number;
}

const NO_SIZES: EventSizes = { a: 0, b: 0 };

/**
 * Decides how two markets stand to each other. Pure and symmetric but for `subset` and `superset`.
 *
 * `same` and `opposite` need every word, number, direction and date to agree. A number or date that is only
 * implied costs confidence; one that differs refuses, no matter what else agrees.
 *
 * @param sizes Without it, a contest of two markets is not known from one of three.
 */
export function compareMarkets(
  a: MarketFeatures,
  b: MarketFeatures,
  sizes: EventSizes = NO_SIZES,
): MatchResult {
  const finding = new Finding();
  for (const { unclear } of [a, b]) if (unclear !== null) finding.refuse(unclear);
  if (a.isWomens !== b.isWomens) finding.refuse('One is about women’s competition, the other is not.');

  const isContest = a.matchUp !== null && b.matchUp !== null;
  const isSwapped = isContest && compareContest(a, b, sizes, finding);
  if (!isContest) compareWords(a, b, finding);
  compareQualities(a, b, finding);
  const nesting = [compareQuantities(a, b, finding), compareDates(a, b, finding)];
  compareSources(a, b, finding);
  return finding.toResult((a.isNegated !== b.isNegated) !== isSwapped, nesting);
}

/**
 * Decides how two markets of one event of one venue stand to each other: `opposite` when they are the two
 * sides of a contest that always has a winner, and no third market is tracked.
 *
 * @param listEventMarkets How many markets of the event are tracked.
 */
export function compareSiblings(a: MarketFeatures, b: MarketFeatures, marketsOfEvent: number): MatchResult {
  const finding = new Finding();
  const yesSides = new Set([a.matchUp?.yes, b.matchUp?.yes]);
  const isWhole = a.isWholeEvent && b.isWholeEvent;
  const isDecided = a.isExclusive && b.isExclusive && isWithoutDraw(a) && isWithoutDraw(b);
  const isClear = a.unclear === null && b.unclear === null;
  const isPair =
    isClear && marketsOfEvent === 2 && (isWhole || isDecided) && yesSides.has(0) && yesSides.has(1);
  if (!isPair) {
    finding.refuse('Two markets of one event, but not its two sides.');
    finding.isNear = false;
    return finding.toResult(false, []);
  }
  finding.note('They are the two sides of one event of which exactly one wins.');
  return finding.toResult(true, []);
}

/** Returns whether Yes pays on different sides. */
function compareContest(a: MarketFeatures, b: MarketFeatures, sizes: EventSizes, finding: Finding): boolean {
  const [one, two] = [a.matchUp, b.matchUp];
  if (one === null || two === null) return false;
  const arePersons = a.isPersonSport && b.isPersonSport;
  const order = alignSides(one, two, arePersons ? isSamePerson : isSameSide);
  if (order === null) {
    finding.refuse('The two sides of the contest differ.');
    finding.isNear = false;
    return false;
  }
  finding.note('The same two sides meet.');
  compareTimePlayed(a, b, finding);
  if (one.yes === null || two.yes === null) {
    if (one.yes !== two.yes) finding.refuse('One pays on the draw, the other on a win.');
    return false;
  }
  const isSameWinner = (order === 'straight') === (one.yes === two.yes);
  const isDecided =
    isWithoutDraw(a) ||
    isWithoutDraw(b) ||
    (isTwoSided(a, sizes.a) && isTwoSided(b, sizes.b) && isTwoWayNamed(a, b));
  if (one.isTwoWay !== two.isTwoWay && !isDecided)
    finding.soft('One has two ways to end, the other may know a draw.');
  if (isSameWinner) return false;
  if (isDecided) return true;
  finding.soft('Different sides of a contest that can be drawn.');
  return false;
}

/** A winner after regulation time is not a winner after overtime. */
function compareTimePlayed(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  for (const [one, two] of [
    [a, b],
    [b, a],
  ] as const) {
    const isShort = one.rules.isRegulationTime && !one.rules.countsOvertime;
    if (isShort && two.rules.countsOvertime)
      finding.soft('One is decided after regulation time, the other after overtime.');
  }
}

function isWithoutDraw({ isDrawless, rules }: MarketFeatures): boolean {
  return isDrawless && (!rules.isRegulationTime || rules.countsOvertime);
}

/** The market, or its event of exactly two markets, leaves no room for a draw. */
function isTwoSided({ matchUp, isExclusive, rules }: MarketFeatures, marketsOfEvent: number): boolean {
  const isShort = rules.isRegulationTime && !rules.countsOvertime;
  return !isShort && (matchUp?.isTwoWay === true || (isExclusive && marketsOfEvent === 2));
}

/** At least one venue says outright that No pays on the other side. */
function isTwoWayNamed(a: MarketFeatures, b: MarketFeatures): boolean {
  return a.matchUp?.isTwoWay === true || b.matchUp?.isTwoWay === true;
}

/** What the rules of one narrow, the other has to speak of as well. */
function compareQualities(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  for (const [one, two] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.narrowing.length === 0) continue;
    const missing = one.narrowing.filter((quality) => !two.qualities.has(quality));
    if (missing.length > 0) finding.soft(`Only one is about this: ${missing.join(', ')}.`);
  }
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
