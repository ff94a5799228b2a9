import type { MarketTerms } from '../../domain/index.ts';
import { isSameNumber, type Quantity } from './quantities.ts';
import type { RulesReading } from './rules.ts';
import type { MarketTexts } from './texts.ts';

/**
 * The numbers of a market: those that its metadata states, and those of its texts that say something else.
 * The answer repeats the title where both hold numbers, so only one of them counts. The rules decide which
 * edges belong to them.
 */
export function collectQuantities(
  texts: MarketTexts,
  terms: MarketTerms,
  rules: RulesReading,
): readonly Quantity[] {
  const title = texts.title.quantities;
  const answer = texts.answer?.quantities ?? [];
  const written =
    title.length > 0
      ? [...title, ...answer.filter((one) => !title.some((two) => repeats(one, two)))]
      : answer;
  const stated = withStated(written, terms);
  const condition = texts.condition?.quantities ?? [];
  return stated.map((quantity) => withEdges(quantity, condition, terms, rules));
}

function repeats(one: Quantity, two: Quantity): boolean {
  return isSameNumber(one.value, two.value) || (one.high !== null && isSameNumber(one.high, two.value));
}

function withStated(written: readonly Quantity[], terms: MarketTerms): readonly Quantity[] {
  const { direction, strike, strikeHigh } = terms;
  if (direction === null || strike === null) return written;
  const whole = written.find((one) => isNextWhole(one, direction, strike));
  if (whole !== undefined) return written;
  const stated = findStatedQuantity({ direction, strike, strikeHigh, written });
  const others = written.filter(
    ({ value, high }) => !isStrike(value, terms) && !(high !== null && isStrike(high, terms)),
  );
  return [stated, ...others];
}

/** `79° or below` of a strike of 80 that must not be reached: the answer counts in whole numbers. */
function isNextWhole({ bound, inclusive, value }: Quantity, direction: string, strike: number): boolean {
  const step = direction === 'above' ? 1 : -1;
  return bound === direction && inclusive && Number.isInteger(strike) && value === strike + step;
}

function isStrike(value: number, { strike, strikeHigh }: MarketTerms): boolean {
  return [strike, strikeHigh].some(
    (edge) => edge !== null && (isSameNumber(edge, value) || isSameNumber(edge + 0.01, value)),
  );
}

interface StatedThreshold {
  readonly direction: 'above' | 'below' | 'between';
  readonly strike: number;
  readonly strikeHigh: number | null;
  readonly written: readonly Quantity[];
}

/** A strike of 89,999.99 that has to be exceeded is 90,000 to be reached, in whole cents. */
function findStatedQuantity({ direction, strike, strikeHigh, written }: StatedThreshold): Quantity {
  const like = written.find(({ value }) => isSameNumber(value, strike) || isSameNumber(value, strike + 0.01));
  // The answer of a market that pays when a price is touched names the price like a boundary.
  if (like?.bound === 'touch' || like?.bound === 'dip') return like;
  const unit = like?.unit ?? '';
  if (direction === 'between') {
    return { value: strike, high: strikeHigh, unit, bound: 'between', inclusive: true, highInclusive: null };
  }
  const isCentBelow = direction === 'above' && Math.abs(((strike * 100) % 100) - 99) < 1e-3;
  const value = isCentBelow ? Math.round(strike * 100 + 1) / 100 : strike;
  const inclusive = isCentBelow || (like?.bound === direction && like.inclusive);
  return { value, high: null, unit, bound: direction, inclusive, highInclusive: null };
}

/** The metadata knows the edge best, then the sentence of the rules, then the rule about brackets. */
function withEdges(
  quantity: Quantity,
  condition: readonly Quantity[],
  terms: MarketTerms,
  { edgeGoesTo }: RulesReading,
): Quantity {
  const { bound, value } = quantity;
  const ruled = condition.find((other) => isSameNumber(other.value, value));
  if (bound === 'exact' && ruled !== undefined && (ruled.bound === 'above' || ruled.bound === 'below')) {
    return { ...ruled, unit: quantity.unit === '' ? ruled.unit : quantity.unit };
  }
  if (bound === 'between') {
    const isSaid =
      ruled?.bound === 'between' &&
      ruled.highInclusive !== null &&
      isSameNumber(ruled.high ?? 0, quantity.high ?? 0);
    if (isSaid) return { ...quantity, inclusive: ruled.inclusive, highInclusive: ruled.highInclusive };
    const highInclusive = edgeGoesTo === null ? quantity.highInclusive : edgeGoesTo === 'lower';
    return { ...quantity, inclusive: edgeGoesTo !== 'lower', highInclusive };
  }
  if (bound !== 'above' && bound !== 'below') return quantity;
  if (edgeGoesTo !== null)
    return { ...quantity, inclusive: (edgeGoesTo === 'higher') === (bound === 'above') };
  if (ruled?.bound === bound) return { ...quantity, inclusive: ruled.inclusive };
  const isExact = terms.strike != null && isSameNumber(terms.strike, value) && terms.isStrikeIncluded != null;
  return isExact ? { ...quantity, inclusive: terms.isStrikeIncluded === true } : quantity;
}
