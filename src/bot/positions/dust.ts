import Big from 'big.js';

/**
 * Whether a position is below one lot of its market, so that no order can close it.
 *
 * @param size Signed decimal text.
 * @param lot Decimal text. Absent: the lot is not known, and no position counts as dust.
 */
export function isDust(size: string, lot: string | undefined): boolean {
  const whole = new Big(size).abs();
  return lot !== undefined && whole.gt(0) && whole.lt(lot);
}
