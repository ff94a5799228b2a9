import type { EpochMs, VenueId } from '../../../domain/index.ts';
import type { PositionRow, TradingRows } from '../rows.ts';
import { bookResolution } from './bookings.ts';

/** A bot with a position. */
export type Holder = Pick<PositionRow, 'botId' | 'mode'>;

export interface ClosePositions {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Payout of one Yes contract; null: every buyer was paid back. */
  readonly value: number | null;
  /** Time at which the resolution was recorded; null: not known. */
  readonly resolvedAt: EpochMs | null;
  /** Holders whose positions are closed. */
  readonly holders: readonly Holder[];
  /** Current time, epoch ms. */
  readonly now: EpochMs;
}

/** Closes the positions of some holders in a resolved market. Safe to repeat: a closed position has no row. */
export function closePositions(
  { orders }: TradingRows,
  { venue, storeKey, value, resolvedAt, holders, now }: ClosePositions,
): number {
  const closed = orders
    .listPositionsInMarket({ venue, storeKey })
    .filter(({ botId, mode }) => holders.some((holder) => holder.botId === botId && holder.mode === mode));
  for (const position of closed) bookResolution(orders, position, { value, resolvedAt }, now);
  // The market has ended, so no order takes from its book any more.
  orders.removeTakenInMarket({ venue, storeKey });
  return closed.length;
}
