import { toFiniteOrNull } from '../numerics/finite.ts';

/** Spread over the mid, in bps; null unless 0 < bid <= ask. */
export function spreadBps(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return toFiniteOrNull(((ask - bid) / ((ask + bid) / 2)) * 1e4);
}

/**
 * Spread of a probability in percentage points; null unless 0 < bid <= ask. Basis points are misleading for long shots:
 * 1 % against 2 % is 1 point, but 6,667 bps.
 */
export function spreadPts(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return toFiniteOrNull(toPoints(ask - bid));
}

/** Price of a probability less another price, in percentage points; null when one of them is null. */
export function differencePts(price: number | null, other: number | null): number | null {
  return price === null || other === null ? null : toFiniteOrNull(toPoints(price - other));
}

/** Change of a probability in percentage points, from its change as a fraction of the earlier price. */
export function changePts(price: number | null, changeFrac: number | null): number | null {
  if (price === null || changeFrac === null || !(changeFrac > -1)) return null;
  return toFiniteOrNull(toPoints(price - price / (1 + changeFrac)));
}

/**
 * Change of a probability in log-odds, ln(p / (1 - p)), from its change as a fraction of the earlier price. A move from
 * 1 % to 2 % is 0.70, one from 50 % to 51 % is 0.04. null where either price is not between 0 and 1.
 */
export function changeLogOdds(price: number | null, changeFrac: number | null): number | null {
  if (price === null || changeFrac === null) return null;
  const before = price / (1 + changeFrac);
  return isInside(price) && isInside(before) ? toFiniteOrNull(logOdds(price) - logOdds(before)) : null;
}

const isInside = (probability: number): boolean => probability > 0 && probability < 1;
const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

/**
 * Rounds percentage points to six decimals, because prices have no more. This removes the error of binary fractions.
 */
const toPoints = (difference: number): number => Number((difference * 100).toFixed(6));

export type CarrySideName = 'longs_pay' | 'shorts_pay' | 'flat';

/** Funding in a bundle. Binaries have none: flat, with a null rate. */
export interface CarryBlock {
  readonly fundingAprPct: number | null;
  readonly side: CarrySideName;
}

/** Builds the block. @param fundingHourly Fraction of notional per hour; null: there is no funding. */
export function carryBlock(fundingHourly: number | null): CarryBlock {
  if (fundingHourly === null || !Number.isFinite(fundingHourly)) return { fundingAprPct: null, side: 'flat' };
  const side = fundingHourly === 0 ? 'flat' : fundingHourly > 0 ? 'longs_pay' : 'shorts_pay';
  return { fundingAprPct: fundingHourly * 876_000, side };
}
