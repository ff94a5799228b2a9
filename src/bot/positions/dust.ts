import Big from 'big.js';

/**
 * Whether a position is less than one lot of its market, so that no order can close it.
 *
 * @param size Signed decimal text. @param lot Decimal text; absent: not known, and nothing is dust.
 */
export function isDust(size: string, lot: string | undefined): boolean {
  const whole = new Big(size).abs();
  return lot !== undefined && whole.gt(0) && whole.lt(lot);
}
