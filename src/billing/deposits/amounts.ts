import { MAX_OPERATION_MICRO_USD, type MicroUsd } from '../../domain/index.ts';

const MICRO_DECIMALS = 6;

/** An amount as a source wrote it, and the part of it that can be counted. */
export interface ReadAmount {
  /** Decimal text without leading zeros: `25.00`. */
  readonly text: string;
  /** Rounded down to whole micro-USD; null: above the limit of one operation. */
  readonly microUsd: MicroUsd | null;
  /** Nothing is left after rounding. */
  readonly isZero: boolean;
}

/**
 * Reads a decimal text such as `25.00`, digit by digit and never through a float. More than six decimals are cut.
 *
 * @returns null when the text is no plain decimal number below 1e40: signs, exponents and separators are none.
 */
export function readDecimal(text: string): ReadAmount | null {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const micro = BigInt(whole + fraction.slice(0, MICRO_DECIMALS).padEnd(MICRO_DECIMALS, '0'));
  const shown = whole.replace(/^0+(?=\d)/, '');
  return {
    text: fraction === '' ? shown : `${shown}.${fraction}`,
    microUsd: micro > BigInt(MAX_OPERATION_MICRO_USD) ? null : (Number(micro) as MicroUsd),
    isZero: micro === 0n,
  };
}

/**
 * Reads an amount in the smallest unit of a currency or token.
 *
 * @param decimals Digits of the unit after the point: 2 for cents, 6 for USDC.
 * @returns null from 1e40 units of the currency on, as {@link readDecimal} does.
 */
export function readUnits(units: bigint, decimals: number): ReadAmount | null {
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return readDecimal(decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`);
}
