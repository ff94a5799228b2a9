import { type Book, type EpochMs, type PriceLevel, sortLevels } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findVenueMillis } from '../times.ts';
import type { ClobBook, WireLevel } from './wire.ts';

/** Converts a whole book in Yes terms. The venue lists the best level last on both sides; the result has it first. */
export function normaliseBook(book: ClobBook, asset: string, receivedAt: EpochMs): Book {
  return {
    asset,
    bids: sortLevels(book.bids.map(toLevel), 'bid'),
    asks: sortLevels(book.asks.map(toLevel), 'ask'),
    venueTime: findVenueMillis(book.timestamp),
    receivedAt,
  };
}

/** Creates a book without orders. */
export function createEmptyBook(asset: string, receivedAt: EpochMs): Book {
  return { asset, bids: [], asks: [], venueTime: null, receivedAt };
}

function toLevel({ price, size }: WireLevel): PriceLevel {
  return { price: findNumber(price) ?? Number.NaN, size: findNumber(size) ?? Number.NaN };
}
