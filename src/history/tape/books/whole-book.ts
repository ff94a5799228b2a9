import type { BookRun, WholeBook } from '../coding/book-run.ts';
import { LiveBook } from './live-book.ts';

/** Book with which a run begins, with the prices and sizes of the venue. */
export function toLiveBook(run: BookRun, { bids, asks }: WholeBook): LiveBook {
  const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
  const book = new LiveBook();
  for (const [side, { prices, sizes }] of [bids, asks].entries()) {
    for (let i = prices.length - 1; i >= 0; i--) book.set(side, prices[i]! / priceUnit, sizes[i]! / sizeUnit);
  }
  return book;
}
