import type { MarketFeatures } from '../reading/features.ts';
import { compareContest, type EventSizes } from './compare-contest.ts';
import { compareDates } from './compare-dates.ts';
import { compareQuantities } from './compare-quantities.ts';
import { compareRules } from './compare-rules.ts';
import { listSettlingDifferences } from './compare-settling.ts';
import { compareWords } from './compare-words.ts';
import { Finding, type MatchResult } from './finding.ts';

const NO_SIZES: EventSizes = { a: 0, b: 0 };

/**
 * Decides the relation of two markets. Pure, and symmetric except for `subset` and `superset`.
 *
 * `same` and `opposite` require every word, number, direction and date to agree. A number or date that is only implied
 * reduces the confidence. One that differs refuses the link, even when everything else agrees.
 *
 * @param sizes Numbers of markets in both events. Without them, a contest of two markets cannot be told from one of
 * three.
 */
export function compareMarkets(
  a: MarketFeatures,
  b: MarketFeatures,
  sizes: EventSizes = NO_SIZES,
): MatchResult {
  const finding = new Finding();
  for (const { unclear } of [a, b]) if (unclear !== null) finding.addHard(unclear);
  if (a.isWomens !== b.isWomens) finding.addHard('One is about women’s competition, the other is not.');

  const isContest = a.matchUp !== null && b.matchUp !== null;
  const isSwapped = isContest && compareContest(a, b, sizes, finding);
  if (!isContest) compareWords(a, b, finding);
  compareQualities(a, b, finding);
  const nesting = [compareQuantities(a, b, finding), compareDates(a, b, finding)];
  compareSources(a, b, finding);
  for (const difference of listSettlingDifferences(a, b)) finding.addSoft(difference);
  if (!finding.isRefused) compareRules(a, b, finding);
  return finding.toResult((a.isNegated !== b.isNegated) !== isSwapped, nesting);
}

/**
 * Decides the relation of two markets in one event of a venue: `opposite` when they are the two sides of a contest that
 * always has a winner, and no third market is tracked.
 *
 * @param marketsOfEvent Number of tracked markets in the event.
 */
export function compareSiblings(a: MarketFeatures, b: MarketFeatures, marketsOfEvent: number): MatchResult {
  const finding = new Finding();
  const yesSides = new Set([a.matchUp?.yes, b.matchUp?.yes]);
  const isWhole = a.isWholeEvent && b.isWholeEvent;
  const isDecided = a.isExclusive && b.isExclusive && !a.hasFallback && isWithoutDraw(a) && isWithoutDraw(b);
  const isClear = a.unclear === null && b.unclear === null;
  const isPair =
    isClear && marketsOfEvent === 2 && (isWhole || isDecided) && yesSides.has(0) && yesSides.has(1);
  if (!isPair) {
    finding.addHard('Two markets of one event, but not its two sides.');
    finding.isNear = false;
    return finding.toResult(false, []);
  }
  finding.note('They are the two sides of one event of which exactly one wins.');
  return finding.toResult(true, []);
}

function isWithoutDraw({ isDrawless, rules }: MarketFeatures): boolean {
  return isDrawless && (!rules.isRegulationTime || rules.countsOvertime);
}

/**
 * Compares qualities, such as the stage of a competition. A quality that narrows one market must be stated by the
 * other.
 */
function compareQualities(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  for (const [one, two] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.narrowing.length === 0) continue;
    const missing = one.narrowing.filter((quality) => !two.qualities.has(quality));
    if (missing.length > 0) finding.addSoft(`Only one is about this: ${missing.join(', ')}.`);
  }
}

function compareSources(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  const isMeasured = a.isMeasured || b.isMeasured || a.quantities.some(({ bound }) => bound !== 'exact');
  if (a.source !== null && b.source !== null) {
    if (a.source === b.source) finding.note(`The same settlement source: ${a.source}.`);
    else if (isMeasured) finding.addSoft(`Settlement sources differ: ${a.source} against ${b.source}.`);
    else finding.differ(`Settled by ${a.source} on one venue and by ${b.source} on the other.`);
    return;
  }
  if (a.isMeasured || b.isMeasured) finding.addSoft('One does not state where its value is read.');
  else if (a.source !== b.source)
    finding.differ(`Only one names its settlement source: ${a.source ?? b.source}.`);
}
