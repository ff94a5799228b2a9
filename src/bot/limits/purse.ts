import Big from 'big.js';
import { MICRO_PER_USD, microUsd, NO_MONEY } from '../../domain/index.ts';
import type { PreparedOrder } from '../execution/index.ts';
import type { OrderResult } from '../orders/order-store.ts';
import { applyFill, FLAT, type Position, type PositionFill } from '../positions/position.ts';
import { computeExposure, type HeldPosition, isBinaryMarket } from './exposure.ts';
import { mayOpen, type SignedOrder } from './signed-legs.ts';

/** Facts that decide a bot's paper money: the starting amount, gains, and the cost of open positions. */
export interface PurseFacts {
  /** Starting amount: `paperBalanceUsd` of the settings. */
  readonly paperBalanceUsd: number;
  /** Gains of closed positions, less venue fees. */
  readonly realizedMicroUsd: number;
  readonly positions: readonly HeldPosition[];
}

/**
 * Computes the paper money that is left, micro-USD. Positions tie up their cost, so winnings return with a closing or a
 * settlement. It falls below 0 when losses or fees exceed it, or when its starting amount is lowered.
 */
export function computePurse({ paperBalanceUsd, realizedMicroUsd, positions }: PurseFacts): number {
  const tied = positions.reduce((sum, one) => sum + computeExposure(one, isBinaryMarket(one)), 0);
  return Math.floor(paperBalanceUsd * MICRO_PER_USD) + realizedMicroUsd - tied;
}

/** One leg of a paper order with its result. */
export interface PaperLeg {
  readonly prepared: PreparedOrder;
  readonly result: OrderResult;
}

/**
 * Finds the money that a paper order lacks, micro-USD; null: there is enough, or the order opens nothing. As at a
 * venue, the opening part must be covered at its limit price with its fees; money of the closing part arrives before.
 */
export function findLack(
  order: SignedOrder & Pick<HeldPosition, 'storeKey'>,
  legs: readonly PaperLeg[],
  purse: PurseFacts,
): { readonly purseMicroUsd: number; readonly neededMicroUsd: number } | null {
  const isBinary = isBinaryMarket(order);
  const isHere = ({ venue, storeKey }: HeldPosition) => venue === order.venue && storeKey === order.storeKey;
  let position: Position = purse.positions.find(isHere) ?? FLAT;
  let left = computePurse(purse);
  for (const { prepared, result } of legs) {
    const fills = 'fills' in result ? result.fills : [];
    const before = computeExposure(position, isBinary);
    let gain = 0;
    for (const { size, notionalMicroUsd, venueFeeMicroUsd } of fills) {
      const fill: PositionFill = {
        side: prepared.side,
        size,
        notionalMicroUsd: microUsd(notionalMicroUsd),
      };
      const change = applyFill(position, fill);
      position = change.position;
      gain += (change.realizedMicroUsd ?? 0) - (venueFeeMicroUsd ?? 0);
    }
    const spent = computeExposure(position, isBinary) - before - gain;
    if (mayOpen(order, prepared)) {
      const needed = Math.max(spent, isBinary ? computeWorst(prepared) + computeFees(fills) : NO_MONEY);
      if (needed > left && needed > 0) return { purseMicroUsd: left, neededMicroUsd: needed };
    }
    left -= spent;
  }
  return null;
}

/** Computes the cost of shares at the limit price of their order. */
function computeWorst({ size, limitPrice, leg }: PreparedOrder): number {
  if (limitPrice === null) return 0;
  const price = leg === 'no' ? new Big(1).minus(limitPrice) : new Big(limitPrice);
  return Number(price.times(size).times(MICRO_PER_USD).round(0, Big.roundUp));
}

const computeFees = (fills: readonly { readonly venueFeeMicroUsd: number | null }[]) =>
  fills.reduce((sum, { venueFeeMicroUsd }) => sum + (venueFeeMicroUsd ?? 0), 0);
