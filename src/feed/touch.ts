/** The best prices of a market, as one source states them; null where it states none. */
export interface PricedTouch {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Largest difference of two roundings of one price, as a share of the price. */
const TOLERANCE_FRAC = 1e-9;

/**
 * Whether two touches disagree in what both of them state. Bid and ask decide where both state one, since
 * sources derive the price from them each in its own way.
 */
export function haveTouchesMoved(a: PricedTouch, b: PricedTouch): boolean {
  const bothQuote = (a.bid !== null && b.bid !== null) || (a.ask !== null && b.ask !== null);
  return bothQuote ? disagree(a.bid, b.bid) || disagree(a.ask, b.ask) : disagree(a.price, b.price);
}

function disagree(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) > TOLERANCE_FRAC * Math.max(Math.abs(a), Math.abs(b));
}
