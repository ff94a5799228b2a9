import type { PreparedOrder, VenueFill, VenueOutcome } from '../execution-venue.ts';
import { type BigDecimal, max, toDecimal } from './decimal.ts';

/**
 * Tolerated relative difference. Averages are rounded to six decimals and amounts to millionths; rounding explains no
 * larger one.
 */
const TOLERANCE = toDecimal('0.001');
const PRICE_STEP = toDecimal('0.000001');

/**
 * Finds a contradiction between an outcome and the signed order; null: none. The signature limits what the venue can
 * trade, so a larger fill or a worse price is a mistake of the venue, or belongs to another order.
 */
export function findContradiction(order: PreparedOrder, outcome: VenueOutcome): string | null {
  if (outcome.status !== 'filled' && outcome.status !== 'resting') return null;
  let shares = toDecimal(0);
  let dollars = toDecimal(0);
  for (const fill of outcome.fills) {
    const problem = findFillProblem(order, fill);
    if (problem !== null) return problem;
    shares = shares.plus(fill.size);
    dollars = dollars.plus(computeLegUsd(order, fill));
  }
  const { maxSpendUsd } = order.details;
  if (typeof maxSpendUsd === 'string') {
    return isBeyond(dollars, toDecimal(maxSpendUsd)) ? `more was spent than the order offers` : null;
  }
  return isBeyond(shares, toDecimal(order.size)) ? `more was filled than the order asks for` : null;
}

function findFillProblem({ side, limitPrice, leg }: PreparedOrder, fill: VenueFill): string | null {
  const price = toDecimal(fill.price);
  if (toDecimal(fill.size).lte(0)) return 'a fill without a size';
  if (price.lte(0) && leg === null) return 'a fill without a price';
  if (leg !== null && (price.lt(0) || price.gt(1))) return 'a fill at a price that no probability has';
  if (limitPrice === null) return null;
  const limit = toDecimal(limitPrice);
  const slack = max(limit.times(TOLERANCE), PRICE_STEP);
  const isWorse = side === 'buy' ? price.gt(limit.plus(slack)) : price.lt(limit.minus(slack));
  return isWorse ? 'a fill at a price beyond the limit of the order' : null;
}

/** Computes the money of a fill, in dollars of the traded leg. */
function computeLegUsd({ leg }: PreparedOrder, { price, size }: VenueFill): BigDecimal {
  return toDecimal(size).times(leg === 'no' ? toDecimal(1).minus(price) : price);
}

function isBeyond(value: BigDecimal, bound: BigDecimal): boolean {
  return value.gt(bound.times(toDecimal(1).plus(TOLERANCE)));
}
