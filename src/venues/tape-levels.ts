import { type BookChange, type PriceLevel, sortLevels } from '../domain/index.ts';
import { findNumber } from './numbers.ts';

/** Maximum number of changes in one message of the tape. */
export const MAX_CHANGES = 8_192;
/** Maximum number of levels per side on the tape. */
const MAX_LEVELS = 4_096;
/** Prices and sizes below this value can be stored exactly. */
const TOO_LARGE = 2 ** 50;

/** Range of prices: `share` strictly between 0 and 1, `money` any value above 0. */
export type PriceRange = 'share' | 'money';

/** A level as the venue writes it, with numbers or decimal text. */
interface StatedLevel {
  readonly price: unknown;
  readonly size: unknown;
}

/** Reads a size for the tape; −0 becomes 0. null: the value is not a number, negative, or too large. */
export function findTapeSize(value: unknown): number | null {
  const size = findNumber(value);
  // Adding 0 turns −0 into 0.
  return size !== null && size >= 0 && size < TOO_LARGE ? size + 0 : null;
}

/** Reads a price for the tape; null: the value is not a number, or out of its range. */
export function findTapePrice(value: unknown, range: PriceRange): number | null {
  const price = findNumber(value);
  return price !== null && price > 0 && price < (range === 'share' ? 1 : TOO_LARGE) ? price : null;
}

/**
 * Reads the levels of a side, best first, without empty ones. null: a level cannot be recorded, or there are too many.
 */
export function readTapeSide(
  levels: readonly StatedLevel[],
  side: 'bid' | 'ask',
  range: PriceRange,
): PriceLevel[] | null {
  if (levels.length > MAX_LEVELS) return null;
  const totals = new Map<number, number>();
  for (const level of levels) {
    const price = findTapePrice(level.price, range);
    const size = findTapeSize(level.size);
    if (price === null || size === null) return null;
    totals.set(price, size);
  }
  return sortLevels(
    Array.from(totals, ([price, size]) => ({ price, size })),
    side,
  );
}

/** Reads the changes of one message. null: a change cannot be recorded, or there are too many. */
export function readTapeChanges(
  stated: readonly (StatedLevel & { readonly side: 'bid' | 'ask' })[],
  range: PriceRange,
): BookChange[] | null {
  if (stated.length > MAX_CHANGES) return null;
  const changes: BookChange[] = [];
  for (const change of stated) {
    const price = findTapePrice(change.price, range);
    const size = findTapeSize(change.size);
    if (price === null || size === null) return null;
    changes.push({ side: change.side, price, size });
  }
  return changes;
}
