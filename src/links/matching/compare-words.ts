import type { MarketFeatures } from '../reading/features.ts';
import type { Finding } from './finding.ts';

/** Number of words that a refusal names. */
const MAX_WORDS_NAMED = 6;
/** Questions of fewer words share too much by chance to be called alike. */
const MIN_WORDS_ALIKE = 3;

/** Every word of one question has to be found in the other, in its event or in its rule, and the order has to agree. */
export function compareWords(a: MarketFeatures, b: MarketFeatures, finding: Finding): void {
  if ((a.matchUp === null) !== (b.matchUp === null))
    finding.refuse('One is a single contest, the other is not.');
  const missing = [...listMissingWords(a, b), ...listMissingWords(b, a)];
  if (missing.length > 0) {
    finding.refuse(`Words differ: ${missing.slice(0, MAX_WORDS_NAMED).join(', ')}.`);
    finding.isNear = missing.length === 1 && Math.min(a.words.size, b.words.size) >= MIN_WORDS_ALIKE;
    return;
  }
  finding.note(`The same words: ${[...a.words].slice(0, 8).join(', ')}.`);
  if (!isSameOrder(a, b)) finding.refuse('The same words in another order.');
  const isFromContext =
    [...a.words].some((word) => !b.words.has(word)) || [...b.words].some((word) => !a.words.has(word));
  if (isFromContext) finding.infer('Some words are in the event’s title or in the rules only.');
  if (a.context.has('updown') || b.context.has('updown')) {
    finding.addSoft('The price to beat is not stated alike in both.');
  }
}

/**
 * Words of a that b does not hold. A word that only b's event holds makes the whole event part of the
 * question, so that all of it has to be found.
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
