import { toFiniteOrNull } from '../numerics/finite.ts';

/** Distance of bid and ask over their middle, in bps; null unless 0 < bid <= ask. */
export function spreadBps(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return toFiniteOrNull(((ask - bid) / ((ask + bid) / 2)) * 1e4);
}

/**
 * Distance of bid and ask of a probability in percentage points; null unless 0 < bid <= ask. A share of the price, as bps
 * are, says nothing of long shots: 1 against 2 % is 1 point, and 6,667 bps.
 */
export function spreadPts(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return toFiniteOrNull(toPoints(ask - bid));
}

/** A price of a probability less another one, in percentage points; null without either. */
export function differencePts(price: number | null, other: number | null): number | null {
  return price === null || other === null ? null : toFiniteOrNull(toPoints(price - other));
}

/** Change of a probability in percentage points, from its change as a fraction of the earlier price. */
export function changePts(price: number | null, changeFrac: number | null): number | null {
  if (price === null || changeFrac === null || !(changeFrac > -1)) return null;
  return toFiniteOrNull(toPoints(price - price / (1 + changeFrac)));
}

/** Rounds points to six decimals, without the tail of binary fractions: prices have no more. */
const toPoints = (difference: number): number => Number((difference * 100).toFixed(6));

export type CarrySideName = 'longs_pay' | 'shorts_pay' | 'flat';

/** Funding as a bundle shows it. Binaries have none: flat, with a null rate. */
export interface CarryBlock {
  readonly fundingAprPct: number | null;
  readonly side: CarrySideName;
}

/** @param fundingHourly Fraction of notional per hour; null where there is none. */
export function carryBlock(fundingHourly: number | null): CarryBlock {
  if (fundingHourly === null || !Number.isFinite(fundingHourly)) return { fundingAprPct: null, side: 'flat' };
  const side = fundingHourly === 0 ? 'flat' : fundingHourly > 0 ? 'longs_pay' : 'shorts_pay';
  return { fundingAprPct: fundingHourly * 876_000, side };
}
