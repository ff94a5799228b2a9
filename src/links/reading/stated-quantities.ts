import type { MarketTerms } from '../../domain/index.ts';
import { isSameNumber, type Quantity } from './quantities.ts';
import type { RulesReading } from './rules.ts';
import type { MarketTexts } from './texts.ts';

/**
 * Collects the numbers of a market: those in its metadata, and those of its texts that state something else. When the
 * answer and the title both have numbers, the answer repeats the title, so only one of them counts. The rules decide
 * which edges are included.
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

/**
 * Whether the answer is the next whole number of the strike: `79° or below` for a strike of 80 that must not be
 * reached.
 */
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

/** Builds the quantity of a threshold. A strike of 89,999.99 that must be exceeded is 90,000 that must be reached. */
function findStatedQuantity({ direction, strike, strikeHigh, written }: StatedThreshold): Quantity {
  const like = written.find(({ value }) => isSameNumber(value, strike) || isSameNumber(value, strike + 0.01));
  // A market that pays when a price is touched names that price in its answer like a bound.
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

/** Sets which edges are included: from the metadata, else from the condition, else from the rule about brackets. */
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
