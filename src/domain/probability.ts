import type { Touch } from './book.ts';
import type { BinaryTicker } from './ticker.ts';

/** A value of a venue that should be a probability and cannot be one. It is evidence, and no ticker contains it. */
export interface RefusedValue {
  /** Name of the ticker's member that is null because of this value: `yesBid`. */
  readonly member: string;
  /** Value as the venue sent it. */
  readonly value: number;
}

/** Steps per unit: finer than the smallest tick of any venue, coarser than the error of binary fractions. */
const PRICE_STEPS = 1e9;

/** Computes the price of the other side, 1 - p, without floating-point error: 0.7 gives 0.3. */
export function complement(price: number): number {
  return Math.round((1 - price) * PRICE_STEPS) / PRICE_STEPS;
}

/** Computes the price of the other side; null without a price. */
export function findComplement(price: number | null): number | null {
  return price === null ? null : complement(price);
}

/** Prices of both sides of a binary, as in its ticker. */
export type SidePrices = Pick<BinaryTicker, 'yesPrice' | 'noPrice' | 'yesBid' | 'yesAsk' | 'noBid' | 'noAsk'>;

/**
 * Computes the prices of both sides from a quote in Yes terms. The sides share one book: a Yes bid at p is a No ask at
 * 1 - p.
 */
export function toSidePrices(yes: {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}): SidePrices {
  return {
    yesPrice: yes.price,
    noPrice: findComplement(yes.price),
    yesBid: yes.bid,
    yesAsk: yes.ask,
    noBid: findComplement(yes.ask),
    noAsk: findComplement(yes.bid),
  };
}

/** Whether a value can be a probability: from 0 to 1, both inclusive. */
export function isProbability(value: number): boolean {
  return value >= 0 && value <= 1;
}

/** Returns the value if it can be a probability, else null. */
export function findProbability(value: number | null): number | null {
  return value !== null && isProbability(value) ? value : null;
}

/**
 * Finds the values of a venue that cannot be probabilities, by the ticker's member.
 *
 * @returns Empty when every value is a probability or null, as is usual.
 */
export function findRefused(said: Readonly<Record<string, number | null>>): readonly RefusedValue[] {
  const refused: RefusedValue[] = [];
  for (const member in said) {
    const value = said[member] ?? null;
    if (value !== null && !isProbability(value)) refused.push({ member, value });
  }
  return refused.length === 0 ? NONE : refused;
}

/**
 * Finds crossed orders. In a list they mean that one side belongs to something else. Frames of a stream may be crossed
 * for a moment.
 */
export function findCrossed({ bid, ask }: Touch): readonly RefusedValue[] {
  return bid !== null && ask !== null && bid >= ask ? [{ member: 'yesAsk', value: ask }] : NONE;
}

const NONE: readonly RefusedValue[] = [];
