/** Number of decimals for prices below a millionth, which `String` would write with an exponent. */
const SMALL_DECIMALS = 20;

/**
 * Returns 1 − price with as many decimals as the price has: 1 − 0.9 is 0.1, not 0.09999999999999998.
 *
 * @param price Strictly between 0 and 1.
 */
export function complementOf(price: number): number {
  const shortest = String(price);
  const text = shortest.includes('e') ? price.toFixed(SMALL_DECIMALS) : shortest;
  const decimals = text.split('.')[1] ?? '';
  const rest = 10n ** BigInt(decimals.length) - BigInt(decimals);
  return Number(`0.${String(rest).padStart(decimals.length, '0')}`);
}
