import {
  compareDecimals,
  comparePrices,
  type Decimal,
  doubleBounds,
  formatDecimal,
  parseDecimal,
  type ReferencePrice,
  roundDecimal,
  type SettledResult,
  type SettlingTerms,
} from '../../domain/index.ts';

/** Result of one closing value against one strike, or the reason why it is not known. */
export type Comparison = SettledResult | 'too_close' | 'tie_silent';

/** Compares one closing value with a strike, or with both ends of a range. */
export function compareWithStrike(
  value: ReferencePrice,
  strikes: { readonly strike: ReferencePrice; readonly strikeHigh: ReferencePrice | null },
  terms: SettlingTerms,
): Comparison {
  if (terms.decimals === null) return compareAsTheyAre(value, strikes, terms);
  const { decimals } = terms;
  const strike = terms.strikeFrom === 'opening' ? roundings(strikes.strike, decimals) : [strikes.strike];
  const ends = [...strike, ...(strikes.strikeHigh === null ? [] : [strikes.strikeHigh])];
  const tried = roundings(value, decimals, ends).flatMap((rounded) =>
    strike.map((each) => compareAsTheyAre(rounded, { ...strikes, strike: each }, terms)),
  );
  const [first] = tried;
  return first !== undefined && tried.every((result) => result === first) ? first : 'too_close';
}

function compareAsTheyAre(
  value: ReferencePrice,
  { strike, strikeHigh }: { readonly strike: ReferencePrice; readonly strikeHigh: ReferencePrice | null },
  terms: SettlingTerms,
): Comparison {
  const order = comparePrices(value, strike);
  const tie = terms.tie ?? 'tie_silent';
  if (terms.test === 'between' && strikeHigh !== null) {
    const orderHigh = comparePrices(value, strikeHigh);
    if (order === -1 || orderHigh === 1) return 'no';
    if (order === null || orderHigh === null) return 'too_close';
    return order === 0 || orderHigh === 0 ? tie : 'yes';
  }
  if (order === null) return 'too_close';
  if (order === 0) return tie;
  return (order === 1) === (terms.test === 'above') ? 'yes' : 'no';
}

/**
 * Lists the possible values after rounding. At exactly half there are two, because the direction of rounding is not
 * published. A double represents all decimals that round to it. Of the possible values between its bounds, only those
 * next to `ends` can decide, so only those are listed.
 */
function roundings(
  value: ReferencePrice,
  places: number,
  ends: readonly ReferencePrice[] = [],
): ReferencePrice[] {
  const bounds = value.text === null ? doubleBounds(value.p) : exactly(parseDecimal(value.text));
  const lowest = roundDecimal(bounds.low, places).down;
  const highest = roundDecimal(bounds.high, places).up;
  const unit = 1n;
  const between = ends.flatMap((end) => {
    const { down, up } = roundDecimal(
      parseDecimal(end.text ?? formatDecimal(doubleBounds(end.p).low)),
      places,
    );
    return [down.digits - unit, down.digits, up.digits, up.digits + unit].map((digits) => ({
      digits,
      places,
    }));
  });
  const possible = between.filter(
    (each) => compareDecimals(each, lowest) === 1 && compareDecimals(each, highest) === -1,
  );
  const texts = new Set([lowest, ...possible, highest].map(formatDecimal));
  return [...texts].map((text) => ({ text, p: Number(text) }));
}

function exactly(value: Decimal): { low: Decimal; high: Decimal } {
  return { low: value, high: value };
}
