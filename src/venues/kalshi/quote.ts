import { findNarrowMid } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';

/** Prices of one market in Yes terms. A side without a resting order is null. */
export interface KalshiQuote {
  readonly bid: number | null;
  readonly ask: number | null;
  /** The last trade; null when the market never traded. */
  readonly last: number | null;
}

export interface WireQuote {
  readonly yes_bid_dollars?: string | null;
  readonly yes_ask_dollars?: string | null;
  readonly yes_bid_size_fp?: string | null;
  readonly yes_ask_size_fp?: string | null;
}

/**
 * Reads the touch. The venue writes an empty side as a price of 0 or 1, so the size decides: a quote of size 0 is empty
 * at any price. Without a size (absent or an empty text) the price decides.
 */
export function readQuote(wire: WireQuote, lastDollars: string | null | undefined): KalshiQuote {
  return {
    bid: findRestingPrice(wire.yes_bid_dollars, wire.yes_bid_size_fp),
    ask: findRestingPrice(wire.yes_ask_dollars, wire.yes_ask_size_fp),
    last: findTradedPrice(lastDollars),
  };
}

/**
 * Computes the venue's 24 h change: the last trade less the last trade of a day ago. null without one of the two, as on
 * a market younger than a day.
 */
export function findVenueChange(last: number | null, previousDollars: unknown): number | null {
  const previous = findTradedPrice(previousDollars);
  return last === null || previous === null ? null : last - previous;
}

/**
 * Applies the recording rule: the mid when both sides rest at most 0.10 apart, else the last trade. A market with an
 * empty book has no price, even if it has traded.
 */
export function chooseRecordedPrice({ bid, ask, last }: KalshiQuote): number | null {
  if (bid === null && ask === null) return null;
  return findNarrowMid(bid, ask) ?? last;
}

function findRestingPrice(price: string | null | undefined, size: string | null | undefined): number | null {
  const value = findNumber(price);
  if (value === null || value <= 0 || value >= 1) return null;
  const count = findNumber(size);
  return count === null || count > 0 ? value : null;
}

/** Reads the price of a trade; null for "0.0000", which stands for a market that never traded. */
function findTradedPrice(text: unknown): number | null {
  const value = findNumber(text);
  return value === null || value <= 0 || value > 1 ? null : value;
}
