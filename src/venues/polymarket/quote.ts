import { findNarrowMid } from '../../domain/index.ts';

/** The quote of a Yes token at one moment. All prices are strictly between 0 and 1. */
export interface PolymarketQuote {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly lastTrade: number | null;
  /** The price that the venue's site shows. */
  readonly listed: number | null;
  readonly tick: number;
}

/** Tick when the venue states none. Ticks range from 0.1 to 0.0001. */
export const DEFAULT_TICK = 0.001;

/** Tolerance of price comparisons: larger than the floating-point error of a price, smaller than any tick. */
const FLOAT_ERROR = 1e-9;

/**
 * Chooses the price to record: the mid when bid and ask are at most 0.10 apart, else the last trade, else the listed
 * price.
 *
 * @returns null when the book is empty or has quotes at the edges only. The mid of 0.50 and the listed price are then
 * artefacts, and the last trade may be months old.
 */
export function chooseRecordedPrice(quote: PolymarketQuote): number | null {
  const { bid, ask, lastTrade, listed } = quote;
  if (isEmpty(quote)) return null;
  return findNarrowMid(bid, ask) ?? lastTrade ?? listed;
}

/** Whether the book is empty, or has quotes only at the last tick of each side (0.001 and 0.999). */
export function isEmpty({ bid, ask, tick }: PolymarketQuote): boolean {
  const hasBid = bid !== null && bid > tick + FLOAT_ERROR;
  const hasAsk = ask !== null && ask < 1 - tick - FLOAT_ERROR;
  return !hasBid && !hasAsk;
}

/**
 * Whether the listed price is that of the other side, judged by bid and ask of the same row. One of its lists is then
 * in reverse order.
 */
export function contradictsItself({ bid, ask, listed }: PolymarketQuote): boolean {
  const mid = findNarrowMid(bid, ask);
  if (mid === null || listed === null) return false;
  return Math.abs(listed + mid - 1) <= 0.02 && Math.abs(listed - mid) > 0.1;
}
