import Big from 'big.js';
import { MICRO_PER_USD, type MicroUsd, NO_MONEY, saturateMicroUsd } from '../../domain/index.ts';
import type { PreparedOrder } from '../execution/index.ts';
import type { BotOrder } from '../orders/order.ts';

/** Members of an order by which it is decided what its signed legs may open. */
export type SignedOrder = Pick<
  BotOrder,
  'venue' | 'mode' | 'side' | 'isClose' | 'sizeUsd' | 'opensMicroUsd' | 'markPrice'
>;

/**
 * Whether a leg may open or increase a position: it buys shares, or trades coins for an order that was not limited to
 * its closing part.
 */
export function mayOpen(
  { isClose, opensMicroUsd }: Pick<SignedOrder, 'isClose' | 'opensMicroUsd'>,
  { side, leg }: Pick<PreparedOrder, 'side' | 'leg'>,
): boolean {
  if (isClose || opensMicroUsd === 0) return false;
  return leg === null || (side === 'buy') === (leg === 'yes');
}

/** Computes the maximum amount that signed legs may spend on opening, micro-USD, rounded up. */
export function computeOpened(order: SignedOrder, legs: readonly PreparedOrder[]): MicroUsd {
  const opening = legs.filter((leg) => mayOpen(order, leg));
  if (opening.length === 0) return NO_MONEY;
  // Perpetuals and Kalshi net the holding within one order, so the opening part does not follow from the order's size.
  const isNetted =
    opening.some(({ leg }) => leg === null) || (order.mode === 'live' && order.venue === 'kalshi');
  if (isNetted) return order.opensMicroUsd;
  const spent = opening.reduce((sum, { leg, size, limitPrice }) => {
    const price = new Big(limitPrice ?? order.markPrice);
    return sum.plus(new Big(size).times(leg === 'no' ? new Big(1).minus(price) : price));
  }, new Big(0));
  return saturateMicroUsd(Number(spent.times(MICRO_PER_USD).round(0, Big.roundUp)));
}
