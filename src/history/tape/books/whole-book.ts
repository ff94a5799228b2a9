import type { BookRun, WholeBook } from '../coding/book-run.ts';
import { LiveBook } from './live-book.ts';

/** Converts the whole book of a run from units to prices and sizes. */
export function toLiveBook(run: BookRun, { bids, asks }: WholeBook): LiveBook {
  const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
  const book = new LiveBook();
  for (const [side, { prices, sizes }] of [bids, asks].entries()) {
    for (let i = prices.length - 1; i >= 0; i--) book.set(side, prices[i]! / priceUnit, sizes[i]! / sizeUnit);
  }
  return book;
}
