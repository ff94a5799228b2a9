import { finiteOrNull } from '../numerics/finite.ts';

/** Distance of bid and ask over their middle, in bps; null unless 0 < bid <= ask. */
export function spreadBps(bid: number | null, ask: number | null): number | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return finiteOrNull(((ask - bid) / ((ask + bid) / 2)) * 1e4);
}

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
