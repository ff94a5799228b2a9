import type { SideNames } from './side-names.ts';
import type { EpochMs } from './time.ts';

/** The newest state of a perpetual. Prices in US dollars. */
export interface PerpTicker {
  readonly asset: string;
  /** The venue's name of the asset: `BTC`, `xyz:NVDA`. */
  readonly coin: string;
  readonly markPx: number;
  readonly midPx: number | null;
  readonly oraclePx: number;
  /** The price 24 hours ago. */
  readonly prevDayPx: number;
  /** 24 h change in percent: 5 is 5 %. */
  readonly changePct: number | null;
  /** Funding of the running hour as a fraction of notional; positive: longs pay. */
  readonly fundingHourly: number | null;
  /** Open interest in base units. */
  readonly openInterest: number | null;
  readonly openInterestUsd: number | null;
  readonly volume24hUsd: number | null;
  /** Price at which the venue's impact notional would be sold and bought. */
  readonly impactBid: number | null;
  readonly impactAsk: number | null;
  readonly maxLeverage: number | null;
  readonly szDecimals: number;
}

/** Stage of a binary market's life, in words common to all venues. */
export const MARKET_STATUSES = ['open', 'paused', 'closed', 'resolved'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** Whether trading is over, with or without a result: such a market has no price. */
export function hasEnded(status: MarketStatus): boolean {
  return status === 'closed' || status === 'resolved';
}

/**
 * The newest state of a binary market. Prices are probabilities of the Yes outcome unless named otherwise. Adapters leave
 * the names of the sides null: the feed knows the other markets of the event.
 */
export interface BinaryTicker extends SideNames {
  readonly asset: string;
  /** The venue's own id of the market. */
  readonly venueId: string;
  readonly title: string;
  readonly eventTitle: string | null;
  /** The venue's id of the event that groups mutually related markets. */
  readonly eventKey: string | null;
  readonly category: string | null;
  /** Labels of the Yes and the No outcome. */
  readonly outcomes: readonly [yes: string, no: string];
  /** The recorded price: see the recording rules of each kind. null when the market has none. */
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
  /** End of trading. */
  readonly closeTime: EpochMs | null;
  /** When the question is due to be decided. */
  readonly endDate: EpochMs | null;
  readonly status: MarketStatus;
  /** The market's page on the venue's web site. */
  readonly venueNativeUrl: string;
  /** The venue says that at most one outcome of the event can win; null when it does not say. */
  readonly exclusive: boolean | null;
  /** The tracked, tradable outcomes are all outcomes of the event; null when not known. */
  readonly exhaustive: boolean | null;
  /** The number that the question is about, which the feed reads from the terms. Absent: none is known. */
  readonly threshold?: Threshold;
}

/** The number that a market asks about. */
export interface Threshold {
  /** When Yes wins: the value is above the strike, below it, or between both strikes. */
  readonly test: 'above' | 'below' | 'between';
  /** In the unit of the question. */
  readonly strike: number;
  /** Upper end of `between`; null: the test has one strike. */
  readonly strikeHigh: number | null;
}
