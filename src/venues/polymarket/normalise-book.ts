import { type Book, type EpochMs, type PriceLevel, sortLevels } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis } from '../times.ts';
import type { ClobBook, WireLevel } from './wire.ts';

/** Converts a whole book in Yes terms. The venue lists the best level last on both sides; the result has it first. */
export function normaliseBook(book: ClobBook, asset: string, receivedAt: EpochMs): Book {
  return {
    asset,
    bids: sortLevels(findLevels(book.bids), 'bid'),
    asks: sortLevels(findLevels(book.asks), 'ask'),
    venueTime: findVenueMillis(book.timestamp),
    receivedAt,
  };
}

/** Creates a book without orders. */
export function createEmptyBook(asset: string, receivedAt: EpochMs): Book {
  return { asset, bids: [], asks: [], venueTime: null, receivedAt };
}

/** Reads a level; null when its price or size is no number. */
function findLevel({ price: statedPrice, size: statedSize }: WireLevel): PriceLevel | null {
  const [price, size] = [findNumber(statedPrice), findNumber(statedSize)];
  return price === null || size === null ? null : { price, size };
}

const findLevels = (levels: readonly WireLevel[]): PriceLevel[] =>
  levels.map(findLevel).filter((level) => level !== null);
