/** Best prices of a market in one source; null where the source states none. */
export interface PricedTouch {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Largest relative difference between two roundings of one price. */
const TOLERANCE_FRAC = 1e-9;

/**
 * Whether two touches differ in a member that both state. Bid and ask decide when both state one, because sources
 * derive the price from them in different ways.
 */
export function haveTouchesMoved(a: PricedTouch, b: PricedTouch): boolean {
  const bothQuote = (a.bid !== null && b.bid !== null) || (a.ask !== null && b.ask !== null);
  return bothQuote ? disagree(a.bid, b.bid) || disagree(a.ask, b.ask) : disagree(a.price, b.price);
}

function disagree(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) > TOLERANCE_FRAC * Math.max(Math.abs(a), Math.abs(b));
}
