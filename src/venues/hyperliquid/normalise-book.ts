import { type Book, type EpochMs, epochMs, type PriceLevel, sortLevels } from '../../domain/index.ts';
import type { WireBook } from './wire.ts';

/**
 * Turns an answer of `l2Book` into a whole book, best levels first. `venueTime` is null where the venue states no time.
 *
 * @see docs/venues/hyperliquid.md
 */
export function normaliseBook({ levels, time }: WireBook, asset: string, receivedAt: EpochMs): Book {
  const [bids, asks] = levels;
  return {
    asset,
    bids: sortLevels(bids.map(toLevel), 'bid'),
    asks: sortLevels(asks.map(toLevel), 'ask'),
    venueTime: time === undefined ? null : epochMs(time),
    receivedAt,
  };
}

function toLevel({ px, sz }: WireBook['levels'][number][number]): PriceLevel {
  return { price: Number(px), size: Number(sz) };
}
