import type { PriceLevel } from '../../domain/index.ts';
import { countLots, toLotSize } from './lots.ts';

/** One leg of an opportunity while its size is chosen, with the offers of its outcome and its fee. */
export interface PricedLeg {
  /** Offers of the outcome that is bought, cheapest first. */
  readonly levels: readonly PriceLevel[];
  /** Computes the taker fee in USD before rounding, from the cost and the number of contracts. Never negative. */
  readonly charge: (costUsd: number, contracts: number) => number;
}

/** Profit of all legs together at one size. */
export interface SizeProfit {
  /** Contracts of each leg. */
  readonly contracts: number;
  /** Payoff minus cost and fees, in USD, before fees are rounded. */
  readonly profitUsd: number;
}

/** Smallest gain that counts. Smaller ones are rounding errors. */
const MIN_GAIN_USD = 1e-9;

/** Position of a leg within its price levels. */
interface Walk {
  readonly leg: PricedLeg;
  level: number;
  /** Contracts that remain at the current level. */
  left: number;
  /** Cost of all contracts up to this position, in USD. */
  costUsd: number;
}

/**
 * Finds the number of whole lots with the greatest profit, and the smallest such number when several are equal.
 *
 * Between two price changes the fee of an order is concave in its size. The profit is therefore convex there, and its
 * maximum is at the first or at the last lot. Fees are not rounded here, because the rounding applies to the whole
 * order and not to its last lot.
 */
export function findBestLots(legs: readonly PricedLeg[], lot: number): number {
  let best = { lots: 0, profitUsd: 0 };
  for (const { lots, profitUsd, priceSum } of walkSizes(legs, lot)) {
    if (profitUsd > best.profitUsd + MIN_GAIN_USD) best = { lots, profitUsd };
    // Prices rise from level to level and fees are never negative, so no further lot is profitable.
    if (priceSum >= 1) break;
  }
  return best.lots;
}

/**
 * Lists the profit at each size where its slope changes, smallest size first, until the books end or no profit is left.
 */
export function listProfits(legs: readonly PricedLeg[], lot: number, maxPoints: number): SizeProfit[] {
  const points: SizeProfit[] = [];
  for (const { lots, profitUsd, priceSum } of walkSizes(legs, lot)) {
    points.push({ contracts: toLotSize(lots, lot), profitUsd });
    if (points.length === maxPoints || (priceSum >= 1 && profitUsd <= 0)) break;
  }
  return points;
}

/** Computes the profit of a number of contracts that the books can fill, before fees are rounded. */
export function computeProfit(
  legs: readonly PricedLeg[],
  contracts: number,
): SizeProfit & { paidUsd: number } {
  let paidUsd = 0;
  if (contracts === 0) return { contracts, profitUsd: 0, paidUsd };
  for (const { levels, charge } of legs) {
    let left = contracts;
    let costUsd = 0;
    for (const { price, size } of levels) {
      if (left <= 0) break;
      costUsd += Math.min(left, size) * price;
      left -= size;
    }
    paidUsd += costUsd + charge(costUsd, contracts);
  }
  return { contracts, profitUsd: contracts - paidUsd, paidUsd };
}

/**
 * Yields the first and the last whole lot of each range in which no leg changes its price, with the sum of the prices.
 */
function* walkSizes(legs: readonly PricedLeg[], lot: number) {
  const walks = legs.map((leg): Walk => ({ leg, level: 0, left: leg.levels[0]?.size ?? 0, costUsd: 0 }));
  let size = 0;
  let lots = 0;
  while (walks.every(({ leg, level }) => level < leg.levels.length)) {
    const step = Math.min(...walks.map(({ left }) => left));
    const priceSum = walks.reduce((sum, { leg, level }) => sum + leg.levels[level]!.price, 0);
    const last = countLots(size + step, lot);
    for (const count of last > lots + 1 ? [lots + 1, last] : last > lots ? [last] : []) {
      const contracts = toLotSize(count, lot);
      const paidUsd = walks.reduce((sum, { leg, level, costUsd }) => {
        const cost = costUsd + (contracts - size) * leg.levels[level]!.price;
        return sum + cost + leg.charge(cost, contracts);
      }, 0);
      yield { lots: count, profitUsd: contracts - paidUsd, priceSum };
    }
    lots = last;
    size += step;
    for (const walk of walks) {
      walk.costUsd += step * walk.leg.levels[walk.level]!.price;
      walk.left -= step;
      if (walk.left <= 0) walk.left = walk.leg.levels[++walk.level]?.size ?? 0;
    }
  }
}
