import Big from 'big.js';
import { type AssetKind, KIND_TRAITS } from '../../domain/index.ts';
import type { NewOrder } from '../orders/order-store.ts';

/** Maximum amount in dollars that one order may move. */
export const MAX_SIZE_USD = 1e9;
/** Maximum number of shares, or units of a coin, in one order. */
export const MAX_SHARES = 1e12;
/** Lowest mark price that an order may state. */
export const MIN_MARK_PRICE = 1e-12;
export const MAX_MARK_PRICE = 1e12;
/** Maximum payout in dollars of the shares that one order buys: 1e15 micro-USD. */
const MAX_PAYOUT_USD = 1e9;
/** Smallest size; a fill never has size 0. */
const MIN_SHARES = 1e-12;

/** Members of an order to which ceilings apply. */
export type SizedOrder = Pick<NewOrder, 'side' | 'sizeUsd' | 'sizeShares' | 'markPrice'>;

/** Member by which an order exceeds a ceiling, with the explanation. */
export interface Excess {
  readonly member: 'sizeUsd' | 'sizeShares' | 'markPrice';
  readonly problem: string;
}

/**
 * Checks an order against the ceilings that keep sums, payouts and leaderboards exact. Only bought shares can pay out,
 * and a sale is limited by the position.
 *
 * @returns null: the order is within all ceilings.
 */
export function findExcess(
  kind: AssetKind,
  { side, sizeUsd, sizeShares, markPrice }: SizedOrder,
): Excess | null {
  const member = sizeShares === null ? 'sizeUsd' : 'sizeShares';
  if (sizeUsd !== null && sizeUsd > MAX_SIZE_USD)
    return { member, problem: `must be at most ${MAX_SIZE_USD}` };
  if (markPrice < MIN_MARK_PRICE || markPrice > MAX_MARK_PRICE) {
    return { member: 'markPrice', problem: `must be from ${MIN_MARK_PRICE} to ${MAX_MARK_PRICE}` };
  }
  const mark = new Big(markPrice);
  const toShares = (price: Big) => new Big(sizeShares ?? new Big(sizeUsd ?? 0).div(price));
  const shares = toShares(mark);
  if (shares.gt(MAX_SHARES)) return { member, problem: `is more than ${MAX_SHARES} shares at markPrice` };
  if (sizeShares === null ? new Big(sizeUsd ?? 0).lt(mark.times(MIN_SHARES)) : shares.lt(MIN_SHARES)) {
    return { member, problem: 'is nothing at markPrice' };
  }
  if (KIND_TRAITS[kind].unit !== 'probability') {
    const isTooMuch = sizeShares !== null && shares.times(mark).gt(MAX_SIZE_USD);
    return isTooMuch ? { member, problem: `is worth more than ${MAX_SIZE_USD} USD at markPrice` } : null;
  }
  const bought = toShares(side === 'buy' ? mark : new Big(1).minus(mark));
  return bought.gt(MAX_PAYOUT_USD)
    ? { member, problem: `could pay more than ${MAX_PAYOUT_USD} USD at markPrice` }
    : null;
}
