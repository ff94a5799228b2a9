import type { EpochMs } from './time.ts';

export interface PriceLevel {
  readonly price: number;
  /** Size in base units or contracts. */
  readonly size: number;
}

/** Best prices, in Yes terms for binaries; null on a side without orders. */
export interface Touch {
  readonly bid: number | null;
  readonly ask: number | null;
}

/** A whole order book, in Yes terms for binaries, with the best level first on both sides. */
export interface Book {
  readonly asset: string;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
  /** Time by the venue's clock; null when the venue states none. */
  readonly venueTime: EpochMs | null;
  /** Time of arrival by our clock. */
  readonly receivedAt: EpochMs;
}

/** Sorts levels, best first, and drops those whose price or size is not finite and positive. */
export function sortLevels(levels: readonly PriceLevel[], side: 'bid' | 'ask'): PriceLevel[] {
  const direction = side === 'bid' ? -1 : 1;
  return levels
    .filter(({ price, size }) => price > 0 && size > 0 && Number.isFinite(price) && Number.isFinite(size))
    .sort((a, b) => direction * (a.price - b.price));
}

/**
 * Computes the mid of bid and ask without the floating-point error: between 0.45 and 0.47 it is 0.46, not
 * 0.45999999999999996. Venue prices have far fewer than twelve digits.
 */
export function computeMidPrice(bid: number, ask: number): number {
  return Number(((bid + ask) / 2).toPrecision(12));
}

/** Largest spread at which the mid of a binary counts. A wider book does not show the price between its sides. */
const MAX_MID_SPREAD = 0.1;
/**
 * Tolerance of comparisons of probabilities, above their floating-point error and below any tick: 0.55 - 0.45 is above
 * 0.1.
 */
const FLOAT_ERROR = 1e-9;

/** Finds the mid of a binary; null when a side is missing, or when they are crossed or more than 0.10 apart. */
export function findNarrowMid(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || bid > ask || ask - bid > MAX_MID_SPREAD + FLOAT_ERROR) return null;
  return computeMidPrice(bid, ask);
}
