import { type Book, complement, type PriceLevel } from '../../domain/index.ts';

export interface Fill {
  /** Number of contracts that the book can fill, at most the requested number. */
  readonly size: number;
  /** Cost of the contracts in USD. */
  readonly costUsd: number;
  /** Average price of the contracts. null when nothing can be bought. */
  readonly avgPrice: number | null;
}

/** Lists the prices at which an outcome can be bought, cheapest first. A bid of 0.40 for Yes offers No at 0.60. */
export function listOffers(book: Book, side: 'yes' | 'no'): readonly PriceLevel[] {
  if (side === 'yes') return book.asks;
  return book.bids.map((bid) => ({ price: complement(bid.price), size: bid.size }));
}

/**
 * Simulates a purchase from an order book, best level first.
 *
 * @param side Outcome that is bought. Buying No takes the Yes bids.
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
