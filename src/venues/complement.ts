/** Decimals that hold any double below a millionth exactly enough; larger ones are written without an exponent. */
const SMALL_DECIMALS = 20;

/**
 * 1 − price, in the decimals that the price is written with: 1 − 0.9 is 0.1, not 0.09999999999999998.
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
