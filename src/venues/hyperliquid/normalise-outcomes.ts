import {
  type AssetRef,
  type BinaryState,
  type BinaryTicker,
  buildOutcomeAsset,
  type EpochMs,
  type Evidence,
  findAssetRef,
  findProbability,
  findRefused,
  NO_NAMES,
  type PolledQuote,
  type Settling,
  toSidePrices,
} from '../../domain/index.ts';
import { readDescription } from './description.ts';
import type { OutcomeText } from './outcome-text.ts';
import { findSideLabel, readOutcomeText, type TemplateIndex } from './read-outcome-text.ts';
import { readSettling } from './settling.ts';
import type { OutcomeMeta, OutcomeMetaUpdate, WireOutcome, WireQuestion } from './wire.ts';

/** An outcome market as its metadata describes it, without prices. */
export interface OutcomeMarket {
  readonly ref: AssetRef;
  readonly outcome: number;
  /** Market-data coin of the Yes side: `#8390`. The book of the No side is its mirror image. */
  readonly yesCoin: string;
  readonly labels: readonly [yes: string, no: string];
  /** Whether amounts of this market are in dollars: its quote token is one of the venue's dollar tokens. */
  readonly isQuotedInDollars: boolean;
  readonly question: WireQuestion | null;
  /** Row of the metadata from which the market was built. */
  readonly source: WireOutcome;
  readonly text: OutcomeText;
  /** Terms by which the market settles; null when it does not settle by a price. */
  readonly settling: Settling | null;
}

/** Best bid and ask of the Yes book with their time; a side is null when it is empty. */
export interface TimedTouch {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly venueTime: EpochMs | null;
}

/** Quote of one outcome, from which a market state is built. */
export interface OutcomeQuote {
  /** The latest known touch; null when neither a frame nor a book has stated it. */
  readonly touch: TimedTouch | null;
  /** Whether the touch is recent enough to be shown and to give the price. */
  readonly isTouchFresh: boolean;
  /** The venue's mid of the Yes coin. It may be the last trade when one side of the book is empty. */
  readonly mid: number | null;
  readonly lastPrice: number | null;
  readonly volume24hUsd: number | null;
  readonly volumeCounter: number | null;
  readonly polled: PolledQuote | null;
  readonly carried: boolean;
}

/** Tokens worth a dollar: USDH at the launch of outcome markets, USDC since July 2026. */
const DOLLAR_TOKENS: ReadonlySet<string> = new Set(['USDC', 'USDH']);
/** Names of fallback outcomes: `Fallback` and `Recurring Fallback` in July 2026, `template fallback` in October. */
const FALLBACK_NAME = /\bfallback$/i;
const TRADE_PAGE = 'https://app.hyperliquid.xyz/trade';

/**
 * Lists the markets that the metadata describes, newest first. Fallback outcomes ("none of the named")
 * cannot be traded alone and are left out; so is anything without exactly two sides.
 */
export function normaliseOutcomeMeta(meta: OutcomeMeta, templates: TemplateIndex): OutcomeMarket[] {
  const questionByOutcome = new Map<number, WireQuestion>();
  const fallbacks = new Set<number>();
  for (const question of meta.questions) {
    for (const outcome of question.namedOutcomes) questionByOutcome.set(outcome, question);
    if (question.fallbackOutcome !== undefined && question.fallbackOutcome !== null) {
      fallbacks.add(question.fallbackOutcome);
    }
  }
  const markets: OutcomeMarket[] = [];
  for (const outcome of meta.outcomes) {
    // A fallback is also recognised by its name, because the row of its question may be missing or malformed.
    if (fallbacks.has(outcome.outcome) || FALLBACK_NAME.test(outcome.name)) continue;
    const market = buildOutcomeMarket(outcome, questionByOutcome.get(outcome.outcome) ?? null, templates);
    if (market !== null) markets.push(market);
  }
  return markets.sort((a, b) => b.outcome - a.outcome);
}

/**
 * Finds the side that is Yes, by name; null when the outcome does not have exactly two sides.
 *
 * `Yes` and `Long` count at any position. Of sides with other names (`England`, `Argentina`) the first one is Yes,
 * because the venue settles in terms of it.
 */
export function findYesSide(outcome: WireOutcome): 0 | 1 | null {
  if (outcome.sideSpecs.length !== 2) return null;
  const names = outcome.sideSpecs.map(({ name }) => findSideLabel(name, outcome.description).toLowerCase());
  if (names[0] === names[1]) return null;
  return names[1] === 'yes' || names[1] === 'long' ? 1 : 0;
}

/** Applies changes from the stream to the metadata. Outcomes that the venue reports as settled are removed. */
export function applyMetaUpdates(meta: OutcomeMeta, updates: readonly OutcomeMetaUpdate[]): OutcomeMeta {
  const outcomes = new Map(meta.outcomes.map((outcome) => [outcome.outcome, outcome]));
  const questions = new Map(meta.questions.map((question) => [question.question, question]));
  for (const update of updates) {
    if (update.outcomeCreated !== undefined)
      outcomes.set(update.outcomeCreated.outcome, update.outcomeCreated);
    if (update.questionUpdated !== undefined)
      questions.set(update.questionUpdated.question, update.questionUpdated);
    const settled = update.outcomeSettled;
    if (settled !== undefined) outcomes.delete(typeof settled === 'number' ? settled : settled.outcome);
    const closed = update.questionSettled;
    if (closed !== undefined) {
      const question = questions.get(typeof closed === 'number' ? closed : closed.question);
      if (question === undefined) continue;
      questions.delete(question.question);
      // A settled question takes its open outcomes and its fallback with it.
      for (const outcome of question.namedOutcomes) outcomes.delete(outcome);
      outcomes.delete(question.fallbackOutcome ?? -1);
    }
  }
  return { outcomes: [...outcomes.values()], questions: [...questions.values()] };
}

/**
 * Builds the state of a market with its price.
 *
 * The price is the mid of the Yes book. When only the venue's mid is known, it counts if the book is known to have both
 * sides. With an empty side the venue shows the last trade, and an untouched market shows exactly 0.5: neither is a
 * price.
 *
 * @param completeQuestions Questions of which one listed outcome must win.
 */
export function findOutcomeState(
  market: OutcomeMarket,
  quote: OutcomeQuote,
  completeQuestions: ReadonlySet<number>,
): BinaryState {
  const touch = quote.isTouchFresh ? toProbableTouch(quote.touch) : null;
  const price = findPrice(quote);
  const refused = findRefused({
    yesBid: quote.touch?.bid ?? null,
    yesAsk: quote.touch?.ask ?? null,
    yesPrice: quote.mid,
    lastPrice: quote.lastPrice,
  });
  const { ref, question, text } = market;
  const ticker: BinaryTicker = {
    asset: ref.asset,
    venueId: String(market.outcome),
    title: text.title,
    eventTitle: text.eventTitle,
    eventKey: question === null ? null : `question-${question.question}`,
    category: text.category,
    outcomes: market.labels,
    ...NO_NAMES,
    ...toSidePrices({ price, bid: touch?.bid ?? null, ask: touch?.ask ?? null }),
    lastPrice: findProbability(quote.lastPrice),
    volume24hUsd: market.isQuotedInDollars ? quote.volume24hUsd : null,
    volumeTotalUsd: null,
    liquidityUsd: null,
    openInterestUsd: null,
    // Price markets trade until they expire. For all others the venue states no end of trading.
    closeTime: text.terms.strike === null ? null : text.endDate,
    endDate: text.endDate,
    status: 'open',
    venueNativeUrl: text.nativeSlug === null ? TRADE_PAGE : `${TRADE_PAGE}/${text.nativeSlug}`,
    // A question settles to exactly one of its named outcomes or its fallback.
    exclusive: question === null ? null : true,
    exhaustive: question !== null && completeQuestions.has(question.question) ? true : null,
  };
  return {
    kind: 'binary',
    ref,
    price,
    bid: ticker.yesBid,
    ask: ticker.yesAsk,
    volumeCounter: quote.volumeCounter,
    venueTime: touch?.venueTime ?? null,
    polled: quote.polled,
    ...(quote.carried ? { carried: true } : {}),
    ...(refused.length === 0 ? {} : { refused }),
    ticker,
    rules: text.rules,
    terms: text.terms,
    settling: market.settling,
    nativeIds: { outcome: String(market.outcome), coin: market.yesCoin },
  };
}

/** Removes price and touch from a state, because it is not certain to which side they belong. */
export function withholdPrice(state: BinaryState, at: Evidence): BinaryState {
  const none = { price: null, bid: null, ask: null } as const;
  return {
    ...state,
    ...none,
    polled: null,
    withheld: { code: 'side_disputed', at },
    ticker: { ...state.ticker, ...toSidePrices(none), lastPrice: null },
  };
}

/** Removes the sides of a touch that are not probabilities. The numbers of the frame remain as evidence. */
function toProbableTouch(touch: TimedTouch | null): TimedTouch | null {
  if (touch === null) return null;
  return { ...touch, bid: findProbability(touch.bid), ask: findProbability(touch.ask) };
}

/** Finds the price to record for an outcome; null when its book lacks a side or is not known. */
export function findPrice({
  touch: said,
  isTouchFresh,
  mid,
}: Pick<OutcomeQuote, 'touch' | 'isTouchFresh' | 'mid'>): number | null {
  const touch = toProbableTouch(said);
  if (touch === null || touch.bid === null || touch.ask === null) return null;
  if (isTouchFresh || mid === null) return isTouchFresh ? round((touch.bid + touch.ask) / 2) : null;
  return mid > 0 && mid < 1 ? mid : null;
}

function buildOutcomeMarket(
  outcome: WireOutcome,
  question: WireQuestion | null,
  templates: TemplateIndex,
): OutcomeMarket | null {
  const yesSide = findYesSide(outcome);
  const ref = buildOutcomeAsset(outcome.name, outcome.outcome);
  if (yesSide === null || findAssetRef(ref.asset) === null) return null;
  const yes = findSideLabel(outcome.sideSpecs[yesSide]?.name ?? '', outcome.description);
  const no = findSideLabel(outcome.sideSpecs[1 - yesSide]?.name ?? '', outcome.description);
  return {
    ref,
    outcome: outcome.outcome,
    yesCoin: `#${10 * outcome.outcome + yesSide}`,
    labels: [yes, no],
    isQuotedInDollars: outcome.quoteToken == null || DOLLAR_TOKENS.has(outcome.quoteToken),
    question,
    source: outcome,
    text: readOutcomeText(outcome, question, templates, yes),
    settling: readSettling(outcome.name, readDescription(outcome.description).fields),
  };
}

/** Rounds to nine decimals, which removes the error of binary fractions. The venue's tick is 0.00001. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
