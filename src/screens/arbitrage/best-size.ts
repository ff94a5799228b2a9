import type { PriceLevel } from '../../domain/index.ts';
import { countLots, toLotSize } from './lots.ts';

/** One order of an opportunity as the size is chosen: what it buys from, and the rate that it is charged. */
export interface PricedLeg {
  /** Prices of the outcome that is bought, the cheapest first. */
  readonly levels: readonly PriceLevel[];
  /** Taker fee in USD of contracts that cost so much, before it is rounded; never below 0. */
  readonly charge: (costUsd: number, contracts: number) => number;
}

/** What all legs together leave at one size. */
export interface SizeProfit {
  /** Contracts of each leg. */
  readonly contracts: number;
  /** Payoff less cost and fees, before fees are rounded, USD. */
  readonly profitUsd: number;
}

/** A gain that is smaller is an error of rounding. */
const MIN_GAIN_USD = 1e-9;

/** A leg on the way through its levels. */
interface Walk {
  readonly leg: PricedLeg;
  level: number;
  /** Contracts that are left of the level. */
  left: number;
  /** Cost of the contracts so far. */
  costUsd: number;
}

/**
 * The number of whole lots that leaves the greatest profit, the smallest of equal ones: its last lot still pays, and no
 * further lot does.
 *
 * Between two changes of price the fee of an order grows ever more slowly, so that profit over size bends upwards there
 * and is greatest at the first or at the last lot. Fees are not rounded here: what an order is rounded up by belongs to
 * all of it, and not to its last lot.
 */
export function findBestLots(legs: readonly PricedLeg[], lot: number): number {
  let best = { lots: 0, profitUsd: 0 };
  for (const { lots, profitUsd, priceSum } of walkSizes(legs, lot)) {
    if (profitUsd > best.profitUsd + MIN_GAIN_USD) best = { lots, profitUsd };
    // Prices rise from level to level and fees never fall: no lot that begins here pays.
    if (priceSum >= 1) break;
  }
  return best.lots;
}

/** Profit at each size at which it bends, smallest first, until the books end or all profit is lost. */
export function listProfits(legs: readonly PricedLeg[], lot: number, maxPoints: number): SizeProfit[] {
  const points: SizeProfit[] = [];
  for (const { lots, profitUsd, priceSum } of walkSizes(legs, lot)) {
    points.push({ contracts: toLotSize(lots, lot), profitUsd });
    if (points.length === maxPoints || (priceSum >= 1 && profitUsd <= 0)) break;
  }
  return points;
}

/** Profit of a number of contracts that the books hold, before fees are rounded. */
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

/** The first and the last whole lot of each stretch in which no leg changes its price, with the sum of their prices. */
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
