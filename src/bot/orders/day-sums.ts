/** Sums of one UTC day of a bot. Amounts are micro-USD. */
export interface DaySums {
  /** Orders that were stored, and what was charged for them since. */
  readonly orders: number;
  readonly accessFeesMicroUsd: number;
  readonly fills: number;
  readonly volumeMicroUsd: number;
  /** Closings of positions or parts of them, less those that were undone; those with a gain. */
  readonly closings: number;
  readonly wins: number;
  /** Gain of what was closed, before venue fees. */
  readonly gainMicroUsd: number;
  readonly venueFeesMicroUsd: number;
  /** Fills whose fee is not known. */
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
