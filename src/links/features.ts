import type { BinaryState, VenueId } from '../domain/index.ts';
import { type DateFact, readDate, withYearFrom } from './dates.ts';
import { type MatchUp, namesContest, readMatchUp } from './match-up.ts';
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
  /** Two sides are named, but not which of them Yes pays on: nothing can be said about it. */
  readonly isUnclear: boolean;
  /** Yes depends on a measured value: a price, a temperature. Its source decides the outcome. */
  readonly isMeasured: boolean;
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
  /** At most one outcome of the event can win. */
  readonly isExclusive: boolean;
  /** Outcomes of the event exclude each other and are complete. */
  readonly isWholeEvent: boolean;
  /** A sport in which every contest has a winner. */
  readonly isDrawless: boolean;
  /** Decided after regulation time, when a contest may still be level. */
  readonly isRegulationTime: boolean;
}

const COINS = new Set('btc eth sol xrp doge bnb hype ada ltc link avax sui'.split(' '));
/** The first sentences of the rules state the question; later ones speak of exceptions and other dates. */
const OPENING_CHARS = 400;
const REGULATION = /\bregulation\b|\b90 minutes\b|\bstoppage time\b/i;
const DRAWLESS = /\b(?:basketball|baseball|tennis|volleyball|w?nba|mlb)\b/i;
const PLAIN_LABEL = /^(?:yes|no)$/i;

export function readFeatures({ ref, ticker, rules, terms }: BinaryState): MarketFeatures {
  const endsAt = ticker.endDate;
  const closesAt = ticker.closeTime;
  const near = endsAt ?? closesAt;
  const { question, answer } = splitAnswer(ticker.title);
  const label = labelOf(ticker.outcomes) ?? answer ?? (namesContest(question) ? winnerOf(rules) : null);
  const title = readDate(question, near);
  const event = readDate(ticker.eventTitle ?? '', near);
  const read = readQuantities(title.rest);
  const labelRead = label === null ? null : readQuantities(readDate(label, near).rest);
  const matchUp = readMatchUp(title.rest, event.rest, [label ?? ticker.outcomes[0], ticker.outcomes[1]]);
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
    source: sourceOf(terms, words) ?? findSettlementSource(rules ?? ''),
    isNegated: isNegated(ticker.title),
    isWomens: /\bwom[ae]n(?:['’]?s)?\b|\bladies\b|\bwnba\b/i.test(texts),
    matchUp,
    isUnclear: matchUp === null && namesContest(question),
    isMeasured:
      (isBounded && isCoin) || words.has('updown') || words.has('hightemp') || context.has('hightemp'),
    mirrorOf: terms.mirrorOf,
    isExclusive: ticker.exclusive === true,
    isDrawless: DRAWLESS.test(texts),
    isRegulationTime: REGULATION.test(rules ?? ''),
    isWholeEvent: ticker.exclusive === true && ticker.exhaustive === true,
  };
}

/** An oracle feed may carry the name of its asset only, which says nothing of where the value is read. */
function sourceOf({ settlementSource }: BinaryState['terms'], words: ReadonlySet<string>): string | null {
  const named = [...meaningfulWords(settlementSource ?? '')];
  return named.every((word) => words.has(word)) ? null : settlementSourceName(settlementSource);
}

/** `Boston at Miami Winner? Miami`: one question of several markets, and the answer that this one pays on. */
function splitAnswer(title: string): { readonly question: string; readonly answer: string | null } {
  const match = /^(.*\?)\s+(\S.*)$/s.exec(title);
  const [, question = title, answer = null] = match ?? [];
  return { question, answer: answer === null || PLAIN_LABEL.test(answer) ? null : answer };
}

/** `If Utah Valley wins the George Washington at Utah Valley game`: Kalshi names the side in its rules. */
function winnerOf(rules: string | null): string | null {
  const match = /^\s*If (?:the )?(.{1,80}?) (?:wins?|is) the /i.exec(rules ?? '');
  return match?.[1] ?? null;
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
  // The label of a market that pays when a price is touched names the price like a boundary.
  if (like?.bound === 'touch' || like?.bound === 'dip') return like;
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
