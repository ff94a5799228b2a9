import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { type Decimal, decimal, max } from './decimal.ts';

/** Averages are rounded to six decimals and amounts to millionths; more than that is no rounding. */
const TOLERANCE = decimal('0.001');
const PRICE_STEP = decimal('0.000001');

/**
 * Finds a statement of an outcome that cannot be true of the signed order; null when there is none. A signature bounds what a
 * venue can do with it, so a larger fill or a worse price is a mistake of the venue or an answer about another order.
 */
export function findContradiction(order: PreparedOrder, outcome: VenueOutcome): string | null {
  if (outcome.status !== 'filled' && outcome.status !== 'resting') return null;
  let shares = decimal(0);
  let dollars = decimal(0);
  for (const fill of outcome.fills) {
    const problem = findFillProblem(order, fill);
    if (problem !== null) return problem;
    shares = shares.plus(fill.size);
    dollars = dollars.plus(legUsd(order, fill));
  }
  const { maxSpendUsd } = order.details;
  if (typeof maxSpendUsd === 'string') {
    return isBeyond(dollars, decimal(maxSpendUsd)) ? `more was spent than the order offers` : null;
  }
  return isBeyond(shares, decimal(order.size)) ? `more was filled than the order asks for` : null;
}

function findFillProblem({ side, limitPrice, leg }: PreparedOrder, fill: VenueFill): string | null {
  const price = decimal(fill.price);
  if (decimal(fill.size).lte(0)) return 'a fill without a size';
  if (price.lte(0) && leg === null) return 'a fill without a price';
  if (leg !== null && (price.lt(0) || price.gt(1))) return 'a fill at a price that no probability has';
  if (limitPrice === null) return null;
  const limit = decimal(limitPrice);
  const slack = max(limit.times(TOLERANCE), PRICE_STEP);
  const isWorse = side === 'buy' ? price.gt(limit.plus(slack)) : price.lt(limit.minus(slack));
  return isWorse ? 'a fill at a price beyond the limit of the order' : null;
}

/** Money of a fill, in dollars of the traded leg. */
function legUsd({ leg }: PreparedOrder, { price, size }: VenueFill): Decimal {
  return decimal(size).times(leg === 'no' ? decimal(1).minus(price) : price);
}

function isBeyond(value: Decimal, bound: Decimal): boolean {
  return value.gt(bound.times(decimal(1).plus(TOLERANCE)));
}
