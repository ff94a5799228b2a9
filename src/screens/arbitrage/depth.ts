import { type Book, complement, type PriceLevel } from '../../domain/index.ts';

export interface Fill {
  /** Contracts that the book holds, at most the requested ones. */
  readonly size: number;
  /** Cost of the contracts in USD. */
  readonly costUsd: number;
  /** Mean price of the contracts; null when nothing can be bought. */
  readonly avgPrice: number | null;
}

/** Prices at which an outcome can be bought, the cheapest first: a bid of 0.40 sells No at 0.60. */
export function listOffers(book: Book, side: 'yes' | 'no'): readonly PriceLevel[] {
  if (side === 'yes') return book.asks;
  return book.bids.map((bid) => ({ price: complement(bid.price), size: bid.size }));
}

/**
 * Buys from a book, best level first.
 *
 * @param side Which outcome is bought. Buying No takes the Yes bids.
 */
export function buyFromBook(book: Book, side: 'yes' | 'no', size: number): Fill {
  const levels = listOffers(book, side);
  let left = size;
  let costUsd = 0;
  for (const level of levels) {
    if (left <= 0) break;
    const taken = Math.min(left, level.size);
    costUsd += taken * level.price;
    left -= taken;
  }
  const filled = size - Math.max(left, 0);
  return { size: filled, costUsd, avgPrice: filled > 0 ? costUsd / filled : null };
}
