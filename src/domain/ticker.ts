import type { SideNames } from './side-names.ts';
import type { EpochMs } from './time.ts';

/** Newest state of a perpetual, with prices in US dollars. */
export interface PerpTicker {
  readonly asset: string;
  /** The venue's name of the asset: `BTC`, `xyz:NVDA`. */
  readonly coin: string;
  readonly markPx: number;
  readonly midPx: number | null;
  readonly oraclePx: number;
  /** Price 24 hours ago. */
  readonly prevDayPx: number;
  /** 24 h change in percent: 5 is 5 %. */
  readonly changePct: number | null;
  /** Funding of the current hour as a fraction of notional; positive: longs pay. */
  readonly fundingHourly: number | null;
  /** Open interest in base units. */
  readonly openInterest: number | null;
  readonly openInterestUsd: number | null;
  readonly volume24hUsd: number | null;
  /** Price at which the venue's impact notional could be sold. `impactAsk`: at which it could be bought. */
  readonly impactBid: number | null;
  readonly impactAsk: number | null;
  readonly maxLeverage: number | null;
  readonly szDecimals: number;
}

/** Trading statuses of a binary market, in words common to all venues. */
export const MARKET_STATUSES = ['open', 'paused', 'closed', 'resolved'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** Whether trading is over, with or without a result. Such a market has no price. */
export function hasEnded(status: MarketStatus): boolean {
  return status === 'closed' || status === 'resolved';
}

/**
 * Newest state of a binary market. Prices are probabilities of the Yes outcome unless their name says otherwise.
 * Adapters leave the side names null, because only the feed knows the other markets of the event.
 */
export interface BinaryTicker extends SideNames {
  readonly asset: string;
  /** The venue's own id of the market. */
  readonly venueId: string;
  readonly title: string;
  readonly eventTitle: string | null;
  /** The venue's id of the event to which related markets belong; null without one. */
  readonly eventKey: string | null;
  readonly category: string | null;
  /** Labels of the Yes and the No outcome. */
  readonly outcomes: readonly [yes: string, no: string];
  /** Recorded price, by the recording rule of the kind; null when the market has none. */
  readonly yesPrice: number | null;
  readonly noPrice: number | null;
  readonly yesBid: number | null;
  readonly yesAsk: number | null;
  readonly noBid: number | null;
  readonly noAsk: number | null;
  readonly lastPrice: number | null;
  readonly volume24hUsd: number | null;
  /** Kalshi only: contracts traded in 24 h. */
  readonly volume24hContracts?: number | null;
  readonly volumeTotalUsd: number | null;
  readonly liquidityUsd: number | null;
  readonly openInterestUsd: number | null;
  /** End of trading; null when the venue states none. */
  readonly closeTime: EpochMs | null;
  /** Time at which the question is to be decided; null when the venue states none. */
  readonly endDate: EpochMs | null;
  readonly status: MarketStatus;
  /** Address of the market's page at the venue. */
  readonly venueNativeUrl: string;
  /** Whether at most one outcome of the event can win; null when the venue does not state it. */
  readonly exclusive: boolean | null;
  /** Whether the tracked, tradable outcomes are all outcomes of the event; null when not known. */
  readonly exhaustive: boolean | null;
  /** Number in the market's question, which the feed reads from the terms. Absent: none is known. */
  readonly threshold?: Threshold;
}

/** The number about which a market asks. */
export interface Threshold {
  /** Condition under which Yes wins: the value is above the strike, below it, or between both strikes. */
  readonly test: 'above' | 'below' | 'between';
  /** Strike in the unit of the question. */
  readonly strike: number;
  /** Upper end of `between`; null for the other tests. */
  readonly strikeHigh: number | null;
}
