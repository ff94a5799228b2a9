import Big from 'big.js';
import { MICRO_PER_USD } from '../../domain/index.ts';
import type { Position } from '../positions/position.ts';

/** A position, with whether its market is a binary. Its size is not 0. */
export interface ValuedPosition extends Position {
  readonly isBinary: boolean;
}

/** Whether the position gains when the price, in Yes terms, rises. */
export const isLong = ({ size }: Position): boolean => !size.startsWith('-');

/** Computes the gain of a position at a price, micro-USD, not rounded; below 0: a loss. @param price In Yes terms. */
export function computeUnrealized({ size, costMicroUsd }: Position, price: number): number {
  const worth = new Big(size).abs().times(price).times(MICRO_PER_USD);
  const gain = worth.minus(costMicroUsd);
  return Number(isLong({ size, costMicroUsd }) ? gain : gain.neg());
}

/** Computes the cost of a position, micro-USD: No shares count at one minus the price. */
function computeCost({ size, costMicroUsd, isBinary }: ValuedPosition): number {
  if (!isBinary || isLong({ size, costMicroUsd })) return costMicroUsd;
  return Number(new Big(size).abs().times(MICRO_PER_USD).minus(costMicroUsd));
}

/** Computes the gain in percent of the cost; null: the position has no cost. */
export function computeGainPct(position: ValuedPosition, price: number): number | null {
  const cost = computeCost(position);
  return cost <= 0 ? null : (computeUnrealized(position, price) / cost) * 100;
}

/** Computes the price, in Yes terms, at which the gain is this percentage of the cost. */
export function findPriceAt(position: ValuedPosition, gainPct: number): number {
  const shares = new Big(position.size).abs();
  const gain = new Big(computeCost(position)).times(gainPct).div(100);
  const worth = isLong(position)
    ? new Big(position.costMicroUsd).plus(gain)
    : new Big(position.costMicroUsd).minus(gain);
  return Number(worth.div(MICRO_PER_USD).div(shares));
}
