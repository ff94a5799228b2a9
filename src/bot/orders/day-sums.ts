import { saturateMicroUsd } from '../../domain/index.ts';

/** Sums of one UTC day of a bot. Amounts are micro-USD. */
export interface DaySums {
  /** Number of orders that were stored on the day. */
  readonly orders: number;
  /** Fees charged for the day's orders, even if charged on a later day. */
  readonly accessFeesMicroUsd: number;
  readonly fills: number;
  readonly volumeMicroUsd: number;
  /** Number of closings of positions or of parts of them, less those that were undone. */
  readonly closings: number;
  readonly wins: number;
  /** Gain of closed positions, before venue fees. */
  readonly gainMicroUsd: number;
  readonly venueFeesMicroUsd: number;
  /** Number of fills without a known fee. */
  readonly fillsWithoutFee: number;
}

export const NO_SUMS: DaySums = {
  orders: 0,
  fills: 0,
  volumeMicroUsd: 0,
  closings: 0,
  wins: 0,
  gainMicroUsd: 0,
  venueFeesMicroUsd: 0,
  fillsWithoutFee: 0,
  accessFeesMicroUsd: 0,
};

const COUNTS = ['orders', 'fills', 'closings', 'wins', 'fillsWithoutFee'] as const;
const AMOUNTS = ['accessFeesMicroUsd', 'volumeMicroUsd', 'gainMicroUsd', 'venueFeesMicroUsd'] as const;
/** Names of all sums. */
export const SUM_NAMES = [...COUNTS, ...AMOUNTS];

/** Adds two sums of days. Amounts that would overflow stay at the largest safe integer. */
export function joinSums(one: DaySums, other: Partial<DaySums>): DaySums {
  const sums = { ...one } as { -readonly [Name in keyof DaySums]: number };
  for (const name of COUNTS) sums[name] += other[name] ?? 0;
  for (const name of AMOUNTS) sums[name] = saturateMicroUsd(sums[name] + (other[name] ?? 0));
  return sums;
}
