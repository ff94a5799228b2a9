import type { Touch } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import type { LimitlessBook, LimitlessMarket } from './wire.ts';

/** Ends of the tick grid. The venue writes them for a side without orders, and an order at them is worth nothing. */
const LOWEST = 0.001;
const HIGHEST = 0.999;
/**
 * Distance from the ends of the grid. When both best prices are this close to an end, they are no quote: before a
 * resolution a book was recorded with one order a side at 0.002 and 0.998, whose mid is the same 0.5 as that of an
 * empty book.
 */
const EDGE = 0.002;
const STEPS_PER_UNIT = 1_000_000;

export const NO_TOUCH: Touch = { bid: null, ask: null };

/** Reads the touch of a listed market with an order book; both sides are null when the book is empty. */
export function findListedTouch({ tradePrices }: LimitlessMarket): Touch {
  if (!tradePrices) return NO_TOUCH;
  return touch(findNumber(tradePrices.sell.market[0]), findNumber(tradePrices.buy.market[0]));
}

/** Computes the touch of a whole book, whatever the order of its levels. */
export function readTouch(book: LimitlessBook): Touch {
  const prices = (levels: LimitlessBook['bids']) =>
    (levels ?? [])
      .filter(({ size }) => (findNumber(size) ?? 0) > 0)
      .map(({ price }) => findNumber(price))
      .filter((price) => price !== null);
  const bids = prices(book.bids);
  const asks = prices(book.asks);
  return touch(
    bids.length === 0 ? null : bids.reduce((a, b) => Math.max(a, b)),
    asks.length === 0 ? null : asks.reduce((a, b) => Math.min(a, b)),
  );
}

/** Computes the mid; null when a side is empty or the sides cross. */
export function computeMid({ bid, ask }: Touch): number | null {
  if (bid === null || ask === null || bid > ask) return null;
  return (toSteps(bid) + toSteps(ask)) / 2 / STEPS_PER_UNIT;
}

function touch(bid: number | null, ask: number | null): Touch {
  const realBid = bid !== null && bid > LOWEST && bid < 1 ? bid : null;
  const realAsk = ask !== null && ask < HIGHEST && ask > 0 ? ask : null;
  const isBidAtEdge = realBid === null || realBid <= EDGE;
  const isAskAtEdge = realAsk === null || realAsk >= 1 - EDGE;
  return isBidAtEdge && isAskAtEdge ? NO_TOUCH : { bid: realBid, ask: realAsk };
}

function toSteps(price: number): number {
  return Math.round(price * STEPS_PER_UNIT);
}
