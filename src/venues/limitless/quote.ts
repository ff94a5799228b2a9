import type { Touch } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import type { LimitlessBook, LimitlessMarket } from './wire.ts';

/** The ends of the tick grid. Written for a side without orders, and worth nothing where an order rests. */
const LOWEST = 0.001;
const HIGHEST = 0.999;
/**
 * Distance from the ends within which both best prices say nothing: before a resolution a book was recorded with one
 * order a side at 0.002 and 0.998, whose middle is the same 0.5 as that of an empty one.
 */
const EDGE = 0.002;
const STEPS_PER_UNIT = 1_000_000;

export const NO_TOUCH: Touch = { bid: null, ask: null };

/** The touch of a listed market with an order book; both null when its book is empty. */
export function findListedTouch({ tradePrices }: LimitlessMarket): Touch {
  if (!tradePrices) return NO_TOUCH;
  return touch(findNumber(tradePrices.sell.market[0]), findNumber(tradePrices.buy.market[0]));
}

/** The touch of a whole book, regardless of the order of its levels. */
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

/** The mid; null unless both sides rest and do not cross. */
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
