import type { Book, EpochMs, PriceLevel, TakerRate } from '../../../domain/index.ts';
import type { PreparedOrder, VenueFill } from '../execution-venue.ts';
import { toDecimal, toDecimalText } from '../live/decimal.ts';
import type { PaperTaking, TakenLevel } from '../paper-taking.ts';
import { computeMockFills, subtractFills } from './fill-rules.ts';
import { addTaking, subtractEarlier } from './taken-levels.ts';

/** Sums of an order's fills on paper, as they are stored with the order. */
export interface PaperFills {
  /** Filled size as decimal text, before fees that a venue takes in shares. */
  readonly filledSize: string;
  /** Price times size of all fills, in US dollars, decimal text. */
  readonly worthUsd: string;
  readonly feeMicroUsd: number | null;
}

export interface PaperMarket {
  readonly book: Book;
  /** Sizes that earlier orders of the bot took from this side of the book. */
  readonly taken: readonly TakenLevel[];
  readonly rate: TakerRate;
  readonly t: EpochMs;
}

/** Fills signed legs from a book, one leg after the other. @returns The fills, with the levels that they take. */
export function fillOnPaper(
  legs: readonly PreparedOrder[],
  { book, taken, rate, t }: PaperMarket,
): { readonly paper: PaperFills; readonly taking: PaperTaking } {
  const offered = legs[0]?.side === 'sell' ? book.bids : book.asks;
  const side = { levels: offered, receivedAt: book.receivedAt, taken };
  let levels: readonly PriceLevel[] = subtractEarlier(side);
  const fills: VenueFill[] = [];
  for (const { side: ofLeg, leg, size, limitPrice, details } of legs) {
    if (limitPrice === null) continue;
    const { maxSpendUsd } = details;
    const inDollars = typeof maxSpendUsd === 'string' && leg !== null ? { spendUsd: maxSpendUsd, leg } : {};
    const filled = computeMockFills(
      { rule: 'book', rate, side: ofLeg, size, limitPrice, levels, ...inDollars },
      t,
    );
    levels = subtractFills(levels, filled);
    fills.push(...filled);
  }
  return { paper: sumFills(fills), taking: addTaking(side, fills) };
}

function sumFills(fills: readonly VenueFill[]): PaperFills {
  const sum = (amounts: readonly ReturnType<typeof toDecimal>[]) =>
    toDecimalText(amounts.reduce((total, amount) => total.plus(amount), toDecimal(0)));
  const isFeeKnown = fills.every(({ venueFeeMicroUsd }) => venueFeeMicroUsd !== null);
  const feeMicroUsd = fills.reduce((total, { venueFeeMicroUsd }) => total + (venueFeeMicroUsd ?? 0), 0);
  return {
    filledSize: sum(fills.map(({ size }) => toDecimal(size))),
    worthUsd: sum(fills.map(({ size, price }) => toDecimal(size).times(price))),
    feeMicroUsd: isFeeKnown ? feeMicroUsd : null,
  };
}
