import { formatDouble, parseDecimal } from '../../domain/index.ts';

/** One side of a book, with the best level at rank 0. */
export interface LevelsView {
  readonly length: number;
  price(rank: number): number;
  size(rank: number): number;
}

/** Unit of a distance from the mid: cents, or basis points of the mid. */
export type DistanceUnit = 'cents' | 'bps';

/** Spread of a book, and value of its orders within given distances of the mid. */
export interface DepthNearMid {
  /** Best ask minus best bid; below 0 when the book is crossed. */
  readonly spread: number;
  /** Value of bids in USD, for each distance. */
  readonly bidUsd: readonly number[];
  /** Value of asks in USD, for each distance. */
  readonly askUsd: readonly number[];
}

/** Relative tolerance of a comparison of doubles. Closer values are compared in exact decimals. */
const DOUBT = 1e-12;
const MILLION = 1e6;
/** Largest number of millionths for which the comparison below is exact in doubles. */
const MAX_MILLIONTHS = 1e12;

/**
 * Sums price times size of the bids at mid minus a distance or above, and of the asks at mid plus a distance or below.
 * Exact decimals decide whether a price is at the distance. The mid is the mean of the best bid and the best ask.
 *
 * @param within Distances above 0, in any order.
 * @returns null when a side is empty.
 */
export function depthNearMid(
  bids: LevelsView,
  asks: LevelsView,
  within: readonly number[],
  unit: DistanceUnit,
): DepthNearMid | null {
  if (bids.length === 0 || asks.length === 0) return null;
  const touch = { bid: bids.price(0), ask: asks.price(0) };
  return {
    spread: touch.ask - touch.bid,
    bidUsd: sumWithin(bids, within, { touch, unit, away: -1 }),
    askUsd: sumWithin(asks, within, { touch, unit, away: 1 }),
  };
}

interface Limit {
  readonly touch: { readonly bid: number; readonly ask: number };
  readonly unit: DistanceUnit;
  /** Direction away from the mid: -1 below it, 1 above it. */
  readonly away: -1 | 1;
}

/** Sums the levels within each distance, in one pass from the best level. */
function sumWithin(levels: LevelsView, within: readonly number[], limit: Limit): number[] {
  const { touch, unit, away } = limit;
  const mid = (touch.bid + touch.ask) / 2;
  const sums = within.map(() => 0);
  const nearestFirst = within.map((_, i) => i).sort((a, b) => within[a]! - within[b]!);
  const { length } = levels;
  let [rank, usd] = [0, 0];
  for (const i of nearestFirst) {
    const distance = within[i]!;
    const edge = mid + away * (unit === 'cents' ? distance / 100 : (mid * distance) / 10_000);
    const doubt = DOUBT * Math.max(1, Math.abs(edge), mid);
    for (; rank < length; rank++) {
      const price = levels.price(rank);
      const beyond = away * (price - edge);
      if (beyond > doubt || (beyond > -doubt && !isWithin(price, distance, limit))) break;
      usd += price * levels.size(rank);
    }
    sums[i] = usd;
  }
  return sums;
}

/** Whether a price is within a distance of the mid, in exact decimals. */
function isWithin(price: number, distance: number, limit: Limit): boolean {
  const { touch, unit, away } = limit;
  if (unit === 'cents') {
    const twice = toMillionths(touch.bid) + toMillionths(touch.ask);
    const [at, far] = [toMillionths(price), toMillionths(distance)];
    // Nearly all prices have few decimals and are compared without big integers.
    if (twice + at + far < MAX_MILLIONTHS) return away * (2 * at - twice) * 100 <= 2 * far;
  }
  const [bid, ask, level, far] = toIntegers([touch.bid, touch.ask, price, distance]);
  const twiceMid = bid!.digits + ask!.digits;
  const { one } = bid!;
  // Condition away (price - mid) <= distance, with both sides multiplied until they are integers.
  const beyond = BigInt(away) * (2n * level!.digits - twiceMid);
  return unit === 'cents'
    ? beyond * 100n <= 2n * far!.digits
    : beyond * 10_000n * one <= twiceMid * far!.digits;
}

/** Converts a number with at most six decimals to millionths; infinite for other numbers. */
function toMillionths(value: number): number {
  const millionths = Math.round(value * MILLION);
  return millionths / MILLION === value ? millionths : Number.POSITIVE_INFINITY;
}

/** Converts numbers to integers of one common unit; `one` is the number of units in 1. */
function toIntegers(values: readonly number[]): { readonly digits: bigint; readonly one: bigint }[] {
  const decimals = values.map((value) => parseDecimal(formatDouble(value)));
  const places = Math.max(...decimals.map((decimal) => decimal.places));
  return decimals.map((decimal) => ({
    digits: decimal.digits * 10n ** BigInt(places - decimal.places),
    one: 10n ** BigInt(places),
  }));
}
