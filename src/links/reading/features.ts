import type { BinaryState, MarketTerms, SettlingTerms, VenueId } from '../../domain/index.ts';
import { getProfile } from '../../venues/registry.ts';
import { fold } from '../vocabulary/text.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { type Competition, readCompetition } from './competition.ts';
import { findContest, findContestDate, unclearReason, withGameDay } from './contest.ts';
import type { DateFact } from './date-fact.ts';
import { findStart, type GameKey, readGameKey } from './game-key.ts';
import { readLeague } from './league.ts';
import type { MatchUp } from './match-up.ts';
import { canonicaliseQuantities, formatQuantity, isSameNumber, type Quantity } from './quantities.ts';
import { listNarrowing, listQualities, type RulesReading, readRules } from './rules.ts';
import { createRulingReader, type Ruling } from './ruling.ts';
import { findSettlementSource, nameSettlementSource } from './settlement-source.ts';
import { collectQuantities } from './stated-quantities.ts';
import { chooseDate, findTickerDate, type MarketTexts, readTexts, type TextReading } from './texts.ts';
import { COINS, collectWords, OF_THE_US } from './word-sets.ts';

/** Facts of one market that the matcher compares, read once while its texts stay the same. */
export interface MarketFeatures {
  readonly asset: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly eventKey: string | null;
  /** Words of the question itself. Every one of them must be in the other market. */
  readonly words: ReadonlySet<string>;
  /** Words of the event's title. */
  readonly eventWords: ReadonlySet<string>;
  /** Words of the question, of its event and of the condition of Yes in the rules. */
  readonly context: ReadonlySet<string>;
  /** Words in their order when the order matters, as in `A beats B`; null when it does not. */
  readonly order: readonly string[] | null;
  readonly quantities: readonly Quantity[];
  readonly date: DateFact | null;
  /** Month in the ticker of the event, as `2026-1`; null when the ticker names none. */
  readonly tickerMonth: string | null;
  /** Times that the venue states, in epoch ms. */
  readonly closesAt: number | null;
  readonly endsAt: number | null;
  readonly source: string | null;
  /** Terms by which a price market settles; null when the market names no price. */
  readonly settling: SettlingTerms | null;
  readonly isNegated: boolean;
  /** Whether the market is about the United States, stated or implied. */
  readonly isOfTheUs: boolean;
  /** Whether the question is about women's competitions. */
  readonly isWomens: boolean;
  readonly matchUp: MatchUp | null;
  /** Contest in the venue's identifier; null when the identifier has no such form. */
  readonly game: GameKey | null;
  /** Competition of the contest; null when the market is not about a contest. */
  readonly competition: Competition | null;
  /** Start of the contest in epoch ms; null when its hour is not known. */
  readonly startsAt: number | null;
  /** Whether the venue or its identifier states the start. Otherwise the start is derived from an expected end. */
  readonly isStartStated: boolean;
  /** Whether the sides of the contest are persons. */
  readonly isPersonSport: boolean;
  /** Reason why the market cannot be matched; null when all of it was understood. */
  readonly unclear: string | null;
  /** Qualities from the rules that the other market must also mention. */
  readonly narrowing: readonly string[];
  /** All qualities that the texts of the market mention. */
  readonly qualities: ReadonlySet<string>;
  /** Whether Yes depends on a measured value, such as a price or a temperature, whose source decides the outcome. */
  readonly isMeasured: boolean;
  /** Whether the value has so many digits that it is practically never equal to a bound. */
  readonly isContinuous: boolean;
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
  /** Whether at most one outcome of the event can win. */
  readonly isExclusive: boolean;
  /** Whether the event may end with none of its named outcomes. */
  readonly hasFallback: boolean;
  /** Whether the outcomes of the event are exclusive and exhaustive. */
  readonly isWholeEvent: boolean;
  /** Whether the question is about the title of a competition, which is awarded once a year. */
  readonly isYearly: boolean;
  /** Whether the teams of the league play in no other league. */
  readonly isImpliedLeague: boolean;
  /** Whether the venue states rules of any kind. */
  readonly hasRules: boolean;
  /** Whether every contest of the sport has a winner. */
  readonly isDrawless: boolean;
  readonly rules: RulesReading;
  /** Reads the full rules, which takes too long to do for every market. */
  readonly readRuling: () => Ruling;
}
const INDICES = new Set(
  'spx ndx djia nasdaqcomposite rut wti brent gold silver eurusd usdjpy gbpusd'.split(' '),
);
const DRAWLESS = /\b(?:basketball|baseball|tennis|volleyball|w?nba|mlb|atp|wta)\b/;
const PERSON_SPORT = /\b(?:tennis|atp|wta|ufc|mma|boxing|fight|snooker|darts|chess)\b/;
const WOMENS =
  /\bwom[ae]n(?:'?s)?\b|\bladies\b|\bfem[ei]nin?[aeio]?\b|\b(?:wnba|wta|nwsl|wsl|u?wcl|cwbb|lpga|ncaaw[a-z]*)\b/;
/** Series of Kalshi about women's competitions. */
const WOMENS_SERIES = /^kx(?:ncaaw|wnba|wta|nwsl|u?wcl|wsl|lpga|wom[ae]n)/i;

/** Reads everything from one market that the matcher compares: words, dates, sides, numbers and competition. */
export function readFeatures(state: BinaryState, vocabulary: Vocabulary): MarketFeatures {
  const { ref, ticker, rules, terms } = state;
  const { listing } = getProfile(ref.venue);
  const rulesRead = readRules(rules);
  const texts = readTexts(state, rulesRead, vocabulary);
  const league = readLeague(state, texts, vocabulary);
  const folded = fold(
    `${ticker.title} ${ticker.eventTitle ?? ''} ${(rules ?? '').slice(0, 400)} ${terms.series ?? ''} ${listing.gameNames === 'dated-slug' ? ref.storeKey.split('-', 1)[0] : ''}`,
  );

  const game = readGameKey(state);
  const competition = mayNameSides(texts) ? readCompetition(state, game, { league, vocabulary }) : null;
  const matchUp =
    competition === null ? null : findContest(texts, { terms, game, competition, vocabulary, league });
  const { words, eventWords, context, order } = collectWords(texts, terms, vocabulary, league);
  const stated =
    findContestDate(matchUp, terms.startsAt ?? null) ??
    chooseDate(state, texts, { words, isContest: matchUp !== null });
  const date = matchUp === null ? stated : withGameDay(stated, game);
  // The hour in the rules is used when the venue has no member for the start of a contest.
  const hasStart = game?.startsAt != null || terms.startsAt !== null;
  const ruledStart = hasStart ? null : (date.fact?.instant ?? null);
  const quantities = canonicaliseQuantities(collectQuantities(texts, terms, rulesRead), words);
  for (const word of words) context.add(word);
  const isBounded = quantities.some(({ bound }) => bound !== 'exact');
  const isPrice = isBounded && [...words].some((word) => COINS.has(word) || INDICES.has(word));
  const asked = fold(`${ticker.title} ${ticker.eventTitle ?? ''} ${terms.answer ?? ''}`);
  const condition = texts.condition?.folded ?? texts.subject?.folded ?? '';

  return {
    asset: ref.asset,
    venue: ref.venue,
    storeKey: ref.storeKey,
    eventKey: ticker.eventKey,
    words,
    eventWords,
    context,
    order,
    quantities,
    date: date.fact,
    tickerMonth: tickerMonth(state),
    closesAt: ticker.closeTime,
    endsAt: ticker.endDate,
    source: findSource(terms, words, vocabulary) ?? findSettlementSource(rules ?? ''),
    settling: state.settling?.terms ?? null,
    isNegated: texts.isNegated,
    isOfTheUs: words.has('us') || [...words].some((word) => OF_THE_US.has(word)),
    isWomens: league?.isWomens === true || WOMENS.test(folded) || WOMENS_SERIES.test(terms.series ?? ''),
    matchUp,
    game: matchUp === null ? null : game,
    competition: matchUp === null ? null : competition,
    startsAt: matchUp === null ? null : (ruledStart ?? findStart(state, game)),
    isStartStated: game?.startsAt != null || terms.startsAt !== null || ruledStart !== null,
    isPersonSport: PERSON_SPORT.test(folded) || /^kx(?:atp|wta|ufc|box)/i.test(terms.series ?? ''),
    unclear: unclearReason(state, matchUp, texts, date) ?? numberConflict(quantities, texts.condition, words),
    narrowing: listNarrowing(condition),
    qualities: listQualities(`${asked} ${texts.context?.folded ?? ''} ${condition}`),
    isMeasured: isPrice || words.has('updown') || context.has('hightemp') || context.has('lowtemp'),
    isContinuous: isPrice,
    mirrorOf: terms.mirrorOf,
    isExclusive: ticker.exclusive === true,
    hasFallback: listing.hasFallbacks,
    isYearly: league !== null && matchUp === null && words.has('win') && quantities.length === 0,
    isImpliedLeague: league?.isImpliedByTeam === true,
    hasRules: (rules ?? '').trim() !== '',
    isDrawless: league === null ? DRAWLESS.test(folded) : !league.hasDraws,
    isWholeEvent: ticker.exclusive === true && ticker.exhaustive === true,
    rules: rulesRead,
    readRuling: createRulingReader(
      rules,
      rulesRead.condition,
      texts.condition?.rest ?? null,
      vocabulary,
      league,
    ),
  };
}

function tickerMonth(state: BinaryState): string | null {
  const fact = findTickerDate(state);
  return fact?.grain === 'month' ? `${fact.year}-${fact.month}` : null;
}

/** Quick check: a text without one of these words does not name two sides. */
const NAMES_SIDES = /\bvs?\b|\bversus\b|\bat\b|@|\bbeat|\bdefeat|\bwin against\b/;

function mayNameSides({ title, event }: MarketTexts): boolean {
  return NAMES_SIDES.test(title.rest) || NAMES_SIDES.test(event.rest);
}

/**
 * Finds a contradiction between the numbers of title and rules. One of the two is out of date, or means something else.
 */
function numberConflict(
  asked: readonly Quantity[],
  condition: TextReading | null,
  words: ReadonlySet<string>,
): string | null {
  const ruled = canonicaliseQuantities(condition?.quantities ?? [], new Set(words));
  if (asked.length === 0 || ruled.length === 0) return null;
  const isNear = (one: number | null, two: number | null) =>
    one !== null &&
    two !== null &&
    (isSameNumber(one, two) || Math.abs(one - two) <= (one >= EXACT_CENTS ? 0.011 : 1));
  const isSaid = (one: Quantity) =>
    ruled.some(
      (two) =>
        isNear(one.value, two.value) &&
        (one.high === null || two.high === null || isNear(one.high, two.high)),
    );
  const strange = asked.find((one) => !isSaid(one));
  return strange === undefined || (asked.some(isSaid) && asked.length > 1)
    ? null
    : `Its title says ${formatQuantity(strange)}, its rules say another number.`;
}

/** Strike above which the difference to its label is a few cents at most. */
const EXACT_CENTS = 1_000;

/** Finds the source of the value. An oracle feed named by its asset alone does not state where the value is read. */
function findSource(
  { settlementSource }: MarketTerms,
  words: ReadonlySet<string>,
  vocabulary: Vocabulary,
): string | null {
  const named = vocabulary.read(vocabulary.prepare(settlementSource ?? ''), null).words;
  return named.every((word) => words.has(word)) ? null : nameSettlementSource(settlementSource);
}
