import type { AssetRef } from './asset.ts';
import type { Evidence } from './evidence.ts';
import type { RefusedValue } from './probability.ts';
import type { Settling } from './settling-terms.ts';
import type { BinaryTicker, PerpTicker } from './ticker.ts';
import type { EpochMs } from './time.ts';
import type { VenueId } from './venue.ts';

/** The quote of a REST poll, before any stream was mixed in. Feeds the silence watchdog. */
export interface PolledQuote {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** A price that the venue stated and that is neither shown nor recorded. */
export interface WithheldPrice {
  /**
   * `side_disputed`: sources of the venue differ on which side is Yes. `price_held`: no second source confirms the
   * move.
   */
  readonly code: 'side_disputed' | 'price_held';
  readonly at: Evidence;
}

/** Member of states by which equal facts are known. A symbol: it is neither stored nor sent. */
export const FACTS: unique symbol = Symbol('facts');

interface MarketStateBase {
  readonly ref: AssetRef;
  /** Facts of the market: two states with the same object say the same of it. Absent: they have to be compared. */
  readonly [FACTS]?: object;
  /** The price that is recorded as `p`: see the recording rule of the kind. null: nothing is recorded. */
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /**
   * A running total of traded volume in the unit of the kind's `v`. The recorder stores its increase;
   * it may restart from any value. null when the venue states none.
   */
  readonly volumeCounter: number | null;
  /** The venue's clock, where it states one per market. */
  readonly venueTime: EpochMs | null;
  /** Touch as REST stated it; null when this state was sampled from a stream and REST was not asked. */
  readonly polled: PolledQuote | null;
  /**
   * True when this poll neither asked nor got anything of the market and repeats an earlier poll result, because its
   * own interval is longer than the venue's. It is shown, not recorded again, and is no gap.
   */
  readonly carried?: boolean;
  /**
   * Reason why the price of this poll is left out although the venue states one; `price` is then null. Absent:
   * nothing is left out.
   */
  readonly withheld?: WithheldPrice;
  /** Reason why the stream's price is left out, and the list's recorded in its place. Absent: nothing is left out. */
  readonly streamDoubt?: WithheldPrice;
  /** The venue's own ids of the market by name, beside the one in the asset id. Absent: none. */
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
   * Facts that say whether two venues ask the same question. Lower-level than the title, and only what
   * the venue's metadata states.
   */
  readonly terms: MarketTerms;
  /** How a market about a price settles. null or absent: none. */
  readonly settling?: Settling | null;
  /**
   * The taker's rate in the venue's own fee formula, where the venue states one per market. null or absent:
   * the published schedule by category applies.
   */
  readonly takerFeeRate?: number | null;
  /**
   * The share of a taker's fee that the venue pays back to the maker of the same fill, where it states one. Expected and
   * not certain: it is paid later, out of a pool.
   */
  readonly makerRebateShare?: number | null;
  /**
   * The venue's own change of the price of Yes in 24 hours, as a difference of probabilities: it is stated beside the
   * price, and neither recorded nor part of our own series. null or absent: not stated.
   */
  readonly venueChange24h?: number | null;
  /** The smallest number of contracts, where the market differs from its venue. Absent: it does not. */
  readonly contractLot?: number;
  /** Values that the venue sent in this poll and that no probability can have. Absent: none. */
  readonly refused?: readonly RefusedValue[];
}

export type MarketState = PerpState | BinaryState;

/** The venue's change of a binary in 24 hours; null where it states none or its list is stale: the day has moved on. */
export function findVenueChange(state: MarketState | null, isStale: boolean): number | null {
  return state?.kind === 'binary' && !isStale ? (state.venueChange24h ?? null) : null;
}

/** Name of a market for people: the coin of a perpetual, the question of a binary market. */
export function getMarketName(state: MarketState): string {
  return state.kind === 'perp' ? state.ticker.coin : state.ticker.title;
}

/** Machine-readable parts of a market's question, each null where the venue states none. */
export interface MarketTerms {
  /** `above`: Yes wins at or above (or over) `strike`; `below` likewise; `between`: from strike to strikeHigh. */
  readonly direction: 'above' | 'below' | 'between' | null;
  readonly strike: number | null;
  readonly strikeHigh: number | null;
  /** Whether Yes wins at exactly `strike`; null where the venue does not say. */
  readonly isStrikeIncluded: boolean | null;
  /** The underlying as the venue writes it: `BTC`, a series ticker, an oracle feed. */
  readonly underlying: string | null;
  /** Names or addresses of the sources that decide the market. */
  readonly settlementSource: string | null;
  /** The market of another venue that this one copies, by that venue's own key. */
  readonly mirrorOf: { readonly venue: VenueId; readonly key: string } | null;
  /** The answer that Yes stands for within its event, in the venue's own words: `Boston`, `$74,300 or above`. */
  readonly answer: string | null;
  /** The line under the event's title, which often names its day or period. */
  readonly eventSubtitle: string | null;
  /** The recurring series that the event belongs to: `KXNBAGAME`, `fed-interest-rates`. */
  readonly series: string | null;
  /**
   * Full names of both sides of a contest, the side of Yes first, where the outcomes are short names. Absent: they
   * are not.
   */
  readonly sides?: readonly [yes: string, no: string];
  /** The kind of bet on a contest, in the venue's own word: `moneyline`, `first_half_moneyline`, `totals`. */
  readonly contestKind: string | null;
  /** When the contest or the measured moment begins. */
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
 * A state without its price, whose reason takes the price's place.
 *
 * @param believed The last state whose price was believed: a perpetual keeps its figures, which are never null.
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

/** One poll result of a venue's universe. */
export interface VenuePoll {
  readonly venue: VenueId;
  /** Our clock when the poll result was complete. */
  readonly receivedAt: EpochMs;
  readonly markets: readonly MarketState[];
  /** Markets whose book is empty and which therefore have no price. */
  readonly emptyBooks: number;
  /**
   * Whether the venue lists a market that is not in `markets` because it ranks below our own limit, by store key. To be
   * asked while the poll is handled. Absent: the venue's list is not read beyond the limit, or there is none.
   */
  readonly isBeyondLimit?: (storeKey: string) => boolean;
  /** Whether more markets may be listed than were read, because our limit was reached. */
  readonly isCutAtLimit?: boolean;
  /**
   * Whether the venue lists more markets of an event than are in `markets`, by `eventKey`. To be asked while the poll is
   * handled. Absent: `isCutAtLimit` holds for every event.
   */
  readonly isEventCut?: (eventKey: string) => boolean;
  /**
   * Whether the volume counters of binary markets are totals that the venue states, which never fall. Absent: no
   * totals.
   */
  readonly statesTotals?: boolean;
}

/** One push from a venue's stream, or one answer to `refresh`. */
export interface AssetUpdate {
  readonly asset: string;
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly venueTime: EpochMs | null;
  readonly receivedAt: EpochMs;
}

/** Venues count in at most six decimals; a difference of doubles has floating-point error beyond. */
const VOLUME_DECIMALS = 6;

/**
 * Volume between two polls of a running total, in its unit.
 *
 * @returns null without either, and when the total fell: the venue's counter was reset.
 */
export function countTradedSince(
  before: number | null | undefined,
  now: number | null | undefined,
): number | null {
  if (before === null || before === undefined || now === null || now === undefined) return null;
  return now < before ? null : Number((now - before).toFixed(VOLUME_DECIMALS));
}
