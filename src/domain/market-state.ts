import type { AssetRef } from './asset.ts';
import type { Evidence } from './evidence.ts';
import type { RefusedValue } from './probability.ts';
import type { Settling } from './settling-terms.ts';
import type { BinaryTicker, PerpTicker } from './ticker.ts';
import type { EpochMs } from './time.ts';
import type { VenueId } from './venue.ts';

/** Quote of a REST poll without data of a stream, which the silence watchdog needs. */
export interface PolledQuote {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** A price that the venue stated and that is neither shown nor recorded. */
export interface WithheldPrice {
  /**
   * Reason. `side_disputed`: sources of the venue differ on which side is Yes. `price_held`: no second source confirms
   * the move.
   */
  readonly code: 'side_disputed' | 'price_held';
  readonly at: Evidence;
}

/** Member of states by which equal facts are recognised. It is a symbol, so it is neither stored nor sent. */
export const FACTS: unique symbol = Symbol('facts');

interface MarketStateBase {
  readonly ref: AssetRef;
  /**
   * Facts of the market as an object. Two states with the same object have equal facts, belong to an event of the same
   * kind, and have both settled or both not. Absent: all of that must be compared.
   */
  readonly [FACTS]?: object;
  /** Price that is recorded as `p`, by the recording rule of the kind; null: nothing is recorded. */
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /**
   * Running total of traded volume in the unit of the kind's `v`, whose increase is recorded. It may restart from any
   * value. null when the venue states none.
   */
  readonly volumeCounter: number | null;
  /** Time by the venue's clock; null when the venue states none per market. */
  readonly venueTime: EpochMs | null;
  /** Touch as REST stated it; null when the state comes from a stream and REST was not read. */
  readonly polled: PolledQuote | null;
  /**
   * Whether the state repeats an earlier poll result, because the own interval of the market is longer than the
   * venue's. A carried state is shown, is not recorded again, and is no gap.
   */
  readonly carried?: boolean;
  /** Reason why the stated price of this poll is not used; `price` is then null. Absent: it is used. */
  readonly withheld?: WithheldPrice;
  /** Reason why the stream's price is not used and the list's is recorded instead. Absent: it is used. */
  readonly streamDoubt?: WithheldPrice;
  /** The venue's own ids of the market by name, in addition to the one in the asset id. Absent: none. */
  readonly nativeIds?: Readonly<Record<string, string>>;
}

export interface PerpState extends MarketStateBase {
  readonly kind: 'perp';
  readonly ticker: PerpTicker;
}

export interface BinaryState extends MarketStateBase {
  readonly kind: 'binary';
  readonly ticker: BinaryTicker;
  /** The venue's settlement rules as plain text. */
  readonly rules: string | null;
  /**
   * Facts of the question with which markets of different venues are compared, as far as the venue's metadata states
   * them.
   */
  readonly terms: MarketTerms;
  /** Terms by which a market about a price settles; null or absent: it does not settle by a price. */
  readonly settling?: Settling | null;
  /** Taker rate in the venue's fee formula for this market; null or absent: the published rates by category apply. */
  readonly takerFeeRate?: number | null;
  /**
   * Fraction of a taker's fee that the venue pays to the maker of the same fill. The rebate is expected and not
   * certain, because the venue pays it later from a pool; null or absent: not stated.
   */
  readonly makerRebateShare?: number | null;
  /**
   * The venue's own change of the price of Yes in 24 hours, as a difference of probabilities. The change is shown
   * with the price, and is neither recorded nor part of our own series. null or absent: not stated.
   */
  readonly venueChange24h?: number | null;
  /** Minimum number of contracts, when it differs from the venue's. Absent: it does not. */
  readonly contractLot?: number;
  /** Values of this poll that are not probabilities. Absent: none. */
  readonly refused?: readonly RefusedValue[];
}

export type MarketState = PerpState | BinaryState;

/**
 * Finds the venue's own 24 h change of a binary; null when it states none, or its list is stale and the day has moved
 * on.
 */
export function findVenueChange(state: MarketState | null, isStale: boolean): number | null {
  return state?.kind === 'binary' && !isStale ? (state.venueChange24h ?? null) : null;
}

/** Returns the name of a market for readers: the coin of a perpetual, the question of a binary market. */
export function getMarketName(state: MarketState): string {
  return state.kind === 'perp' ? state.ticker.coin : state.ticker.title;
}

/** Machine-readable parts of a market's question. Each is null when the venue does not state it. */
export interface MarketTerms {
  /**
   * Direction of the test. `above`: Yes wins above `strike`, or at it when the strike is included. `below`: likewise
   * below. `between`: Yes wins from `strike` to `strikeHigh`.
   */
  readonly direction: 'above' | 'below' | 'between' | null;
  readonly strike: number | null;
  readonly strikeHigh: number | null;
  /** Whether Yes wins at exactly `strike`; null when the venue does not state it. */
  readonly isStrikeIncluded: boolean | null;
  /** The underlying as the venue writes it: `BTC`, a series ticker, an oracle feed. */
  readonly underlying: string | null;
  /** Names or addresses of the sources that decide the market. */
  readonly settlementSource: string | null;
  /** Market of another venue that this one copies, by that venue's own key; null: it copies none. */
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
  /** Answer for which Yes stands within the event, in the venue's own words: `Boston`, `$74,300 or above`. */
  readonly answer: string | null;
  /** Line under the title of the event, which often names its day or period. */
  readonly eventSubtitle: string | null;
  /** Recurring series of the event: `KXNBAGAME`, `fed-interest-rates`. */
  readonly series: string | null;
  /**
   * Full names of both sides of a contest, the side of Yes first, when the outcomes are short names. Absent: they are
   * not.
   */
  readonly sides?: readonly [yes: string, no: string];
  /** Kind of bet on a contest, in the venue's own word: `moneyline`, `first_half_moneyline`, `totals`. */
  readonly contestKind: string | null;
  /** Start of the contest, or of the measured time. */
  readonly startsAt: EpochMs | null;
}

export const NO_TERMS: MarketTerms = {
  direction: null,
  strike: null,
  strikeHigh: null,
  isStrikeIncluded: null,
  underlying: null,
  settlementSource: null,
  mirrorOf: null,
  answer: null,
  eventSubtitle: null,
  series: null,
  contestKind: null,
  startsAt: null,
};

/**
 * Removes the price of a state and sets the reason.
 *
 * @param believed Last state with a trusted price. A perpetual keeps its figures, which are never null.
 */
export function withholdPrice<State extends MarketState>(
  state: State,
  withheld: WithheldPrice,
  believed: MarketState | null = null,
): State {
  const without = { ...state, price: null, bid: null, ask: null, withheld };
  if (without.kind === 'perp')
    return believed?.kind === 'perp' ? { ...without, ticker: believed.ticker } : without;
  const nothing = { yesPrice: null, noPrice: null, yesBid: null, yesAsk: null, noBid: null, noAsk: null };
  return { ...without, ticker: { ...without.ticker, ...nothing } };
}

/** Result of one poll of all markets of a venue. */
export interface VenuePoll {
  readonly venue: VenueId;
  /** Time by our clock at which the poll was complete. */
  readonly receivedAt: EpochMs;
  readonly markets: readonly MarketState[];
  /** Number of markets without a price because their book is empty. */
  readonly emptyBooks: number;
  /**
   * Whether the venue lists a market that our limit excludes from `markets`, by store key. May only be called while the
   * poll is processed. Absent: the venue's list is not read beyond the limit, or there is no limit.
   */
  readonly isBeyondLimit?: (storeKey: string) => boolean;
  /** Whether the venue may list more markets than were read, because our limit was reached. */
  readonly isCutAtLimit?: boolean;
  /**
   * Whether the venue lists more markets of an event than are in `markets`, by `eventKey`. May only be called while the
   * poll is processed. Absent: `isCutAtLimit` applies to every event.
   */
  readonly isEventCut?: (eventKey: string) => boolean;
  /** Whether the volume counters of binary markets are totals of the venue, which never fall. Absent: they are not. */
  readonly statesTotals?: boolean;
}

/** One update from a venue's stream, or one answer to `refresh`. */
export interface AssetUpdate {
  readonly asset: string;
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly venueTime: EpochMs | null;
  readonly receivedAt: EpochMs;
}

/**
 * Number of decimals of volumes. Venues use at most six, and a difference of doubles has a rounding error beyond them.
 */
const VOLUME_DECIMALS = 6;

/**
 * Computes the volume between two values of a running total.
 *
 * @returns null without one of them, and when the total fell because the venue reset its counter.
 */
export function countTradedSince(
  before: number | null | undefined,
  now: number | null | undefined,
): number | null {
  if (before === null || before === undefined || now === null || now === undefined) return null;
  return now < before ? null : Number((now - before).toFixed(VOLUME_DECIMALS));
}
