import Big from 'big.js';
import { microUsd, type VenueId } from '../../domain/index.ts';
import { isBinaryMarket, type PendingOpening } from '../limits/exposure.ts';

/** Stored form of an order that has not ended. */
export interface PendingRow {
  readonly orderId: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Micro-USD that the order may open in all, and that its fills have opened so far. */
  readonly opens: number;
  readonly opened: number;
  readonly side: 'buy' | 'sell';
  /** Size in USD; 0: sized in shares, or a close. */
  readonly sizeUsd: number;
  readonly sizeShares: number | null;
  /** Whether the order closes the whole position, as 1 or 0. */
  readonly isClose: number;
  readonly markPrice: number;
}

/** Computes from the row of an unfinished order what it may still open or close. */
export function toPending(row: PendingRow): PendingOpening & { readonly orderId: string } {
  const { orderId, venue, storeKey, opens, opened, side } = row;
  const order = { orderId, venue, storeKey, opensMicroUsd: microUsd(Math.max(0, opens - Number(opened))) };
  return Number(opens) > 0 ? order : { ...order, closes: { side, shares: findClosed(row) } };
}

function findClosed(row: PendingRow): string {
  const { sizeUsd, sizeShares, isClose, markPrice, side } = row;
  if (Number(isClose) === 1) return 'all';
  if (sizeShares !== null) return new Big(sizeShares).toFixed();
  const mark = new Big(markPrice);
  const price = isBinaryMarket(row) && side === 'buy' ? new Big(1).minus(mark) : mark;
  return new Big(sizeUsd).div(price).toFixed();
}
