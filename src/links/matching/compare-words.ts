import type { MarketFeatures } from '../reading/features.ts';
import type { Finding } from './finding.ts';

/** Maximum number of words that a refusal names. */
const MAX_WORDS_NAMED = 6;
/** Minimum number of words for which two questions count as similar. Shorter questions share words by chance. */
const MIN_WORDS_ALIKE = 3;

/**
 * Compares the words of two questions. Each word must be in the other question, its event or its condition, and their
 * order must agree.
 */
export function compareWords(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  if ((a.matchUp === null) !== (b.matchUp === null))
    finding.addHard('One is a single contest, the other is not.');
  const missing = [...listMissingWords(a, b), ...listMissingWords(b, a)];
  if (missing.length > 0) {
    finding.addHard(`Words differ: ${missing.slice(0, MAX_WORDS_NAMED).join(', ')}.`);
    finding.isNear = missing.length === 1 && Math.min(a.words.size, b.words.size) >= MIN_WORDS_ALIKE;
    return;
  }
  finding.note(`The same words: ${[...a.words].slice(0, 8).join(', ')}.`);
  if (!isSameOrder(a, b)) finding.addHard('The same words in another order.');
  const isFromContext =
    [...a.words].some((word) => !b.words.has(word)) || [...b.words].some((word) => !a.words.has(word));
  if (isFromContext) finding.infer('Some words are in the event’s title or in the rules only.');
  if (a.context.has('updown') || b.context.has('updown')) {
    finding.addSoft('The price to beat is not stated alike in both.');
  }
}

/**
 * Lists the words of `a` that are missing in `b`. When only the event of `b` has a word, the whole event belongs to the
 * question, so that all words of the event are required.
 */
function listMissingWords(a: MarketFeatures, b: MarketFeatures): string[] {
  const missing = [...a.words].filter((word) => !b.context.has(word));
  const isEventNeeded = [...a.words].some((word) => !b.words.has(word) && b.eventWords.has(word));
  if (!isEventNeeded) return missing;
  return [...missing, ...[...b.eventWords].filter((word) => !a.context.has(word))];
}

function isSameOrder(a: MarketFeatures, b: MarketFeatures): boolean {
  if (a.order === null || b.order === null) return true;
  const shared = (order: readonly string[], other: readonly string[]) =>
    [...new Set(order)].filter((word) => other.includes(word));
  return shared(a.order, b.order).join(' ') === shared(b.order, a.order).join(' ');
}
