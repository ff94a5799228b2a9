import type { VenueId } from '../../domain/index.ts';
import type { BinaryState } from '../../venues/venue-adapter.ts';
import { type DateFact, readDate, withYearFrom } from './dates.ts';
import { type MatchUp, readMatchUp } from './match-up.ts';
import { type Quantity, readQuantities, sameNumber } from './quantities.ts';
import { findSettlementSource, settlementSourceName } from './settlement-source.ts';
import { isNegated, meaningfulWords } from './vocabulary.ts';

/** What the matcher knows of one market. Read once per market and kept while its texts stay the same. */
export interface MarketFeatures {
  readonly asset: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly eventKey: string | null;
  /** The words of the question itself; every one of them has to be found in the other market. */
  readonly words: ReadonlySet<string>;
  /** The words of the question and its event: where the other market's words may be found. */
  readonly context: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly date: DateFact | null;
  /** The venue's own times, epoch milliseconds. */
  readonly closesAt: number | null;
  readonly endsAt: number | null;
  readonly source: string | null;
  readonly isNegated: boolean;
  /** The question is about women's competitions. */
  readonly isWomens: boolean;
  readonly matchUp: MatchUp | null;
  /** Yes depends on a measured value: a price, a temperature. Its source decides the outcome. */
  readonly isMeasured: boolean;
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
  /** Outcomes of the event exclude each other and are complete. */
  readonly isWholeEvent: boolean;
}

const COINS = new Set('btc eth sol xrp doge bnb hype ada ltc link avax sui'.split(' '));
/** The first sentences of the rules state the question; later ones speak of exceptions and other dates. */
const OPENING_CHARS = 400;
const PLAIN_LABEL = /^(?:yes|no)$/i;

export function readFeatures({ ref, ticker, rules, terms }: BinaryState): MarketFeatures {
  const endsAt = ticker.endDate;
  const closesAt = ticker.closeTime;
  const near = endsAt ?? closesAt;
  const label = labelOf(ticker.outcomes);
  const title = readDate(ticker.title, near);
  const event = readDate(ticker.eventTitle ?? '', near);
  const read = readQuantities(title.rest);
  const labelRead = label === null ? null : readQuantities(readDate(label, near).rest);
  const words = meaningfulWords(read.rest);
  if (labelRead !== null) for (const word of meaningfulWords(labelRead.rest)) words.add(word);
  for (const coin of COINS) if (terms.underlying?.toLowerCase() === coin) words.add(coin);

  const context = new Set([...words, ...meaningfulWords(readQuantities(event.rest).rest)]);
  const quantities = quantitiesOf(read.quantities, labelRead?.quantities ?? [], terms);
  for (const word of ['above', 'below', 'between']) words.delete(word);
  const opening = (rules ?? '').slice(0, OPENING_CHARS);
  const texts = `${ticker.title} ${ticker.eventTitle ?? ''} ${opening}`;
  const isBounded = quantities.some(({ bound }) => bound !== 'exact');
  const isCoin = [...words].some((word) => COINS.has(word));
  return {
    asset: ref.asset,
    venue: ref.venue,
    storeKey: ref.storeKey,
    eventKey: ticker.eventKey,
    words,
    context,
    quantities,
    date: withYearFrom(title.fact ?? event.fact ?? readDate(opening, near).fact, opening),
    closesAt,
    endsAt,
    source: settlementSourceName(terms.settlementSource) ?? findSettlementSource(rules ?? ''),
    isNegated: isNegated(ticker.title),
    isWomens: /\bwom[ae]n(?:['’]?s)?\b|\bladies\b|\bwnba\b/i.test(texts),
    matchUp: readMatchUp(title.rest, event.rest, ticker.outcomes),
    isMeasured:
      (isBounded && isCoin) || words.has('updown') || words.has('hightemp') || context.has('hightemp'),
    mirrorOf: terms.mirrorOf,
    isWholeEvent: ticker.exclusive === true && ticker.exhaustive === true,
  };
}

/** The label of Yes where it says more than yes. A venue that repeats it for No names the Yes side twice. */
function labelOf([yes]: readonly [string, string]): string | null {
  return PLAIN_LABEL.test(yes.trim()) ? null : yes;
}

/**
 * The numbers of a market: those that its metadata states, and those of its texts that say something else.
 * The label repeats the title where both hold numbers, so only one of them counts.
 */
function quantitiesOf(
  title: readonly Quantity[],
  label: readonly Quantity[],
  terms: BinaryState['terms'],
): readonly Quantity[] {
  const written = title.length > 0 ? title : label;
  if (terms.direction === null || terms.strike === null) return written;
  const stated = statedQuantity(terms.direction, terms.strike, terms.strikeHigh, written);
  const others = written.filter(
    ({ value, high }) => !isStrike(value, terms) && !(high !== null && isStrike(high, terms)),
  );
  return [stated, ...others];
}

function isStrike(value: number, { strike, strikeHigh }: BinaryState['terms']): boolean {
  return [strike, strikeHigh].some(
    (edge) => edge !== null && (sameNumber(edge, value) || sameNumber(edge + 0.01, value)),
  );
}

/** A strike of 89,999.99 that has to be exceeded is 90,000 to be reached, in whole cents. */
function statedQuantity(
  direction: 'above' | 'below' | 'between',
  strike: number,
  strikeHigh: number | null,
  written: readonly Quantity[],
): Quantity {
  const like = written.find(({ value }) => sameNumber(value, strike) || sameNumber(value, strike + 0.01));
  const unit = like?.unit ?? '';
  if (direction === 'between')
    return { value: strike, high: strikeHigh, unit, bound: 'between', inclusive: true };
  const isCentBelow = direction === 'above' && Math.abs(((strike * 100) % 100) - 99) < 1e-3;
  if (isCentBelow)
    return { value: Math.round(strike * 100 + 1) / 100, high: null, unit, bound: 'above', inclusive: true };
  return {
    value: strike,
    high: null,
    unit,
    bound: direction,
    inclusive: like?.bound === direction && like.inclusive,
  };
}
