import type { EpochMs, VenueId } from '../../../domain/index.ts';
import type { TradingRows } from '../rows.ts';
import { bookReopening } from './bookings.ts';
import type { Holder } from './close-positions.ts';

export interface ReopenPositions {
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly asset: string;
  /** Holders whose settlements are undone. */
  readonly holders: readonly Holder[];
  /** Current time, epoch ms. */
  readonly now: EpochMs;
}

/** Undoes the settlements of some holders in a market. Safe to repeat: an undone settlement no longer counts. */
export function reopenPositions(
  { orders }: TradingRows,
  { venue, storeKey, asset, holders, now }: ReopenPositions,
): number {
  return holders.filter(({ botId, mode }) =>
    bookReopening(orders, { botId, mode, venue, storeKey, asset }, now),
  ).length;
}
